import Foundation
import Testing

/// The shipped udev rules, read as udev reads them: `systemd` 252 has no command that verifies a rules file.
@Suite struct RulesFileTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "udev")

    private let term =
        #/(ACTION|KERNELS?|SUBSYSTEMS?|LABEL|GOTO|(ENV|ATTRS?)\{[A-Za-z0-9_\/]+\})(==|!=|=)"[^"]*"/#

    private func lines(of file: String) throws -> [String] {
        try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// The example's rules are commented out as `#KEY...`; remarks have a space after the hash.
    private func rules(of file: String) throws -> [String] {
        try lines(of: file).filter { !$0.hasPrefix("# ") && $0 != "#" }
            .map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }

    @Test(arguments: ["70-kagami.rules", "69-kagami-local.rules.example"])
    func everyRuleIsAListOfTerms(file: String) throws {
        let rules = try rules(of: file)
        #expect(!rules.isEmpty)
        for rule in rules {
            for part in rule.split(separator: ", ") {
                #expect(try term.wholeMatch(in: part) != nil, "\(file): \(part)")
            }
        }
    }

    @Test(arguments: ["70-kagami.rules", "69-kagami-local.rules.example"])
    func everyJumpHasItsLabel(file: String) throws {
        func targets(_ key: String) throws -> Set<String> {
            let found = try rules(of: file).flatMap { $0.components(separatedBy: ", ") }
                .filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
            return Set(found)
        }
        #expect(try targets("GOTO=") == targets("LABEL="))
    }

    @Test func theExampleIsInertUntilEdited() throws {
        let active = try lines(of: "69-kagami-local.rules.example").filter { !$0.hasPrefix("#") }
        #expect(active.allSatisfy { !$0.contains("}=\"") })
    }

    @Test func theRulesSetThePropertyThatIsRead() throws {
        let text = try lines(of: "70-kagami.rules").joined(separator: "\n")
        #expect(text.contains("ENV{KAGAMI_OUTPUT}=\"panel\""))
    }
}
