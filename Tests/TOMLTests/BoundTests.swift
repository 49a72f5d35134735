import Testing
import TestSupport

@testable import ConfigurationFiles

/// Texts that strangers write: deep, long and broken.
@Suite struct BoundTests {
    static let deep: [(name: String, text: @Sendable (Int) -> String)] = [
        ("arrays", { "a = " + repeated("[", $0) }),
        ("closed arrays", { "a = " + repeated("[", $0) + repeated("]", $0) }),
        ("inline tables", { "a = " + repeated("{a=", $0) }),
        ("arrays and inline tables", { "a = " + repeated("[{a=", $0 / 2) }),
        ("a dotted key", { repeated("a.", $0) + "a = 1" }),
        ("a header", { "[" + repeated("a.", $0) + "a]" }),
        ("an array of tables' header", { "[[" + repeated("a.", $0) + "a]]" }),
        ("a dotted key in an inline table", { "a = {" + repeated("a.", $0) + "a = 1}" }),
        ("a dotted key below a header", { "[" + repeated("a.", 40) + "a]\n" + repeated("a.", $0) + "a = 1" }),
    ]

    @Test(arguments: deep.indices)
    func depthHasItsBound(_ index: Int) {
        let (name, text) = Self.deep[index]
        for depth in [TOMLParser.maximumDepth + 1, 25_000, 50_000] {
            let error = error(of: text(depth))
            #expect(error?.message == "keys and brackets are more than 64 deep", "\(name) \(depth)")
            #expect((error?.position.column ?? .max) < 400, "\(name) \(depth)")
        }
    }

    @Test func whatIsAsDeepAsAllowedIsTaken() throws {
        let depth = TOMLParser.maximumDepth
        for text in [
            "[" + repeated("a.", depth - 1) + "a]", repeated("a.", depth - 1) + "a = 1",
            "a = " + repeated("[", depth - 1) + repeated("]", depth - 1),
            "a = " + repeated("{a=", depth - 1) + "1" + repeated("}", depth - 1),
        ] {
            _ = try TOMLParser.parse(text)
        }
    }

    static let long: [(name: String, text: @Sendable (Int) -> String)] = [
        ("keys", { (0..<$0).map { "key\($0) = \($0)\n" }.joined() }),
        ("keys in one line", { "a = {" + (0..<$0).map { "k\($0)=1" }.joined(separator: ",") + "}" }),
        ("tables", { (0..<$0).map { "[t.t\($0)]\n" }.joined() }),
        ("arrays of tables", { repeated("[[a.b]]\nx = 1\n", $0) }),
        ("tables in arrays of tables", { repeated("[[a]]\n[a.b]\nx.y = 1\n", $0) }),
        ("dotted keys", { (0..<$0).map { "a.b.c.k\($0) = 1\n" }.joined() }),
        ("an array", { "a = [" + repeated("1, ", $0) + "]" }),
        ("an array without an end", { "a = [" + repeated("'',", $0) }),
        ("a string", { "a = '" + repeated("xyzé", $0) + "'" }),
        ("a string without an end", { "a = \"\"\"" + repeated("x\"\"\\\"", $0) }),
        ("backslashes and blanks", { "a = \"\"\"" + repeated("\\  \n  ", $0) + "\"\"\"" }),
        ("a number", { "a = " + repeated("12345", $0) }),
        ("a comment", { repeated("# a comment", $0) }),
        ("blank lines", { repeated("  \r\n", $0) }),
    ]

    /// Four times the text takes four times as long, give or take; were it the square, it would be sixteen.
    @Test(arguments: long.indices)
    func timeGrowsWithTheLength(_ index: Int) {
        let (name, text) = Self.long[index]
        let (short, longer) = (text(2000), text(8000))
        // The best of several, in turns.
        var best = (short: Duration.seconds(100), longer: Duration.seconds(100))
        for _ in 0..<5 {
            best.short = min(best.short, time(short))
            best.longer = min(best.longer, time(longer))
        }
        let ratio = best.longer / max(best.short, .microseconds(200))
        #expect(ratio < 9, "\(name): \(best)")
    }

    static let pieces = [
        "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "'", "\"\"\"", "'''", "\\", "\\u00e9", "\n", "\r\n", " ",
        "#",
        "a", "b", "é", "🎉", "\0", "\u{7F}", "1", "-", "_", "0x", "1e5", "1979-05-27", "07:32:00", "true", "a = 1\n",
        "[a]\n",
        "[[b]]\n", "a.b.c = ", "{ x = 1 }", "[1, 2]", "inf",
    ]

    /// A tree or an error with a place in the text, whatever the text.
    @Test(arguments: Effort.seeds(sample: 4, torture: 200))
    func anyTextIsTaken(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var taken = 0
        for _ in 0..<5000 {
            let count = Int.random(in: 0...20, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            if isTaken(text) { taken += 1 }
        }
        #expect(taken > 100)
    }

    /// Each text known to be right, with some of its scalars changed.
    @Test(arguments: Effort.seeds(sample: 4, torture: 200))
    func brokenCopiesAreTaken(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let good = (ValidTextTests.strings + ValidTextTests.scalars + ValidTextTests.tables).map(\.text)
        for _ in 0..<4000 {
            var scalars = Array((good.randomElement(using: &generator) ?? "").unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !scalars.isEmpty {
                let index = Int.random(in: scalars.indices, using: &generator)
                let piece = Array((Self.pieces.randomElement(using: &generator) ?? "").unicodeScalars)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: scalars.remove(at: index)
                case 1: scalars.insert(contentsOf: piece, at: index)
                case 2: scalars.append(contentsOf: scalars[index...])
                default: scalars.swapAt(index, Int.random(in: scalars.indices, using: &generator))
                }
            }
            _ = isTaken(String(String.UnicodeScalarView(scalars)))
        }
    }

    private func isTaken(_ text: String) -> Bool {
        do throws(TOMLError) {
            _ = try TOMLParser.parse(text).form
            return true
        } catch {
            let lines = text.unicodeScalars.count { $0 == "\n" } + 1
            #expect((1...lines).contains(error.position.line) && error.position.column >= 1, "\(text)")
            #expect(!error.message.isEmpty && error.message.count < 200, "\(text)")
            return false
        }
    }

    private func error(of text: String) -> TOMLError? {
        do throws(TOMLError) {
            _ = try TOMLParser.parse(text)
            return nil
        } catch {
            return error
        }
    }

    private func time(_ text: String) -> Duration { processorTime { _ = error(of: text) } }
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
