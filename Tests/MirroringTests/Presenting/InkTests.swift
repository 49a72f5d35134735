import Geometry
import TestSupport
import Testing

@testable import Mirroring

@Suite struct InkTests {
    private func point(_ x: Double, _ y: Double) -> Point<ContentSpace> { Point(x: x, y: y) }
    private let style = PenStyle(width: 10)

    @Test func severalNibsDrawAtOnce() {
        var ink = Ink()
        _ = ink.begin(.finger(ContactID(0)), at: point(1, 1), style)
        _ = ink.begin(.pointer, at: point(50, 50), style)
        #expect(ink.extend(.finger(ContactID(0)), to: point(2, 2))?.points == [point(1, 1), point(2, 2)])
        #expect(ink.extend(.pointer, to: point(60, 60))?.points == [point(50, 50), point(60, 60)])
        ink.end(.pointer)
        #expect(ink.extend(.pointer, to: point(70, 70)) == nil)
        #expect(ink.strokes.map(\.points.count) == [2, 2])
    }

    @Test func theNewestStrokeIsUndoneFirst() {
        var ink = Ink()
        for x in [1.0, 2, 3] {
            _ = ink.begin(.pointer, at: point(x, 0), style)
            ink.end(.pointer)
        }
        #expect(ink.undo()?.points == [point(3, 0)])
        #expect(ink.undo()?.points == [point(2, 0)])
        ink.clear()
        #expect(ink.undo() == nil)
    }

    @Test func aStrokeThatIsCancelledIsGoneAndTheOthersGoOn() {
        var ink = Ink()
        _ = ink.begin(.finger(ContactID(0)), at: point(0, 0), style)
        _ = ink.begin(.finger(ContactID(1)), at: point(9, 9), style)
        #expect(ink.cancel(.finger(ContactID(0)))?.points == [point(0, 0)])
        #expect(ink.extend(.finger(ContactID(1)), to: point(10, 9))?.points == [point(9, 9), point(10, 9)])
        #expect(!ink.isDrawing(.finger(ContactID(0))))
    }

    @Test func boundsContainTheWholeWidth() {
        let stroke = Ink.Stroke(style: style, points: [point(100, 100), point(200, 150), point(200, 400)])
        #expect(stroke.bounds() == Rect(left: 94, top: 94, right: 206, bottom: 406))
        #expect(stroke.bounds(from: 1) == Rect(left: 194, top: 144, right: 206, bottom: 406))
    }

    @Test func memoryIsBounded() {
        var ink = Ink()
        _ = ink.begin(.pointer, at: point(0, 0), style)
        for x in 1..<(Ink.maximumPoints + 500) {
            _ = ink.extend(.pointer, to: point(Double(x % 4000), Double(x / 4000)))
        }
        #expect(ink.strokes[0].points.count == Ink.maximumPoints)
        #expect(ink.begin(.pointer, at: point(.nan, 0), style) == nil)
        _ = ink.undo()
        #expect(ink.begin(.pointer, at: point(0, 0), style) != nil)
    }

    /// Whatever is drawn, undone and cancelled: a nib draws on the stroke that it began.
    @Test(arguments: UInt64(0)..<50) func nibsKeepTheirStrokes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var ink = Ink()
        var last: [Ink.Nib: Point<ContentSpace>] = [:]
        for step in 0..<300 {
            let nib =
                Int.random(in: 0..<4, using: &random) == 0
                ? Ink.Nib.pointer : .finger(ContactID(.random(in: 0..<3, using: &random)))
            let place = point(Double(step), .random(in: 0...2160, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0...1:
                _ = ink.begin(nib, at: place, style)
                last[nib] = place
            case 2...6:
                let stroke = ink.extend(nib, to: place)
                #expect((stroke != nil) == (last[nib] != nil), "seed \(seed)")
                if let stroke { #expect(stroke.points.dropLast().last == last[nib] && stroke.points.last == place) }
                if stroke != nil { last[nib] = place }
            case 7:
                ink.end(nib)
                last[nib] = nil
            case 8:
                #expect((ink.cancel(nib) != nil) == (last[nib] != nil), "seed \(seed)")
                last[nib] = nil
            default:
                _ = ink.undo()
                last = last.filter { ink.isDrawing($0.key) }
            }
            #expect(ink.strokes.allSatisfy { !$0.points.isEmpty })
        }
    }
}
