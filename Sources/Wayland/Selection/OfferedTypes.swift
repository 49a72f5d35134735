/// The MIME types of a source, without duplicates, in the order offered.
///
/// Readers are sent all types at once. Too many would overflow the reader's connection and disconnect it rather than
/// the source's client, so types beyond a limit are dropped.
struct OfferedTypes {
    /// The limit for all types in bytes on the wire; the kernel's socket buffers hold some 200,000.
    private static let limit = 65_536
    /// Bytes of a message besides its string.
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
