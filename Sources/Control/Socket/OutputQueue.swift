/// Lines queued for a slow reader.
package struct OutputQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Whether the last byte sent was not the end of a line.
    private var isMidLine = false

    package init() {}

    package var isEmpty: Bool { start == bytes.count }

    /// The number of queued bytes.
    var count: Int { bytes.count - start }

    package mutating func append(_ line: [UInt8]) {
        bytes.append(contentsOf: line)
    }

    /// Passes the queued bytes to `write`, which returns how many it took.
    package mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
        let written = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        guard written > 0 else { return }
        start += written
        isMidLine = bytes[start - 1] != UInt8(ascii: "\n")
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 65536)
            start = 0
        } else if start > 65536 {
            bytes.removeFirst(start)
            start = 0
        }
    }

    /// Drops all lines of which nothing has been sent.
    ///
    /// The rest of a partly sent line stays, so that the reader sees only whole lines.
    mutating func dropWholeLines() {
        let waiting = bytes[start...]
        if isMidLine, let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
            bytes = Array(waiting[...end])
        } else {
            bytes = []
        }
        start = 0
    }
}
