import Geometry
import Pictures
import Testing
import TestSupport

@testable import ConfigurationFiles
@testable import kagami

@Suite struct HUDLayoutParserTests {
    @Test("Every key is read")
    func everyKey() throws {
        let text = """
            [bar]
            design = "320x40"
            row = ["who", "talk"]
            padding = 4
            spacing = 2.5
            background = "#10203080"
            radius = 6
            font = "Noto Sans"
            font_size = 11
            color = "#ffffff"
            bold = true
            [box.who]
            show = "clock"
            length = 60
            align = "right"
            [box.talk]
            column = ["comments", "title"]
            grow = 2
            [box.comments]
            show = "comments"
            lines = 3
            stable = true
            [box.title]
            show = "label"
            label = "LIVE"
            """
        let talk = HUDBox(
            .column([
                HUDBox(.element(HUDElement(.comments, isStable: true, lines: 3))),
                HUDBox(.element(HUDElement(.label, label: "LIVE"))),
            ]), grow: 2)
        let expected = HUDLayout(
            design: Size(width: 320, height: 40),
            root: HUDBox(
                .row([HUDBox(.element(HUDElement(.clock, alignment: .right)), length: 60), talk]), padding: 4,
                spacing: 2.5, background: HUDColor(red: 16, green: 32, blue: 48, alpha: 128), radius: 6,
                style: HUDStyle(font: "Noto Sans", fontSize: 11, color: HUDColor(0xFFFFFF), isBold: true)))
        #expect(try HUDLayoutParser.parse(text, file: "f") == expected)
    }

    static let errors: [(text: String, place: String, message: String)] = [
        ("", "1:1", "[bar] is missing: a layout needs the box that holds the others"),
        ("[bar]\nshow = \"clok\"", "2:8", "show must be one of \"comments\""),
        ("[bar]\npadding = 3", "1:1", "exactly one of row, column, stack and show is required"),
        ("[bar]\nrow = [\"a\"]\nshow = \"clock\"\n[box.a]\nshow=\"text\"", "1:1", "exactly one of row"),
        ("[bar]\nrow = [\"a\", \"b\"]\n[box.a]\nshow=\"text\"", "2:13", "there is no box b: did you mean a?"),
        ("[bar]\nrow = [\"clock\"]", "2:8", "there is no box clock: write [box.clock]"),
        ("[bar]\nrow = [\"a\", \"a\"]\n[box.a]\nshow=\"text\"", "2:13", "box a is used twice"),
        ("[bar]\nshow = \"text\"\n[box.a]\nshow=\"text\"", "3:1", "box a is in no row, column or stack of the bar"),
        ("[bar]\nrow = [\"a\"]\n[box.a]\nrow=[\"a\"]", "4:6", "box a is used twice"),
        ("[bar]\nrow = [1]", "2:7", "row must be names of boxes"),
        ("[bar]\nshow = \"text\"\ncolour = \"#fff\"", "3:1", "unknown key colour in bar: did you mean color?"),
        ("[bar]\nshow = \"text\"\ncolor = \"#fff\"", "3:9", "color must be a colour"),
        ("[bar]\nshow = \"text\"\nlength = 3", "3:1", "unknown key length in bar"),
        ("box.a = 3\n[bar]\nshow = \"text\"", "1:9", "a must be a table: write [box.a]"),
        ("[bar]\nshow = \"text\"\nfont_size = nan", "3:13", "font_size must be a number, 1 to 1000"),
    ]

    @Test("Errors tell line and column", arguments: errors)
    func error(_ text: String, _ place: String, _ message: String) {
        do {
            let layout = try HUDLayoutParser.parse(text, file: "f")
            Issue.record("taken as \(layout)")
        } catch {
            let line = error.lines.first ?? ""
            #expect(line.hasPrefix("f:\(place): \(message)"), "\(error.lines)")
        }
    }

    @Test("Boxes that hold each other, far from the bar, are told of")
    func ring() {
        let text = "[bar]\nshow = \"text\"\n[box.a]\nrow=[\"b\"]\n[box.b]\nrow=[\"a\"]"
        #expect(throws: ConfigurationError.self) { try HUDLayoutParser.parse(text, file: "f") }
    }

    static let huge: [(name: String, text: String)] = [
        ("brackets", "[bar]\nrow = " + String(repeating: "[", count: 25_000)),
        ("a dotted key", "[bar]\n" + String(repeating: "a.", count: 30_000) + "a = 1"),
        ("boxes", "[bar]\nshow = \"text\"\n" + (0..<5000).map { "[box.b\($0)]\n" }.joined()),
        ("names", "[bar]\nrow = [" + (0..<5000).map { "\"none\($0)\"," }.joined() + "]"),
        (
            "names that are nearly boxes",
            (0..<200).map { "[box.\(String(repeating: "b", count: 40))\($0)]\nshow = \"text\"\n" }.joined()
                + "[bar]\nrow = [" + (0..<1000).map { "\"\(String(repeating: "c", count: 40))\($0)\"," }.joined() + "]"
        ),
        ("unknown keys", "[bar]\n" + (0..<4000).map { "colour\($0) = 1\n" }.joined()),
    ]

    /// The running service reads layouts: one that a stranger has written must not keep it from its work.
    @Test("What is huge is told in bounded time", arguments: huge.indices)
    func hugeLayouts(_ index: Int) {
        let (name, text) = Self.huge[index]
        #expect(text.utf8.count <= HUDLayoutParser.maximumBytes + 4096, "\(name)")
        let huge = processorTime {
            #expect(throws: ConfigurationError.self, "\(name)") { try HUDLayoutParser.parse(text, file: "f") }
        }
        let largest = processorTime {
            #expect(throws: Never.self) { try HUDLayoutParser.parse(Self.largest, file: "f") }
        }
        // At most 30 times as much; 250 times before there were bounds.
        #expect(huge < largest * 100, "\(name)")
    }

    /// A layout of as many boxes as there may be.
    private static let largest: String = {
        let names = (1..<HUDLayout.maximumBoxes).map { "b\($0)" }
        return "[bar]\nrow = [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]\n"
            + names.map { "[box.\($0)]\nshow = \"text\"\ncolor = \"#ffffff\"\n" }.joined()
    }()

    @Test("Boxes within boxes end somewhere")
    func depth() {
        func text(_ depth: Int) -> String {
            let boxes = (1...depth).map { "[box.b\($0)]\nrow = [\"b\($0 + 1)\"]\n" }.joined()
            return "[bar]\nrow = [\"b1\"]\n\(boxes)[box.b\(depth + 1)]\nshow = \"text\""
        }
        #expect(throws: Never.self) { try HUDLayoutParser.parse(text(HUDLayout.maximumDepth - 2), file: "f") }
        #expect(throws: ConfigurationError.self) {
            try HUDLayoutParser.parse(text(HUDLayout.maximumDepth), file: "f")
        }
    }
}
