/// Cuts what a program prints into lines.
struct OutputLines {
    /// The most bytes of a line; longer ones are broken.
    static let longest = 2000

    private var rest: [UInt8] = []

    /// Takes what was read and returns the lines that it completes, without those that are empty.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += end()
            } else {
                rest.append(byte)
                if rest.count >= Self.longest { lines += end() }
            }
        }
        return lines
    }

    /// The line that has no end yet, now that nothing follows.
    mutating func end() -> [String] {
        defer { rest = [] }
        // Carriage returns belong to terminals.
        let text = String(decoding: rest.last == UInt8(ascii: "\r") ? rest.dropLast() : rest[...], as: UTF8.self)
        return text.isEmpty ? [] : [text]
    }
}
