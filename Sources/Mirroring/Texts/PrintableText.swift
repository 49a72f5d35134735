/// Escapes untrusted text of applications, displays, files and requests for one line of a terminal.
///
/// Characters that control a terminal, break a line, change the text direction or are invisible are written as
/// `\u{1b}`. These are controls (C0, DEL, C1), line and paragraph separators, bidirectional marks, embeddings,
/// overrides and isolates, and Unicode's default ignorables. The joiners and variation selectors that scripts and emoji
/// need are kept.
extension StringProtocol {
    package var printable: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return String(self) }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isPrintable {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return text
    }

    /// The printable text of several lines, with the line breaks kept.
    package var printableLines: String {
        split(separator: "\n" as Character, omittingEmptySubsequences: false).map(\.printable).joined(separator: "\n")
    }
}

extension String {
    /// The first characters that fit into `limit` bytes, or the first scalars of a first character that is longer.
    package func cut(toBytes limit: Int) -> String {
        utf8.count <= limit ? self : fitting(limit) { $0 }
    }

    /// The printable text of the first characters that fit into `limit` bytes, with no escape cut in two.
    package func printable(toBytes limit: Int) -> String {
        let text = utf8.count <= limit ? printable : self
        return text.utf8.count <= limit ? text : fitting(limit, \.printable)
    }

    private func fitting(_ limit: Int, _ written: (String) -> String) -> String {
        let text = Self.fitting(self, limit, written)
        return text.isEmpty ? Self.fitting(unicodeScalars, limit, written) : text
    }

    private static func fitting<Part: LosslessStringConvertible>(
        _ parts: some Sequence<Part>, _ limit: Int, _ written: (String) -> String
    ) -> String {
        var text = ""
        for part in parts {
            let next = written(String(part))
            if text.utf8.count + next.utf8.count > limit { break }
            text += next
        }
        return text
    }
}

extension Unicode.Scalar {
    package var isPrintable: Bool {
        // Fast path: nearly all text is ASCII.
        if value < 0x7F { return value >= 0x20 }
        // Joiners of Persian, of Indian scripts and of emoji.
        if value == 0x200C || value == 0x200D || properties.isVariationSelector { return true }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        default: return !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint
        }
    }
}

/// Escapes JSON for a terminal.
package enum PrintableJSON {
    /// The same JSON with unprintable characters written as `\uXXXX`.
    ///
    /// The only such characters outside strings are white space, which is kept.
    package static func escape(_ json: [UInt8]) -> [UInt8] {
        if json.allSatisfy({ $0 < 0x7F }) { return json }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(json.count)
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x7F || scalar.isPrintable {
                escaped += UTF8.encode(scalar).map(Array.init) ?? []
            } else {
                for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
                    let digits = String(unit, radix: 16)
                    escaped += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
                }
            }
        }
        return escaped
    }
}
