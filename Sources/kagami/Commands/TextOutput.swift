import Glibc
import PrintableText

/// Writes text to a descriptor at once, so that a reader of a stream sees each line as it comes.
struct TextOutput {
    let descriptor: CInt

    static let standard = TextOutput(descriptor: 1)
    static let error = TextOutput(descriptor: 2)

    /// Writes a line, or several, and a newline; false when nobody reads any more.
    ///
    /// Whatever is in it cannot steer the terminal. Text of strangers that must not make lines of its own is made
    /// `printable` by whoever puts it in.
    @discardableResult
    func write(line: String) -> Bool {
        write(Array((line.printableLines + "\n").utf8))
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
