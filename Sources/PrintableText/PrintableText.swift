/// Text of applications, displays, files and requests, made fit for a terminal and for one line.
///
/// What would steer a terminal, break a line, turn the direction of what stands beside it or be there without being seen
/// is shown by its number, as `\u{1b}`: controls (C0, DEL, C1), line and paragraph separators, bidirectional marks,
/// embeddings, overrides and isolates, and what Unicode says is invisible. The joiners and variation selectors that
/// scripts and emoji need stay as they are.
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

    /// The same for text of several lines, which stay lines.
    package var printableLines: String {
        split(separator: "\n" as Character, omittingEmptySubsequences: false).map(\.printable).joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    package var isPrintable: Bool {
        // ASCII is nearly all there is.
        if value < 0x7F { return value >= 0x20 }
        // Joiners of Persian, of Indian scripts and of emoji.
        if value == 0x200C || value == 0x200D || properties.isVariationSelector { return true }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        default: return !properties.isDefaultIgnorableCodePoint && !properties.isNoncharacterCodePoint
        }
    }
}

/// JSON as a terminal may show it.
package enum PrintableJSON {
    /// The same JSON with what is not printable written as `\uXXXX`. Outside of strings there is no such character but
    /// white space, which stays.
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
