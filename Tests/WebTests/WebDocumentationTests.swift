import ArgumentParser
import Foundation
import Testing

@testable import kagami_web

/// The commands that the documents show can be given.
@Suite struct WebDocumentationTests {
    @Test(arguments: ["docs/tasks/browser.md", "docs/cli.md"])
    func commandsCanBeGiven(_ page: String) throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let lines = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8).split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("kagami web") }
        #expect(commands.count >= 2)
        for command in commands {
            #expect(throws: Never.self, "\(command)") {
                _ = try KagamiWeb.parseAsRoot(command.split(separator: " ").dropFirst(2).map(String.init))
            }
        }
    }

    /// Every text of the page is in both languages, and every text that the page asks for is there.
    @Test func everyTextIsThere() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("data/web")
        let table = try String(contentsOf: root.appendingPathComponent("texts.js"), encoding: .utf8)
        let rows = table.matches(of: /(?m)^  "?([\w-]+)"?: \["([^"]+)", "([^"]+)"\],$/)
        let known = Set(rows.map { String($0.1) })
        #expect(known.count == rows.count)
        #expect(known.count == table.split(separator: "\n").filter { $0.hasPrefix("  ") && $0.contains(": [\"") }.count)
        let page = try String(contentsOf: root.appendingPathComponent("index.html"), encoding: .utf8)
        var asked = Set(page.matches(of: /data-(?:text|label|title)="(\w+)"/).map { String($0.1) })
        for file in ["main.js", "screen.js"] {
            let script = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
            asked.formUnion(script.matches(of: /text\("([\w-]+)"/).map { String($0.1) })
        }
        #expect(asked.subtracting(known) == [])
    }
}
