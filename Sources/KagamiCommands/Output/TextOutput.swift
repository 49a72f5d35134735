import Glibc
import PrintableText

/// Writes text to a descriptor without buffering, so that a stream's reader sees each line immediately.
package struct TextOutput {
    let descriptor: CInt

    package static let standard = TextOutput(descriptor: 1)
    package static let error = TextOutput(descriptor: 2)

    /// Writes text and a newline; false if the reader has gone.
    ///
    /// Terminal control characters are escaped. Untrusted text that must not contain line breaks is made `printable` by
    /// the caller.
    @discardableResult
    package func write(line: String) -> Bool {
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
