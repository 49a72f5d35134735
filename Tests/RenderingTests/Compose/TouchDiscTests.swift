import Geometry
import Mirroring
import RenderingSupport
import Testing

@testable import Rendering

@Suite struct TouchDiscTests {
    @Test(arguments: TestedRenderer.allCases) func fadesFromItsCentreToNothing(kind: TestedRenderer) throws {
        let frame = try draw(TouchDisc(center: Point(x: 20.5, y: 20.5), radius: 10), by: kind)
        let blues = (20...31).map { frame.row(20)[$0] & 255 }
        #expect(blues[0] > 150)
        #expect(zip(blues, blues.dropFirst()).allSatisfy { $0 >= $1 })
        #expect(blues[11] == 0)
        #expect(frame.row(20)[15] == frame.row(15)[20])
    }

    @Test(arguments: TestedRenderer.allCases) func staysWithinItsBounds(kind: TestedRenderer) throws {
        for disc in [
            TouchDisc(center: Point(x: 3.2, y: 38.9), radius: 7.5), TouchDisc(center: Point(x: -4, y: 20), radius: 9),
            TouchDisc(center: Point(x: 12.75, y: 12.25), radius: 0.5),
        ] {
            let frame = try draw(disc, by: kind)
            for index in frame.colors.indices where frame.colors[index] != 0 {
                #expect(disc.bounds.contains(Point(x: Double(index % 40), y: Double(index / 40))))
            }
        }
    }

    @Test(arguments: TestedRenderer.allCases) func absurdDiscsDrawNothing(kind: TestedRenderer) throws {
        for radius in [0, -1, Double.nan, .infinity] {
            let frame = try draw(TouchDisc(center: Point(x: 20, y: 20), radius: radius), by: kind)
            #expect(frame.colors.allSatisfy { $0 == 0 })
        }
        let frame = try draw(TouchDisc(center: Point(x: .nan, y: 20), radius: 5), by: kind)
        #expect(frame.colors.allSatisfy { $0 == 0 })
    }

    private func draw(_ disc: TouchDisc, by kind: TestedRenderer) throws -> MemoryBuffer {
        let frame = try MemoryBuffer.filled(40, 40, with: 0xFF_FFFF)
        try kind.make().compose(
            ComposedScene(elements: [], touchDiscs: [disc]), into: frame,
            damage: Region(Rect(x: 0, y: 0, width: 40, height: 40)))
        return frame
    }
}
