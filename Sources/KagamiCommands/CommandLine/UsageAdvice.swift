package import ArgumentParser
import ConfigurationFiles

/// The message for a command line that cannot be read.
///
/// The message names the unknown word and the word that may be meant, and the command whose help says more.
package enum UsageAdvice {
    /// One line for the parser's message about these arguments of `root`.
    package static func line(_ message: String, _ arguments: [String], of root: any ParsableCommand.Type) -> String {
        let place = Place(arguments, of: root)
        let help = " (see \(place.names.joined(separator: " ")) --help)"
        guard message.contains("nexpected argument"), let word = place.unknown else { return message + help }
        let shown = place.command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
        let known = shown.map { $0._commandName }
        let groups = shown.filter { $0.configuration.subcommands.contains { $0._commandName == word } }
        let meant =
            groups.count == 1 ? "\(groups[0]._commandName) \(word)" : Spelling.nearest(to: word, among: known)
        let advice =
            meant.map { "did you mean \($0)?" }
            ?? (known.count > 12 ? nil : "known are \(known.joined(separator: ", "))")
        return "unknown command '\(word)'" + (advice.map { ": \($0)" } ?? "") + help
    }

    /// The commands that the arguments name.
    private struct Place {
        /// The innermost named command.
        private(set) var command: any ParsableCommand.Type
        private(set) var names: [String]
        /// The word in the place of a subcommand that is not one; nil for none.
        private(set) var unknown: String?

        init(_ arguments: [String], of root: any ParsableCommand.Type) {
            (command, names) = (root, [root._commandName])
            for word in arguments {
                guard !word.hasPrefix("-") else { return }
                let next = command.configuration.subcommands.first { $0._commandName == word }
                guard let next else {
                    if !command.configuration.subcommands.isEmpty { unknown = word }
                    return
                }
                command = next
                names.append(word)
            }
        }
    }
}

/// Numbers on the command line; errors say which are valid.
enum Quantity {
    /// Parses a whole number in a range.
    static func whole(_ range: ClosedRange<Int>, such example: Int, unit: String = "")
        -> @Sendable (String) throws -> Int
    {
        { argument in
            guard let number = Int(argument), range.contains(number) else {
                throw ValidationError(
                    "use a whole number\(unit), \(range.lowerBound) to \(range.upperBound), such as \(example)")
            }
            return number
        }
    }

    /// Parses a number in a range; the error gives the range as `limits`.
    static func number(
        _ range: ClosedRange<Double>, _ limits: String, such example: String, unit: String = ""
    ) -> @Sendable (String) throws -> Double {
        { argument in
            guard let number = Double(argument), range.contains(number) else {
                throw ValidationError("use a number\(unit), \(limits), such as \(example)")
            }
            return number
        }
    }
}
