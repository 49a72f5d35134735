import Testing

@testable import ConfigurationFiles

@Suite struct InvalidTextTests {
    static let syntax: [(text: String, line: Int, column: Int, message: String)] = [
        ("[.a]", 1, 2, "a table's name must follow the bracket"),
        ("[]", 1, 2, "a table's name must follow the bracket"),
        ("[a", 1, 3, "] must follow the name"), ("[[a]", 1, 5, "]] must follow the name"),
        ("[a] b", 1, 5, "expected the end of the line"), ("[a.]", 1, 4, "expected a key"),
        ("= 1", 1, 1, "expected a key"), ("a", 1, 2, "= must follow the key"),
        ("a b = 1", 1, 3, "= must follow"),
        ("a. = 1", 1, 4, "expected a key"), ("é = 1", 1, 1, "expected a key; quote one"),
        ("\"\"\"a\"\"\" = 1", 1, 3, "= must follow the key"),
        ("a = # none", 1, 5, "expected a value"), ("a =\n1", 1, 4, "expected a value"),
        ("a = 1 b = 2", 1, 7, "expected the end of the line"), ("a = = 1", 1, 5, "expected a value"),
        ("a = 1\0", 1, 6, "a zero byte is not text"), ("a = 1 # \u{1}", 1, 9, "a control character must be written"),
        ("a = 1\rb = 2", 1, 6, "a control character"), ("a = 'x\u{7F}'", 1, 7, "a control character"),
        ("a = \"x\ny\"", 1, 5, "the string is not closed in its line: \" is missing"),
        ("é = 1".replacing("é", with: "'é") + "\n'", 1, 1, "the string is not closed in its line: ' is missing"),
        ("a = '''x''", 1, 5, "the string is not closed: ''' is missing"),
        ("a = \"\\x\"", 1, 7, "unknown escape"), ("a = \"\\u12g4\"", 1, 8, "expected 4 hexadecimal digits"),
        ("a = \"\\ud800\"", 1, 8, "not a Unicode character"), ("a = \"\\U00110000\"", 1, 8, "not a Unicode"),
        ("a = \"\"\"\\ x\"\"\"", 1, 9, "unknown escape"),
        ("a = \"\"\"\"\"\"\"\"\"", 1, 13, "expected the end of the line"),
        ("a = [1,\n", 1, 5, "the array is not closed"), ("a = [1 2]", 1, 8, "expected a comma or ]"),
        ("a = [,]", 1, 6, "expected a value"), ("a = [1,,2]", 1, 8, "expected a value"),
        ("a = {b = 1", 1, 5, "the inline table is not closed"), ("a = {b = 1,\nc = 2}", 1, 5, "the inline table"),
        ("a = {b = 1,}", 1, 12, "expected a key"), ("a = {b = 1 c = 2}", 1, 12, "expected a comma or }"),
        ("a = {,}", 1, 6, "expected a key"),
    ]

    static let scalars = [
        "yes", "True", "1_", "_1", "1__0", "01", "-01", "+0x1", "0x", "0xg", "0b2", "0o8", "1.", ".5", "1._5", "1e",
        "1e_5",
        "1.e5", "--1", "+-1", "nan1", "infinity", "0x1.8", "1e5.5", "9223372036854775808", "0xFFFFFFFFFFFFFFFF",
        "1979-13-01", "1979-02-30", "2023-02-29", "1979-5-27", "24:00:00", "07:60:00", "07:32", "07:32:00.",
        "1979-05-27T", "1979-05-27T07:32:00+24:00", "1979-05-27T07:32:00+7:00", "1979-05-27X07:32:00",
        String(repeating: "1", count: 129), "0." + String(repeating: "1", count: 1000), "١",
    ]

    static let definitions: [(text: String, line: Int, message: String)] = [
        ("a = 1\na = 2", 2, "a is defined twice: first in line 1"),
        ("a = 1\n[a]", 2, "a is defined twice: first in line 1"),
        ("[a]\n[a]", 2, "a is defined twice"), ("[a.b]\n[a]\n[a]", 3, "a is defined twice: first in line 2"),
        ("a.b = 1\na.b = 2", 2, "b is defined twice"), ("a = 1\na.b = 2", 2, "a cannot be added to"),
        ("a = {}\na.b = 1", 2, "a cannot be added to"), ("a = {}\n[a.b]", 2, "a cannot be added"),
        ("a = []\n[[a]]", 2, "a is defined twice"), ("[[a]]\n[a]", 2, "a is defined twice"),
        ("[a]\n[[a]]", 2, "a is defined twice"), ("[a.b]\n[[a]]", 2, "a is defined twice"),
        ("[[a.b]]\n[a.b]", 2, "b is defined twice"), ("a = [{}]\n[a.b]", 2, "a cannot be added to"),
        ("a.b.c = 1\n[a]", 2, "a is defined twice"), ("[a]\nb.c = 1\n[a.b]", 3, "b is defined twice"),
        ("[a.b.c]\nz = 9\n[a]\nb.c.t = 1", 4, "c cannot be added to: first in line 1"),
        ("a = {b.c = 1, b.c = 2}", 1, "c is defined twice"), ("a = {b = {}, b.c = 1}", 1, "b cannot be added"),
        ("a = {x = 1, x = 2}", 1, "x is defined twice"), ("'a' = 1\n\"\\u0061\" = 2", 2, "a is defined twice"),
    ]

    @Test(arguments: syntax)
    func errorsHaveTheirPlace(_ text: String, _ line: Int, _ column: Int, _ message: String) {
        let error = error(of: text)
        #expect(error?.position == SourcePosition(line: line, column: column))
        #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test(arguments: scalars)
    func valuesThatAreNone(_ scalar: String) {
        #expect(error(of: "a = \(scalar)")?.position == SourcePosition(line: 1, column: 5))
        #expect(error(of: "a = [ \(scalar) ]")?.position == SourcePosition(line: 1, column: 7))
    }

    @Test(arguments: definitions)
    func nothingIsDefinedTwice(_ text: String, _ line: Int, _ message: String) {
        let error = error(of: text)
        #expect(error?.position.line == line)
        #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
    }

    @Test func messagesAreShort() {
        let name = String(repeating: "n\u{1B}", count: 10_000)
        for text in ["a = \(name.filter { $0 == "n" })", "'\(name.filter { $0 == "n" })' = 1\n".repeated(2)] {
            #expect((error(of: text)?.message.count ?? .max) < 200)
        }
        #expect("a\u{1B}b".abbreviated == "a\\u{1b}b")
    }

    private func error(of text: String) -> TOMLError? {
        do throws(TOMLError) {
            Issue.record("taken as \(try TOMLParser.parse(text).form)")
            return nil
        } catch {
            return error
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
