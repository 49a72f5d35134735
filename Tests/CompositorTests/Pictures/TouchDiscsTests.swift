import Geometry
import Mirroring
import Rendering
import Testing

@testable import Compositor

@Suite struct TouchDiscsTests {
    private let screen = Size<ContentSpace>(width: 960, height: 480)
    private var discs = TouchDiscs()

    @Test mutating func fadesFromItsCentreToNothing() throws {
        #expect(discs.update(contacts: [Point(x: 30.5, y: 20.5)], on: screen).area == 400)
        let frame = try #require(MemoryBuffer(size: screen.reinterpreted()))
        PixmanRenderer(threads: 1).submit([
            RenderPass(
                target: frame, damage: Region(frame.size.bounds.reinterpreted()),
                elements: [.fill(Color(red: 255, green: 255, blue: 255))] + discs.elements)
        ])
        let reds = (30...42).map { frame.row(20)[$0] >> 16 & 255 }
        #expect(reds[0] < 120)
        #expect(zip(reds, reds.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(reds[12] == 255)
        #expect(frame.row(20)[25] == frame.row(15)[30])
    }

    @Test mutating func onlyWhatMovesIsDamaged() {
        let (resting, moving) = (Point<ContentSpace>(x: 100, y: 100), Point<ContentSpace>(x: 300, y: 100))
        _ = discs.update(contacts: [resting, moving], on: screen)
        #expect(discs.update(contacts: [resting, moving], on: screen).isEmpty)
        let damage = discs.update(contacts: [resting, moving.offset(x: 40, y: 0)], on: screen)
        #expect(damage.intersection(Rect(x: 280, y: 80, width: 80, height: 40)).area == 800)
        #expect(discs.update(contacts: [], on: screen).area == 800)
        #expect(discs.elements.isEmpty)
    }

    @Test mutating func absurdPlacesShowNothing() {
        for point in [Point<ContentSpace>(x: .nan, y: 3), Point(x: 3, y: .infinity)] {
            #expect(discs.update(contacts: [point], on: screen).isEmpty)
        }
        let far = discs.update(contacts: [Point(x: 1e300, y: 0)], on: screen)
        #expect(far.intersection(screen.bounds).isEmpty)
    }
}
