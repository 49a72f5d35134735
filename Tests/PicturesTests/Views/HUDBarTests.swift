import Geometry
import Mirroring
import Pictures
import Testing

/// How little one bar draws.
@Suite struct HUDBarTests {
    private static let sizes: [Size<OutputSpace>] = [
        Size(width: 160, height: 90), Size(width: 200, height: 200), Size(width: 200, height: 40),
        Size(width: 1280, height: 48),
    ]

    @Test("A tick of the clock draws the clock's rectangle and nothing else", arguments: sizes)
    func tick(_ size: Size<OutputSpace>) throws {
        let renderer = try #require(HUDRenderer())
        var model = HUDModel()
        try model.apply([.start(Timestamp(microseconds: 0)), .comment(author: "a", text: "b"), .viewers(9)])
        let bar = try HUDDrawing.drawn(model, .builtIn(for: size), size, renderer)
        let clock = try #require(bar.places(of: .clock).first)
        for second in 1...70 {
            let before = try bar.pixels
            let damage = bar.draw(model, at: Timestamp(microseconds: Int64(second) * 1_000_000))
            #expect(damage == Region(clock))
            #expect(try !bar.pixels.differences(from: before).isEmpty)
        }
    }

    @Test("A pinned comment stays above the others until it is taken away")
    func pinned() throws {
        let renderer = try #require(HUDRenderer())
        let size = Size<OutputSpace>(width: 400, height: 400)
        let bar: (HUDModel) throws -> [UInt32] = { try HUDDrawing.drawn($0, .square, size, renderer).pixels.words }
        var model = HUDModel()
        for number in 0..<30 { try model.apply(.comment(author: "", text: "comment \(number)")) }
        let plain = try bar(model)
        try model.apply(.pin(author: "mika", text: "read this first"))
        let pinned = try bar(model)
        let place = try #require(HUDDrawing.drawn(model, .square, size, renderer).places(of: .comments).first)
        // The yellow bar at its left, from the top of the comments.
        #expect(pinned[(place.y + 1) * 400 + place.x] == 0xFFC94A)
        #expect(!plain.contains(0xFFC94A))
        let bottom = (place.maxY - place.height / 4) * 400
        #expect(
            pinned[bottom..<(place.maxY * 400)] == plain[bottom..<(place.maxY * 400)], "the newest stay where they were"
        )
        try model.apply(.comment(author: "", text: "another"))
        #expect(model.pinned?.text == "read this first")
        #expect(try bar(model)[(place.y + 1) * 400 + place.x] == 0xFFC94A)
        try model.apply(.clearComments)
        #expect(model.pinned != nil)
        try model.apply(.unpin)
        #expect(try bar(model) == bar(HUDModel()))
    }

    /// In a card a pinned comment of many lines took the newest one's room; in a bar of one row it was cut off and hid it.
    @Test(
        "A pinned comment leaves a whole line to the others, below it or beside it",
        arguments: [
            Size<OutputSpace>(width: 320, height: 180), Size(width: 1920, height: 40), Size(width: 5120, height: 53),
            Size(width: 400, height: 400),
        ])
    func pinnedLeavesRoom(size: Size<OutputSpace>) throws {
        let renderer = try #require(HUDRenderer())
        func words(_ model: HUDModel) throws -> (words: [UInt32], place: Rect<OutputSpace>) {
            let drawn = try HUDDrawing.drawn(model, .builtIn(for: size), size, renderer)
            return (try drawn.pixels.words, try #require(drawn.places(of: .comments).first))
        }
        var model = HUDModel()
        let long = Array(repeating: "questions at the end please", count: 8).joined(separator: " ")
        try model.apply(.pin(author: "", text: long))
        let (alone, place) = try words(model)
        let bars = (place.y..<place.maxY).filter { alone[$0 * size.width + place.x] == 0xFFC94A }
        #expect(bars.count * 5 > place.height, "the pin is there")
        #expect(try #require(bars.first) >= place.y && #require(bars.last) < place.maxY)
        try model.apply(.comment(author: "", text: "|"))
        let both = try words(model).words
        let rows = (place.y..<place.maxY).filter { y in
            (place.x..<place.maxX).contains { both[y * size.width + $0] != alone[y * size.width + $0] }
        }
        var lone = HUDModel()
        try lone.apply(.comment(author: "", text: "|"))
        let (shown, empty) = (try words(lone).words, try words(HUDModel()).words)
        let wanted = (place.y..<place.maxY).filter { y in
            (place.x..<place.maxX).contains { shown[y * size.width + $0] != empty[y * size.width + $0] }
        }
        #expect(rows.count == wanted.count && !rows.isEmpty, "the newest comment is there as a whole")
    }

    @Test("Nothing new is nothing to draw")
    func nothingNew() throws {
        let renderer = try #require(HUDRenderer())
        var model = HUDModel()
        try model.apply([.start(Timestamp(microseconds: 0)), .comment(author: "a", text: "b")])
        let size = Size<OutputSpace>(width: 200, height: 200)
        let bar = try HUDDrawing.drawn(model, .square, size, renderer)
        #expect(bar.draw(model, at: Timestamp(microseconds: 999_999)).isEmpty)
    }

    @Test("Groups around a layout change nothing in it", arguments: [1, 2, 10])
    func nestedGroups(depth: Int) throws {
        let renderer = try #require(HUDRenderer())
        var model = HUDModel()
        try model.apply([.start(Timestamp(microseconds: 0)), .comment(author: "a", text: "b"), .text("c")])
        let size = Size<OutputSpace>(width: 200, height: 200)
        let plain = try HUDDrawing.drawn(model, .square, size, renderer)
        let nested = try HUDDrawing.drawn(model, TestLayouts.nested(.square, depth: depth), size, renderer)
        #expect(try plain.pixels == nested.pixels)
        let later = Timestamp(microseconds: 1_000_000)
        #expect(nested.draw(model, at: later) == plain.draw(model, at: later))
    }

    @Test("A bar's memory is used again by the next one of its size, and only by that")
    func pool() throws {
        let renderer = try #require(HUDRenderer())
        let pool = CanvasPool()
        let sizes = [Size<OutputSpace>(width: 160, height: 90), Size(width: 200, height: 40)]
        for _ in 0..<20 {
            for size in sizes {
                let bar = try #require(HUDDrawing(layout: .card, size: size, renderer: renderer, pool: pool))
                _ = bar.draw(HUDModel(), at: Timestamp(microseconds: 0))
                #expect(bar.picture?.size == size.reinterpreted())
            }
        }
        // A picture and a layer for each size.
        #expect(pool.made == 4)
    }

    @Test("What an earlier bar left in the memory is not seen")
    func usedMemory() throws {
        let renderer = try #require(HUDRenderer())
        let pool = CanvasPool()
        let size = Size<OutputSpace>(width: 200, height: 200)
        var busy = HUDModel()
        try busy.apply([.text("something"), .comment(author: "a", text: "b"), .viewers(1)])
        let fresh = try HUDDrawing.drawn(HUDModel(), .square, size, renderer).pixels
        _ = HUDDrawing(layout: .square, size: size, renderer: renderer, pool: pool)?.draw(
            busy, at: Timestamp(microseconds: 0))
        let second = try #require(HUDDrawing(layout: .square, size: size, renderer: renderer, pool: pool))
        _ = second.draw(HUDModel(), at: Timestamp(microseconds: 0))
        #expect(try second.pixels == fresh)
        #expect(pool.made == 2)
    }

    @Test("The pool keeps no more than it is told to")
    func poolCapacity() throws {
        let pool = CanvasPool(capacity: 40_000)
        let size = Size<OutputSpace>(width: 100, height: 50)
        let taken = try (0..<4).map { _ in try #require(pool.take(size)) }
        for canvas in taken { pool.give(canvas) }
        _ = try (0..<4).map { _ in try #require(pool.take(size)) }
        #expect(pool.made == 6)
    }

    @Test("A bar too large for memory is none")
    func tooLarge() throws {
        let renderer = try #require(HUDRenderer())
        for size in [Size<OutputSpace>(width: 0, height: 4), Size(width: 4, height: MemoryBuffer.maximumSide + 1)] {
            #expect(HUDDrawing(layout: .card, size: size, renderer: renderer, pool: CanvasPool()) == nil)
        }
    }
}
