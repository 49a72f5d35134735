/// Bytes that wait for a slow reader, in whole lines.
struct OutputQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The byte sent last did not end its line.
    private var isMidLine = false

    var isEmpty: Bool { start == bytes.count }

    /// Bytes that wait.
    var count: Int { bytes.count - start }

    mutating func append(_ line: [UInt8]) {
        bytes.append(contentsOf: line)
    }

    /// Hands what waits to `write`, which tells how much it took.
    mutating func drain(_ write: (UnsafeRawBufferPointer) -> Int) {
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

    /// Forgets every line of which nothing has been sent.
    ///
    /// The rest of a line that was sent in part stays, so that its reader still sees whole lines.
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
