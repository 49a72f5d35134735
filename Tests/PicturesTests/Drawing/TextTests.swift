import Geometry
import Mirroring
import Pictures
import Testing

/// Text stays in its place, whatever it is.
@Suite struct TextTests {
    private static let size = Size<OutputSpace>(width: 200, height: 100)
    private static let place = Rect<OutputSpace>(x: 20, y: 20, width: 160, height: 60)

    private static let texts = [
        String(repeating: "W", count: 1500), String(repeating: "wide words ", count: 150),
        String(repeating: "鏡", count: 600), String(repeating: "🎉", count: 400),
        String(repeating: "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}", count: 100),
        String(repeating: "שלום עולם ", count: 100), "\u{202E}reversed\u{202C}", "ｇｊｑｙ ÅÉ",
    ]

    @Test("Nothing is drawn outside of the element", arguments: texts)
    func staysInside(_ text: String) throws {
        let renderer = try #require(HUDRenderer())
        for (element, change) in [
            (HUDElement(.text, lines: 9), HUDChange.text(text)),
            (HUDElement(.comments, lines: 9), .comment(author: String(text.prefix(12)), text: text)),
        ] {
            let layout = TestLayouts.single(element, fontSize: 23)
            let empty = try HUDDrawing.drawn(HUDModel(), layout, Self.size, renderer).pixels
            var model = HUDModel()
            try model.apply(change)
            let drawn = try HUDDrawing.drawn(model, layout, Self.size, renderer).pixels
            let touched = drawn.differences(from: empty)
            #expect(!touched.isEmpty)
            #expect(touched.subtracting(Region(Self.place)).isEmpty)
        }
    }

    @Test("No glyph reaches past the element that cuts it off, at any size", arguments: [5, 9, 11, 14, 18, 20, 29])
    func cutOff(fontSize: Int) throws {
        let renderer = try #require(HUDRenderer())
        let layout = TestLayouts.single(HUDElement(.comments, lines: 2), fontSize: Double(fontSize) * 0.7)
        for word in ["hello a\u{301}\u{302}", "🎉🎊", "こんにちは、世界", "שלום gjq"] {
            for height in 45...60 {
                let size = Size<OutputSpace>(width: 200, height: height)
                let place = Rect<OutputSpace>(x: 20, y: 20, width: 160, height: height - 40)
                let stretched = HUDLayout(design: size, root: layout.root)
                var model = HUDModel()
                let empty = try HUDDrawing.drawn(model, stretched, size, renderer).pixels
                try model.apply([.pin(author: word, text: word), .comment(author: word, text: word)])
                let drawn = try HUDDrawing.drawn(model, stretched, size, renderer).pixels
                let outside = drawn.differences(from: empty).subtracting(Region(place))
                #expect(outside.isEmpty, "\(word) in \(height - 40) lines of pixels: \(outside.extents)")
            }
        }
    }

    @Test("A text too long for its lines is cut with an ellipsis, however long it is")
    func ellipsis() throws {
        let renderer = try #require(HUDRenderer())
        func picture(_ text: String, lines: Int) throws -> Pixels {
            var model = HUDModel()
            try model.apply(.text(text))
            let layout = TestLayouts.single(HUDElement(.text, lines: lines))
            return try HUDDrawing.drawn(model, layout, Self.size, renderer).pixels
        }
        let words = String(repeating: "many words ", count: 20)
        let empty = try picture("", lines: 1)
        let cut = try picture(words, lines: 1)
        #expect(try cut == picture(words + words, lines: 1))
        #expect(cut.differences(from: empty).extents.height < 16)
        #expect(try cut != picture(String(words.prefix(18)), lines: 1))
        // With more lines it wraps.
        let height = try picture(words, lines: 3).differences(from: empty).extents.height
        #expect((32..<60).contains(height))
    }

    @Test("Emoji come in colour, Japanese as letters of its own")
    func scripts() throws {
        let renderer = try #require(HUDRenderer())
        func picture(_ text: String) throws -> Pixels {
            var model = HUDModel()
            try model.apply(.text(text))
            return try HUDDrawing.drawn(model, TestLayouts.single(HUDElement(.text)), Self.size, renderer).pixels
        }
        let colors = Set(try picture("🎉").words)
        let isColored = colors.contains { word in
            let channels = [word >> 16 & 255, word >> 8 & 255, word & 255]
            return (channels.max() ?? 0) - (channels.min() ?? 0) > 100
        }
        #expect(isColored)
        // Letters without a font would all be the same box.
        #expect(try picture("鏡") != picture("森"))
        #expect(try picture("か") != picture("き"))
    }

    @Test("The newest comment is at the bottom, and only whole comments are above it")
    func commentOrder() throws {
        let renderer = try #require(HUDRenderer())
        let layout = TestLayouts.single(HUDElement(.comments, lines: 2))
        var model = HUDModel()
        for number in 0..<9 { try model.apply(.comment(author: "a", text: "line \(number)")) }
        let bar = try HUDDrawing.drawn(model, layout, Self.size, renderer)
        let before = try bar.pixels
        try model.apply(.comment(author: "b", text: "a new one"))
        _ = bar.draw(model, at: Timestamp(microseconds: 0))
        let pitch = 16
        let after = try bar.pixels
        // What stood on the last line stands one line higher now.
        for y in Self.place.maxY - pitch..<Self.place.maxY {
            let old = before.words[y * 200..<(y + 1) * 200]
            let moved = after.words[(y - pitch) * 200..<(y - pitch + 1) * 200]
            #expect(Array(old) == Array(moved))
        }
        #expect(after != before)
    }
}
