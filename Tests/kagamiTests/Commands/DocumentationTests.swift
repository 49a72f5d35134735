import ArgumentParser
import Control
import Foundation
import Mirroring
import Pictures
import Testing

@testable import ConfigurationFiles
@testable import kagami

/// What the documents show must be true.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The fenced blocks of a page with their languages.
    private static func blocks(_ page: String) throws -> [(language: String, lines: [String])] {
        var blocks: [(language: String, lines: [String])] = []
        var isInside = false
        for line in try text(page).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.drop(while: { $0 == " " }).hasPrefix("```") {
                isInside.toggle()
                if isInside { blocks.append((line.trimmingCharacters(in: ["`", " "]), [])) }
            } else if isInside {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }

    private static func commandLines(_ page: String) throws -> [String] {
        // A diagram names the program too, with what it holds in brackets.
        try blocks(page).flatMap(\.lines)
            .map { $0.replacingOccurrences(of: ".build/release/kagami ", with: "kagami ") }
            .filter { $0.hasPrefix("kagami ") && !$0.hasPrefix("kagami (") }
    }

    /// The words of a simple shell command, with single quotes and a comment at its end.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            case "#" where !isQuoted && word == nil: return words
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    private static func pages() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("docs").path)
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" } + ["README.md", "README.ja.md"]
    }

    @Test func everyCommandShownParses() throws {
        var count = 0
        for page in try Self.pages() {
            for line in try Self.commandLines(page) {
                let arguments = Array(Self.words(line).dropFirst())
                #expect(throws: Never.self, "\(page): \(line)") { _ = try Kagami.parseAsRoot(arguments) }
                count += 1
            }
        }
        #expect(count >= 40)
    }

    /// As `kagami config check` reads a file. The status bar's page shows layouts, which are another language.
    @Test func everyConfigurationShownIsAccepted() throws {
        var count = 0
        for page in try Self.pages() where page != "docs/hud.md" {
            for block in try Self.blocks(page) where block.language == "toml" {
                let text = block.lines.joined(separator: "\n")
                #expect(throws: Never.self, "\(page): \(text)") { _ = try ConfigurationParser.parse(text, file: page) }
                count += 1
            }
        }
        #expect(count >= 15)
    }

    /// Comments are translated, commands and configurations are not.
    @Test(arguments: [("README.md", "README.ja.md"), ("docs/first-steps.md", "docs/ja/first-steps.md")])
    func aTranslationShowsTheSameCommands(original: String, translation: String) throws {
        func shown(_ page: String) throws -> [[String]] {
            try Self.blocks(page).map { block in
                [block.language] + block.lines.map { Self.words($0).joined(separator: " ") }
            }
        }
        #expect(try shown(translation) == shown(original))
        func headings(_ page: String) throws -> [String] {
            let lines = try Self.text(page).split(separator: "\n").filter { $0.hasPrefix("#") }
            return lines.map { String($0.prefix { $0 == "#" }) }
        }
        #expect(try headings(translation) == headings(original))
    }

    /// The code within sentences and tables that begins so.
    private static func spans(_ page: String, beginningWith start: String) throws -> [String] {
        let parts = try text(page).components(separatedBy: "`")
        return parts.indices.filter { $0 % 2 == 1 && parts[$0].hasPrefix(start) }.map { parts[$0] }
    }

    /// In pages for somebody with a purpose or a problem commands are whole, also within sentences; elsewhere they may be
    /// named by their first words.
    @Test func everyCommandWithinASentenceOfATaskParses() throws {
        var count = 0
        for page in try Self.pages() where page.contains("/tasks/") || page == "docs/troubleshooting.md" {
            for span in try Self.spans(page, beginningWith: "kagami ") {
                let arguments = Array(Self.words(span).dropFirst())
                #expect(throws: Never.self, "\(page): \(span)") { _ = try Kagami.parseAsRoot(arguments) }
                count += 1
            }
        }
        #expect(count >= 20)
    }

    @Test func everyKeyWithinASentenceExists() throws {
        let keys = Set(ConfigurationListing.values(of: Configuration()).map(\.key))
        var count = 0
        for page in try Self.pages() {
            for span in try Self.spans(page, beginningWith: "[") {
                guard let end = span.range(of: "] "), !span.hasPrefix("[[") else { continue }
                let section = span[..<end.lowerBound].dropFirst()
                let key = span[end.upperBound...].prefix { $0.isLetter || $0 == "_" }
                #expect(keys.contains("\(section).\(key)"), "\(page): \(span)")
                count += 1
            }
        }
        #expect(count >= 10)
    }

    @Test func everyCommandIsShown() throws {
        let lines = try Self.commandLines("docs/cli.md").map { Self.words($0).dropFirst().joined(separator: " ") }
        func paths(_ command: any ParsableCommand.Type, _ path: String) -> [String] {
            // What is hidden is for the service alone.
            let subcommands = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            if subcommands.isEmpty { return [path] }
            return subcommands.flatMap { paths($0, "\(path) \($0._commandName)".trimmingCharacters(in: .whitespaces)) }
        }
        for path in paths(Kagami.self, "") {
            // A key needs no `send`.
            let shown = path.replacingOccurrences(of: "key send", with: "key")
            #expect(lines.contains { $0 == shown || $0.hasPrefix(shown + " ") }, "\(path)")
        }
    }

    @Test func everyRequestIsInTheTable() throws {
        let page = try Self.text("docs/cli.md").split(separator: "\n")
        let lines = page.drop { $0 != "## The socket" }
        for command in ControlCommands.all {
            #expect(lines.contains { $0.hasPrefix("| `\(command.name)` |") }, "\(command.name)")
        }
    }

    /// The lines of the example are lines of the files, in this order.
    @Test(arguments: [("command", 4), ("display", 2), ("feature", 1), ("renderer", 2)])
    func theExampleIsAsShown(page: String, fileCount: Int) throws {
        let example = try #require(try Self.blocks("docs/adding-a-\(page).md").first { $0.language == "diff" })
        var rest: [Substring] = []
        var files = 0
        for line in example.lines {
            if line.hasPrefix("--- ") {
                rest = try Self.text(String(line.dropFirst(4))).split(separator: "\n")
                files += 1
                continue
            }
            let found = rest.firstIndex { $0 == line.dropFirst() }
            #expect(found != nil, "\(line)")
            if let found { rest.removeFirst(found + 1) }
        }
        #expect(files == fileCount)
    }

    @Test func theWholeFileOfTheConfigurationPageIsOne() throws {
        let example = try #require(try Self.blocks("docs/configuration.md").first { $0.language == "toml" })
        let configuration = try ConfigurationParser.parse(example.lines.joined(separator: "\n"), file: "example")
        var defaults = Configuration()
        #expect(configuration.devices.count == 4)
        // The example sets something else than the default in every section.
        #expect(configuration.panel != defaults.panel)
        #expect(configuration.external != defaults.external)
        #expect(configuration.controller != defaults.controller)
        #expect(configuration.keyboard != defaults.keyboard)
        #expect(configuration.pointer != defaults.pointer && configuration.touchpad != defaults.touchpad)
        #expect(configuration.pip != defaults.pip)
        #expect(configuration.hud != defaults.hud)
        defaults.external.isMirroringEnabled.toggle()
        #expect(configuration.external != defaults.external)
    }

    @Test func theStatusBarsLayoutIsOne() throws {
        let example = try #require(try Self.blocks("docs/hud.md").first { $0.language == "toml" })
        let layout = try HUDLayoutParser.parse(example.lines.joined(separator: "\n"), file: "example")
        #expect(layout.design == HUDLayout.strip.design)
        #expect(layout.root.children.count == 2)
    }

    @Test func theStatusBarsFeedIsTaken() throws {
        let examples = try Self.blocks("docs/hud.md").filter { $0.language == "json" }.flatMap(\.lines)
        #expect(examples.count >= 4)
        for line in examples {
            let values: HUDValues = try JSONLine().decode(from: Array(line.utf8))
            #expect(values != HUDValues(), "\(line)")
        }
    }
}
