/// The MIME types that a source offers, each once, in the order of their offering.
///
/// Every reader is told all of them at once. What would not fit into its connection's buffers ended the reader's
/// connection rather than the source's, so types beyond a limit are left out.
struct OfferedTypes {
    /// Bytes of all types together as they go over the wire; the kernel's socket buffers hold some 200,000.
    private static let limit = 65_536
    /// What a message takes beyond its string.
    private static let overhead = 16

    private(set) var all: [String] = []
    private var known: Set<String> = []
    private var size = 0

    mutating func add(_ type: String) {
        let next = size + type.utf8.count + Self.overhead
        guard next <= Self.limit, known.insert(type).inserted else { return }
        size = next
        all.append(type)
    }
}
