import ArgumentParser
import Testing

@testable import kagami

/// What `--help` prints of every command.
@Suite struct HelpTests {
    /// The commands that do something themselves, with the words that lead to them.
    private static func leaves(
        of command: any ParsableCommand.Type = Kagami.self, path: [String] = []
    ) -> [(path: [String], command: any ParsableCommand.Type)] {
        let subcommands = command.configuration.subcommands
        if subcommands.isEmpty { return [(path, command)] }
        return subcommands.flatMap { leaves(of: $0, path: path + [$0._commandName]) }
    }

    /// The example's words after `kagami`; single quotes keep blanks together.
    private static func example(of command: any ParsableCommand.Type) -> [String]? {
        let lines = command.configuration.discussion.split(separator: "\n")
        guard let line = lines.last(where: { $0.hasPrefix("Example: kagami ") }) else { return nil }
        let pieces = line.dropFirst("Example: kagami ".count).split(separator: "'", omittingEmptySubsequences: false)
        return pieces.enumerated().flatMap { index, piece in
            index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
        }
    }

    @Test func everyCommandHasAnExampleThatParses() throws {
        let leaves = Self.leaves()
        #expect(leaves.count >= 50)
        for (path, command) in leaves {
            guard let words = Self.example(of: command) else {
                Issue.record("\(path): no example")
                continue
            }
            let parsed = try #require(try? Kagami.parseAsRoot(words), "\(words)")
            #expect(type(of: parsed) == command, "\(words) is an example of another command")
            #expect(Kagami.helpMessage(for: command).contains("Example: kagami"), "\(path)")
        }
    }

    /// Of a type's name the parser makes one in more than a million instructions, at each start of any command.
    @Test func everyCommandHasAName() {
        for (path, command) in Self.leaves() { #expect(command.configuration.commandName != nil, "\(path)") }
    }

    /// An imperative begins with a capital, ends with a full stop and needs no "it" that is explained elsewhere.
    @Test func everyAbstractIsASentence() {
        for (path, command) in Self.leaves() {
            let abstract = command.configuration.abstract
            #expect(abstract.first?.isUppercase == true && abstract.hasSuffix("."), "\(path): \(abstract)")
            let words = abstract.lowercased().split { !$0.isLetter }
            #expect(!words.contains("it"), "\(path): \(abstract)")
            #expect(!words.contains("tell") && !words.contains("tells"), "\(path): \(abstract)")
        }
    }
}
