import Testing

@testable import kagami

@Suite struct OutputLinesTests {
    @Test func linesComeWhenTheyAreComplete() {
        var lines = OutputLines()
        #expect(lines.take("one\ntw".utf8) == ["one"])
        #expect(lines.take("o\r\n\n\nthree".utf8) == ["two"])
        #expect(lines.end() == ["three"])
        #expect(lines.end() == [])
    }

    /// As on a terminal: of a player's seconds only the last ones are left when it says something else, or ends.
    @Test func whatIsWrittenOverIsLeftOut() {
        var lines = OutputLines()
        #expect(lines.take("AV: 1\rAV: 2\rAV: 3".utf8) == [])
        #expect(lines.take("\r".utf8) == [])
        #expect(lines.take("AV: 4\nerror\r\nAV: 5\rAV: 6\r".utf8) == ["AV: 4", "error"])
        #expect(lines.end() == ["AV: 6"])
    }

    @Test func aLineWithoutEndIsBroken() {
        var lines = OutputLines()
        let taken = lines.take([UInt8](repeating: UInt8(ascii: "a"), count: 2 * OutputLines.longest + 5))
        #expect(taken.map(\.utf8.count) == [OutputLines.longest, OutputLines.longest])
        #expect(lines.end() == ["aaaaa"])
    }

    @Test func bytesThatAreNoTextAreShownAllTheSame() {
        var lines = OutputLines()
        #expect(lines.take([0xff, 0x41, 0x0a]) == ["\u{FFFD}A"])
    }
}
