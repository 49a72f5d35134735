import Testing

@testable import ConfigurationFiles

@Suite struct ValidTextTests {
    static let strings: [(text: String, form: String)] = [
        (#"a = """#, #"{a: ""}"#),
        (#"a = "tab\t \"x\" \\ \b\f\n\r""#, #"{a: "tab\t \"x\" \\ \u{08}\u{0C}\n\r"}"#),
        (#"a = "\u00e9 \U0001F389""#, #"{a: "\u{00E9} \u{0001F389}"}"#),
        ("a = \"é\t\"", #"{a: "\u{00E9}\t"}"#),
        (#"a = 'C:\new "x"'"#, #"{a: "C:\\new \"x\""}"#),
        ("a = \"\"\"\nfirst\r\nsecond\"\"\"", #"{a: "first\nsecond"}"#),
        ("a = \"\"\"one \\\n\n   two \\\"\"\"\"", #"{a: "one two \""}"#),
        ("a = \"\"\"one \\  \r\n  two\"\"\"", #"{a: "one two"}"#),
        (#"a = """"x""""""#, #"{a: "\"x\"\""}"#),
        (#"a = """x "" y""""#, #"{a: "x \"\" y"}"#),
        ("a = '''\nno \\escape ''x'''''", #"{a: "no \\escape \'\'x\'\'"}"#),
        ("a = ''''''", #"{a: ""}"#),
    ]

    static let scalars: [(text: String, form: String)] = [
        ("a = +99", "{a: 99}"), ("a = -0", "{a: 0}"), ("a = 1_000", "{a: 1000}"),
        ("a = 0xDead_beef", "{a: 3735928559}"),
        ("a = 0o755", "{a: 493}"), ("a = 0b1101", "{a: 13}"), ("a = 0x0", "{a: 0}"),
        ("a = 9223372036854775807", "{a: 9223372036854775807}"),
        ("a = -9223372036854775808", "{a: -9223372036854775808}"),
        ("a = 3.25", "{a: 3.25}"), ("a = -0.5", "{a: -0.5}"), ("a = 5e+2", "{a: 500.0}"),
        ("a = 1E0_6", "{a: 1000000.0}"),
        ("a = 6.5e-1", "{a: 0.65}"), ("a = 9_224.5_0", "{a: 9224.5}"), ("a = inf", "{a: inf}"),
        ("a = -inf", "{a: -inf}"),
        ("a = +nan", "{a: nan}"), ("a = true", "{a: true}"), ("a = false # no", "{a: false}"),
        ("a = 1979-05-27T07:32:00Z", "{a: date 1979-05-27T07:32:00Z}"),
        ("a = 1979-05-27 00:32:00.999-07:00", "{a: date 1979-05-27 00:32:00.999-07:00}"),
        ("a = 1979-05-27t07:32:00", "{a: date 1979-05-27t07:32:00}"), ("a = 2024-02-29", "{a: date 2024-02-29}"),
        ("a = 1979-05-27 # day", "{a: date 1979-05-27}"), ("a = 07:32:60.5", "{a: date 07:32:60.5}"),
        ("a = [1979-05-27 , 1]", "{a: [date 1979-05-27, 1]}"),
    ]

    static let tables: [(text: String, form: String)] = [
        ("", "{}"), ("# nothing\r\n\t\r\n", "{}"), ("\u{FEFF}a = 1", "{a: 1}"),
        ("a.b.c = 1\na.b.d = 2\n'x y'.\"\" = 3", "{a: {b: {c: 1, d: 2}}, x y: {: 3}}"),
        ("a . b = 1\n1.2 = 3\n-_ = 4", "{a: {b: 1}, 1: {2: 3}, -_: 4}"),
        ("[a]\nx = 1\n[a.b.c]\n[a.b]\ny = 2", "{a: {x: 1, b: {c: {}, y: 2}}}"),
        ("[x.y.z]\n[x]\nw = 1", "{x: {y: {z: {}}, w: 1}}"),
        ("[ a . 'b' ] # c\nx = 1", "{a: {b: {x: 1}}}"),
        ("[a]\nb.c = 1\n[a.b.d]\nx = 2", "{a: {b: {c: 1, d: {x: 2}}}}"),
        ("[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2\n[[a.c]]\n[[a.c]]", "{a: [{x: 1}, {b: {y: 2}, c: [{}, {}]}]}"),
        ("a = []\nb = [ # one\n 1,\n\n 2 , # two\n]", "{a: [], b: [1, 2]}"),
        ("a = [[1, 2], ['x', {y = 1}]]", "{a: [[1, 2], [\"x\", {y: 1}]]}"),
        ("a = {}\nb = { c.d = 1, c.e = [\n2], 'f' = {} }", "{a: {}, b: {c: {d: 1, e: [2]}, f: {}}}"),
        ("a = 1\r\n[b]\r\n", "{a: 1, b: {}}"),
    ]

    @Test(arguments: strings + scalars + tables)
    func textIsRead(_ text: String, _ form: String) throws {
        #expect(try TOMLParser.parse(text).form == form)
    }

    @Test func everyKeyAndValueHasItsPlace() throws {
        let root = try TOMLParser.parse(
            """
            a = 1
            [b.c]   # table
              d = "x=]#"
            e.f = [ 1, [2, 3],
              { g = 4 } ]
            [[h]]
            "i" = '''
            multi "' = 1
            ''''
            [[h]]
            é = 1
            """.replacing("é", with: "\"é\""))
        func check(_ table: TOMLTable?, _ key: String, _ place: (Int, Int), _ value: (Int, Int)) {
            #expect(table?.position(ofKey: key) == SourcePosition(line: place.0, column: place.1), "\(key)")
            #expect(table?[key]?.position == SourcePosition(line: value.0, column: value.1), "\(key)")
        }
        check(root, "a", (1, 1), (1, 5))
        check(root, "b", (2, 1), (2, 1))
        let inner = root["b"]?.table?["c"]?.table
        #expect(inner?.position == SourcePosition(line: 2, column: 1))
        check(inner, "d", (3, 3), (3, 7))
        check(inner?["e"]?.table, "f", (4, 3), (4, 7))
        let values = inner?["e"]?.table?["f"]?.array
        #expect(values?[1].array?[0].position == SourcePosition(line: 4, column: 13))
        check(values?[2].table, "g", (5, 5), (5, 9))
        let rows = root["h"]?.array
        #expect(rows?.map(\.position.line) == [6, 10])
        check(rows?[0].table, "i", (7, 1), (7, 7))
        check(rows?[1].table, "é", (11, 1), (11, 7))
    }
}
