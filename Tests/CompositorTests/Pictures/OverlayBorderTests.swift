import Geometry
import Mirroring
import Rendering
import Testing

@testable import Compositor

/// The picture's edge in real pixels.
@Suite struct OverlayBorderTests {
    private let size = Size<OutputSpace>(width: 160, height: 120)
    private let frame = Rect<PanelSpace>(x: 30, y: 25, width: 90, height: 60)
    private let border = OverlayBorder(density: 8.49)

    private func filled(_ pixel: UInt32) throws -> MemoryBuffer {
        let picture = try #require(MemoryBuffer(size: size.reinterpreted()))
        for y in 0..<size.height {
            for x in 0..<size.width { picture.row(y)[x] = pixel }
        }
        return picture
    }

    /// A picture of one colour on a panel of one colour.
    private func drawn(_ picture: UInt32, on ground: UInt32) throws -> MemoryBuffer {
        let panel = try filled(ground)
        let elements = border.elements(of: try filled(picture), at: frame)
        PixmanRenderer().submit([RenderPass(target: panel, damage: Region(size.bounds), elements: elements)])
        return panel
    }

    private func green(_ panel: MemoryBuffer, _ x: Int, _ y: Int) -> Int { Int(panel.row(y)[x] >> 8 & 0xff) }

    @Test(arguments: [0x00_0000, 0xff_ffff] as [UInt32])
    func theEdgeIsSeenOnItsOwnColour(color: UInt32) throws {
        let panel = try drawn(color, on: color)
        let plain = Int(color & 0xff)
        for along in [0.25, 0.5, 0.75] {
            let x = frame.x + Int(Double(frame.width) * along)
            let strongest = (frame.y - 2...frame.y + 2).map { abs(green(panel, x, $0) - plain) }.max() ?? 0
            #expect(strongest >= 60)
            let y = frame.y + Int(Double(frame.height) * along)
            let side = (frame.maxX - 2...frame.maxX + 2).map { abs(green(panel, $0, y) - plain) }.max() ?? 0
            #expect(side >= 60)
        }
        #expect(green(panel, frame.x + 45, frame.y + 30) == plain, "inside there is the picture alone")
        #expect(green(panel, frame.x - border.reach - 1, frame.y + 30) == plain)
    }

    @Test func theCornersAreRoundAndTheShadowFades() throws {
        let panel = try drawn(0x00_0000, on: 0xff_ffff)
        #expect(green(panel, frame.x, frame.y) > 100, "the ground shows at the corner")
        #expect(green(panel, frame.x + border.radius, frame.y + border.radius) == 0)
        let fall = (2...border.reach).map { green(panel, frame.x + 45, frame.y - $0) }
        #expect(fall == fall.sorted())
        #expect(fall.last ?? 0 > 250)
        for (first, second) in [((2, 2), (frame.width - 3, 2)), ((2, 2), (2, frame.height - 3))] {
            let here = green(panel, frame.x + first.0, frame.y + first.1)
            #expect(here == green(panel, frame.x + second.0, frame.y + second.1), "all corners are alike")
        }
    }
}
