import ArgumentParser
import Foundation
import Testing

@testable import kagami_remote

/// The commands that the documents show can be given.
@Suite struct RemoteDocumentationTests {
    @Test(arguments: ["docs/tasks/remote-display.md", "docs/cli.md"])
    func commandsCanBeGiven(_ page: String) throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let lines = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8).split(separator: "\n")
        let commands = lines.filter { $0.hasPrefix("kagami-remote ") }
        #expect(commands.count >= 2)
        for command in commands {
            #expect(throws: Never.self, "\(command)") {
                _ = try KagamiRemote.parseAsRoot(command.split(separator: " ").dropFirst().map(String.init))
            }
        }
    }
}
