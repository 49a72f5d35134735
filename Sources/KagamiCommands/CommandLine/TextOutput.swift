import Glibc
import Mirroring

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

/// Lays rows of text out in aligned columns.
enum TextTable {
    /// Pads each row's cells to the widest cell of their column, two spaces apart, without trailing spaces. Each row is
    /// one line, because characters that are not printable are escaped.
    static func lay(_ cells: [[String]]) -> String {
        let rows = cells.map { $0.map(\.printable) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
