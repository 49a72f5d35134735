/// A recorded input session: its records in the order of their times.
package struct PanelInputSession: Hashable, Sendable {
    package private(set) var records: [PanelInputRecord] = []

    package init() {}

    /// Reads a session from text with one JSON object a line; blank lines are passed over.
    ///
    /// `decode` turns one line into a record and throws what is wrong with it.
    /// Throws `PanelInputError` with the number of the first line that does not fit.
    package init(
        lines text: some StringProtocol, decode: (String) throws -> PanelInputRecord
    ) throws(PanelInputError) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let record: PanelInputRecord
            do {
                record = try decode(String(line))
            } catch {
                throw .malformed(line: index + 1, reason: Self.reason(of: error))
            }
            if let last = records.last, record.elapsed < last.elapsed { throw .timeGoesBack(line: index + 1) }
            records.append(record)
        }
    }

    /// A decoding error in a few words; other errors in their own.
    private static func reason(of error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _):
            "\(key.stringValue) is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.last?.stringValue ?? "the line") has the wrong type"
        case DecodingError.dataCorrupted(let context):
            [context.codingPath.last?.stringValue, context.debugDescription].compactMap(\.self)
                .joined(separator: ": ")
        default:
            "\(error)"
        }
    }
}

/// What is wrong with a recorded input session; lines count from 1.
package enum PanelInputError: Error, Hashable, CustomStringConvertible {
    case malformed(line: Int, reason: String)
    /// The line's time is before that of the line above it.
    case timeGoesBack(line: Int)

    package var description: String {
        switch self {
        case .malformed(let line, let reason): "line \(line): \(reason)"
        case .timeGoesBack(let line): "line \(line): the time goes back"
        }
    }
}
