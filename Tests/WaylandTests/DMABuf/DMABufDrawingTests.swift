import Glibc
import Runtime
import TestSupport
import Testing

@testable import Wayland

/// Waits for the end of drawing, with a pipe in the place of a dmabuf: what is in it has been drawn.
@Suite final class DMABufDrawingTests {
    private let loop: EventLoop
    private let drawing: DMABufDrawing
    private var ends: [CInt] = [-1, -1]
    private var calls: [String] = []

    init() throws {
        loop = try EventLoop()
        try #require(pipe(&ends) == 0)
        drawing = DMABufDrawing(ends[0], loop: loop)
    }

    deinit {
        for end in ends { close(end) }
    }

    private func beginDrawing() {
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
    }

    private func endDrawing() {
        #expect(write(ends[1], "x", 1) == 1)
    }

    private func turn() {
        for _ in 0..<2 { loop.turn(timeoutMilliseconds: 0) }
    }

    private func begin(_ name: String) -> AnyObject? {
        drawing.whenDone { [unowned self] in calls.append("\(name) \(drawing.isDone)") }
    }

    @Test func eachWaitIsAnsweredOnce() throws {
        for name in ["first", "second", "third"] {
            #expect(!drawing.isDone)
            let wait = try #require(begin(name))
            turn()
            #expect(calls.isEmpty)
            endDrawing()
            withExtendedLifetime(wait) { turn() }
            #expect(calls == ["\(name) true"])
            calls = []
            #expect(drawing.isDone)
            beginDrawing()
        }
    }

    @Test func whatWasDroppedIsNotAnswered() throws {
        var wait = begin("dropped")
        #expect(wait != nil)
        wait = nil
        endDrawing()
        turn()
        #expect(calls.isEmpty)
        let next = try #require(begin("next"))
        withExtendedLifetime(next) { turn() }
        #expect(calls == ["next true"])
    }

    @Test func twoMayWaitAtOnce() throws {
        let waits = try (0..<2).map { try #require(begin("\($0)")) }
        turn()
        endDrawing()
        withExtendedLifetime(waits) { turn() }
        #expect(Set(calls) == ["0 true", "1 true"])
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 2000))
    func aWaitIsAnsweredByTheFirstTurnThatFindsItDrawn(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (kept, isDrawn): (AnyObject?, Bool) = (nil, false)
        var (isAwaited, expected) = (false, 0)
        for _ in 0..<200 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                if isDrawn { beginDrawing() } else { endDrawing() }
                isDrawn.toggle()
            case 1:
                (kept, isAwaited) = (nil, false)
                kept = begin("")
                isAwaited = kept != nil
                #expect(isAwaited)
            case 2: (kept, isAwaited) = (nil, false)
            default:
                turn()
                if isAwaited, isDrawn { (isAwaited, expected) = (false, expected + 1) }
            }
            #expect(calls.count == expected)
            #expect(drawing.isDone == isDrawn)
        }
        withExtendedLifetime(kept) {}
    }
}
