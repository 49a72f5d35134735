/// Splits a byte stream into lines.
package struct LineBuffer {
    private var bytes: [UInt8] = []
    /// The index of the first line not yet taken.
    private var start = 0
    /// The index up to which there is no newline.
    private var searched = 0
    /// Bytes of the stream up to the end of the line last taken.
    private(set) var taken = 0

    package init() {}

    /// Bytes not yet taken.
    package var count: Int { bytes.count - start }

    /// Bytes of the stream that have arrived.
    var arrived: Int { taken + count }

    package mutating func append(_ piece: some Sequence<UInt8>) {
        // Drop taken bytes only when that is worth the move.
        if start > 65536 || start == bytes.count {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: piece)
    }

    /// Whether a complete line is buffered.
    var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }

    /// The next complete line without its newline; nil until there is one.
    package mutating func next() -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        defer {
            taken += end + 1 - start
            start = end + 1
            searched = start
        }
        return Array(bytes[start..<end])
    }

    /// The bytes after the last newline, once the stream has ended.
    mutating func takeRest() -> [UInt8] {
        let rest = Array(bytes[start...])
        taken += rest.count
        bytes = []
        start = 0
        searched = 0
        return rest
    }
}
