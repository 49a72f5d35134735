import Geometry
import Mirroring
import Pictures
import Testing

/// When a view draws, and that it sleeps otherwise.
@Suite struct HUDViewTests {
    private let loop = ManualLoop()
    private let size = Size<OutputSpace>(width: 200, height: 200)

    private func shownView(of hud: HUDBoard) -> (view: HUDView, damage: () -> [Region<OutputSpace>]) {
        final class Log { var damage: [Region<OutputSpace>] = [] }
        let log = Log()
        let view = hud.makeView(size: size)
        view.damaged = { log.damage.append($0) }
        view.isShown = true
        return (view, { log.damage })
    }

    /// A bar of its own that shows the same.
    private func fresh(_ hud: HUDBoard, _ layout: HUDLayout = .square) throws -> HUDDrawing {
        let renderer = try #require(HUDRenderer())
        return try HUDDrawing.drawn(hud.model, layout, size, renderer, absent: hud.model.absent, at: loop.bootTime)
    }

    @Test("The clock alone wakes once a second, on the second of the elapsed time")
    func clock() throws {
        let hud = HUDBoard(loop: loop)
        try hud.apply([.start(loop.now.adding(microseconds: -300_000))])
        let (view, damage) = shownView(of: hud)
        #expect(view.draws == 1)
        loop.pass(microseconds: 699_999)
        #expect(loop.wakeups == 0)
        loop.pass(microseconds: 1)
        #expect(loop.wakeups == 1 && view.draws == 2)
        loop.pass(microseconds: 10_000_000)
        #expect(loop.wakeups == 11 && view.draws == 12)
        let clock = try #require(fresh(hud).places(of: .clock).first)
        #expect(damage().dropFirst().allSatisfy { $0 == Region(clock) })
    }

    @Test("The elapsed time counts the time that the machine sleeps, and is drawn once for all the missed seconds")
    func asleep() throws {
        let hud = HUDBoard(loop: loop)
        try hud.apply([.start(loop.bootTime)])
        let (view, _) = shownView(of: hud)
        loop.pass(microseconds: 400_000)
        loop.sleep(microseconds: 3_600_000_000)
        let before = (loop.wakeups, view.draws)
        hud.timeHasPassed()
        loop.settle()
        #expect(view.draws == before.1 + 1 && loop.wakeups == before.0)
        #expect(hud.model.elapsedSeconds(at: loop.bootTime) == 3600)
        let expected = try fresh(hud).pixels
        #expect(Pixels(try #require(view.picture)) == expected)
        loop.pass(microseconds: 600_000)
        #expect(hud.model.elapsedSeconds(at: loop.bootTime) == 3601 && view.draws == before.1 + 2)
    }

    @Test("Without a start, and while it is not shown, nothing wakes")
    func sleep() throws {
        let hud = HUDBoard(loop: loop)
        let (view, _) = shownView(of: hud)
        loop.pass(microseconds: 10_000_000)
        #expect(loop.wakeups == 0)
        try hud.apply([.start(loop.now)])
        loop.pass(microseconds: 2_000_000)
        view.isShown = false
        #expect(view.picture == nil)
        let before = (loop.wakeups, view.draws)
        try hud.apply([.viewers(3)])
        loop.pass(microseconds: 10_000_000)
        // The second that was already waited for.
        #expect(loop.wakeups <= before.0 + 1)
        #expect(view.draws == before.1)
    }

    @Test("Shown again it has all that came meanwhile")
    func shownAgain() throws {
        let hud = HUDBoard(loop: loop)
        let (view, _) = shownView(of: hud)
        view.isShown = false
        try hud.apply([.text("meanwhile"), .viewers(7)])
        view.isShown = true
        let expected = try fresh(hud).pixels
        let picture = try #require(view.picture)
        #expect(Pixels(picture) == expected)
    }

    @Test("What was never set takes no room until it is")
    func absent() throws {
        let hud = HUDBoard(loop: loop)
        let (view, damage) = shownView(of: hud)
        try hud.apply([.comment(author: "a", text: "b")])
        loop.pass(microseconds: 1_000_000)
        #expect(damage().last != Region(size.bounds))
        for change in [HUDChange.viewers(3), .gifts(0), .microphone(isOn: false), .text("x"), .microphone(isOn: nil)] {
            try hud.apply([change])
            loop.pass(microseconds: 1_000_000)
            #expect(damage().last == Region(size.bounds), "\(change)")
            let expected = try fresh(hud).pixels
            #expect(try Pixels(#require(view.picture)) == expected, "\(change)")
        }
        try hud.apply([.viewers(4)])
        loop.pass(microseconds: 1_000_000)
        #expect(damage().last != Region(size.bounds))
    }

    @Test("A flood of changes is drawn 30 times a second at most, and the last of them at the end")
    func flood() throws {
        let hud = HUDBoard(loop: loop)
        let (view, _) = shownView(of: hud)
        let before = view.draws
        for number in 0..<20_000 {
            try hud.apply([.comment(author: "flood", text: "\(number)"), .viewers(number)])
            loop.pass(microseconds: 50)
        }
        #expect((25...32).contains(view.draws - before))
        #expect(hud.model.comments.count == HUDModel.maximumComments)
        loop.pass(microseconds: 40_000)
        let expected = try fresh(hud).pixels
        let picture = try #require(view.picture)
        #expect(Pixels(picture) == expected)
        let draws = view.draws
        loop.pass(microseconds: 10_000_000)
        #expect(view.draws == draws)
    }

    @Test("A comment fades in steps at the end of its time, a pinned one stays, and nothing wakes after")
    func fading() throws {
        let hud = HUDBoard(loop: loop)
        hud.use(CommentFading(lifetime: 30_000_000))
        try hud.apply([.pin(author: "a", text: "stays")])
        let (view, _) = shownView(of: hud)
        let pinned = try Pixels(#require(view.picture))
        for number in 0..<9 { try hud.apply([.comment(author: "a", text: "\(number)")]) }
        loop.pass(microseconds: 27_900_000)
        let (draws, wakeups) = (view.draws, loop.wakeups)
        let opaque = try Pixels(#require(view.picture))
        #expect(opaque != pinned)
        loop.pass(microseconds: 1_000_000)
        let faded = try Pixels(#require(view.picture))
        #expect(faded != opaque && faded != pinned)
        loop.pass(microseconds: 60_000_000)
        #expect(try Pixels(#require(view.picture)) == pinned)
        #expect((8...9).contains(view.draws - draws) && loop.wakeups - wakeups <= 10)
    }

    @Test("What is scrolled back to stays while others come, faded or not, and the newest return after a while")
    func scrolling() throws {
        let hud = HUDBoard(loop: loop)
        hud.use(CommentFading(lifetime: 5_000_000))
        let (view, _) = shownView(of: hud)
        for number in 0..<40 { try hud.apply([.comment(author: "a", text: "comment \(number)")]) }
        loop.pass(microseconds: 6_000_000)
        let place = try #require(view.scrollable.rects.first)
        view.scroll(by: 100)
        view.scrollingEnded()
        loop.pass(microseconds: 100_000)
        let sign = 30
        func upper() throws -> ArraySlice<UInt32> {
            try Pixels(#require(view.picture)).words[(place.y * 200)..<((place.maxY - sign) * 200)]
        }
        let read = try upper()
        let empty = try fresh(HUDBoard(loop: loop)).pixels.words[(place.y * 200)..<((place.maxY - sign) * 200)]
        #expect(read != empty)
        try hud.apply([.comment(author: "b", text: "another")])
        loop.pass(microseconds: 6_000_000)
        #expect(try upper() == read)
        loop.pass(microseconds: 4_000_000)
        let expected = try fresh(hud).pixels
        #expect(try Pixels(#require(view.picture)) == expected)
        view.scroll(by: 100)
        loop.pass(microseconds: 60_000_000)
        #expect(try Pixels(#require(view.picture)) != expected, "a finger that stays")
        view.scrollToEnd()
        loop.pass(microseconds: 100_000)
        #expect(try Pixels(#require(view.picture)) == expected)
    }

    @Test("A bad change changes nothing and draws nothing")
    func badChange() throws {
        let hud = HUDBoard(loop: loop)
        let (view, _) = shownView(of: hud)
        let before = (hud.model, view.draws)
        #expect(throws: HUDError.self) {
            try hud.apply([.viewers(5), .text(String(repeating: "x", count: 9999))])
        }
        loop.pass(microseconds: 1_000_000)
        #expect(hud.model == before.0 && view.draws == before.1)
    }

    @Test("Another size is drawn at once, and moved into what a bar can be")
    func resize() throws {
        let hud = HUDBoard(loop: loop)
        let (view, damage) = shownView(of: hud)
        view.resize(to: Size(width: 400, height: 100))
        #expect(view.picture?.size == Size(width: 400, height: 100))
        #expect(damage().last == Region(Rect(x: 0, y: 0, width: 400, height: 100)))
        view.resize(to: Size(width: -5, height: .max))
        #expect(view.size == Size(width: 8, height: HUDView.lengths.upperBound))
        #expect(view.picture?.size == view.size.reinterpreted())
    }

    @Test("Another layout is drawn at once, in all views")
    func layout() throws {
        let hud = HUDBoard(loop: loop)
        let views = (0..<2).map { _ in shownView(of: hud) }
        hud.use(TestLayouts.overlapping)
        let expected = try fresh(hud, TestLayouts.overlapping).pixels
        for (view, damage) in views {
            #expect(damage().last == Region(size.bounds))
            let picture = try #require(view.picture)
            #expect(Pixels(picture) == expected)
        }
    }
}
