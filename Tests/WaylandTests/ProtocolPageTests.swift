import Foundation
import Testing

/// The page on adding a protocol.
@Suite struct ProtocolPageTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// It shows lines of the real files.
    @Test func thePageShowsWhatIsThere() throws {
        let page = try String(contentsOf: Self.package.appending(path: "docs/adding-a-protocol.md"), encoding: .utf8)
        let diff = try #require(page.split(separator: "```diff\n").last?.split(separator: "```").first)
        var lines: Set<Substring> = []
        for line in diff.split(separator: "\n") {
            if line.hasPrefix("--- ") {
                let file = Self.package.appending(path: String(line.dropFirst(4)))
                lines = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
            } else {
                #expect(line.hasPrefix("+") && lines.contains(line.dropFirst()), "\(line)")
            }
        }
    }
}
