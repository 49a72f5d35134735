import Glibc

/// Writes text to a descriptor at once, so that a reader of a stream sees each line as it comes.
struct TextOutput {
    let descriptor: CInt

    static let standard = TextOutput(descriptor: 1)
    static let error = TextOutput(descriptor: 2)

    /// Writes a line and its newline; false when nobody reads any more.
    @discardableResult
    func write(line: String) -> Bool {
        write(Array((line + "\n").utf8))
    }

    /// Writes all of `bytes`; false with errno set when it cannot.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }
}
