import Testing

@testable import kagami

@Suite struct SourceIndexTests {
    @Test func pathsAreFoundThroughEveryKindOfTable() {
        let index = SourceIndex(
            """
            a = 1
            [b.c]   # table
              d = "x=]#"
            e.f = [ 1, [2, 3],
              { g = 4 } ]
            [[h]]
            i = '''
            multi "' = 1
            ''''
            [[h]]
            "i" = \"\"\"\\\"\"\"\"\"
            [h.j]
            k = 1
            """)
        let keys: [(String, Int, Int)] = [
            ("a", 1, 1), ("b.c", 2, 1), ("b.c.d", 3, 3), ("b.c.e.f", 4, 1), ("b.c.e.f[1]", 4, 12),
            ("b.c.e.f[2].g", 5, 5),
            ("h", 6, 1), ("h[0]", 6, 1), ("h[0].i", 7, 1), ("h[1]", 10, 1), ("h[1].i", 11, 1), ("h[1].j", 12, 1),
            ("h[1].j.k", 13, 1),
        ]
        for (path, line, column) in keys {
            #expect(index.keys[path] == SourcePosition(line: line, column: column), "\(path)")
        }
        #expect(index.value("b.c.d") == SourcePosition(line: 3, column: 7))
        #expect(index.value("b.c.e.f[1][0]") == SourcePosition(line: 4, column: 13))
        #expect(index.value("h[1].j.k") == SourcePosition(line: 13, column: 5))
    }

    @Test func unknownPathIsWhereItsTableIs() {
        let index = SourceIndex("\n[a]\nb = 1\n")
        #expect(index.key("a.missing") == SourcePosition(line: 2, column: 1))
        #expect(index.value("a.missing.deeper") == SourcePosition(line: 2, column: 1))
        #expect(index.key("nothing") == .start)
    }

    @Test func spellingFindsWhatWasMeant() {
        let words = ["panel", "external", "controller", "scale", "repeat_delay_ms"]
        #expect(Spelling.nearest(to: "sclae", among: words) == "scale")
        #expect(Spelling.nearest(to: "externl", among: words) == "external")
        #expect(Spelling.nearest(to: "repeat_delay", among: words) == "repeat_delay_ms")
        #expect(Spelling.nearest(to: "zebra", among: words) == nil)
        #expect(Spelling.nearest(to: "", among: []) == nil)
        #expect(Spelling.edits(from: "", to: "abc") == 3)
        #expect(Spelling.edits(from: "kitten", to: "sitting") == 3)
        #expect(Spelling.edits(from: "ab", to: "ba") == 1)
    }
}
