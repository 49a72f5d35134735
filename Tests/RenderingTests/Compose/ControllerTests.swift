import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

@Suite struct ControllerTests {
    private let bars = Color(red: 1, green: 2, blue: 3)

    @Test(arguments: TestedRenderer.allCases) func barsSurroundTheSnapshot(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let external = try MemoryBuffer.noise(64, 36, seed: 1)
        let (panel, viewport) = try makePanel(width: 40, height: 30, for: external)
        draw(external, panel, viewport, damage: Region(panel.size.bounds.reinterpreted()), by: renderer)
        let frame = viewport.frame
        #expect(frame == Rect(x: 0, y: 3, width: 40, height: 23))
        let expected = AreaAverageReference.colors(of: external, scaledTo: frame.width, frame.height)
        let shown = Array(panel.colors[frame.y * 40..<frame.maxY * 40])
        #expect(largestDifference(shown, expected) <= kind.rounding)
        #expect(panel.colors[..<(frame.y * 40)].allSatisfy { $0 == bars.xrgb })
        #expect(panel.colors[(frame.maxY * 40)...].allSatisfy { $0 == bars.xrgb })
    }

    @Test(arguments: TestedRenderer.allCases) func magnifiesWhenTheViewportDoes(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let external = try MemoryBuffer.noise(13, 9, seed: 2)
        let (panel, viewport) = try makePanel(width: 100, height: 90, for: external, maximumScale: 8)
        draw(external, panel, viewport, damage: Region(viewport.frame), by: renderer)
        let frame = viewport.frame
        let expected = AreaAverageReference.colors(of: external, scaledTo: frame.width, frame.height)
        let shown = (frame.y..<frame.maxY).flatMap { y in panel.colors[y * 100 + frame.x..<y * 100 + frame.maxX] }
        #expect(frame.width > 13)
        #expect(largestDifference(shown, expected) <= kind.rounding)
    }

    @Test(arguments: TestedRenderer.allCases) func damageOfTheExternalRepairsThePanel(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        var random = SplitMix64(seed: 3)
        for (width, height) in [(96, 54), (100, 57), (64, 64), (33, 97)] {
            let external = try MemoryBuffer.noise(width, height, seed: random.next())
            let (panel, viewport) = try makePanel(width: 41, height: 30, for: external)
            let whole = Region<PanelSpace>(panel.size.bounds.reinterpreted())
            draw(external, panel, viewport, damage: whole, by: renderer)
            for _ in 0..<20 {
                let damage = change(external, using: &random)
                let before = panel.colors
                let redrawn = viewport.panelDamage(of: damage)
                draw(external, panel, viewport, damage: redrawn, by: renderer)
                let (reference, _) = try makePanel(width: 41, height: 30, for: external)
                draw(external, reference, viewport, damage: whole, by: renderer)
                #expect(panel.colors == reference.colors)
                expectUntouched(panel, before, outside: redrawn)
            }
        }
    }

    @Test(arguments: TestedRenderer.allCases) func damageBeyondThePanelIsCut(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let external = try MemoryBuffer.noise(64, 36, seed: 4)
        let (panel, viewport) = try makePanel(width: 32, height: 30, for: external)
        draw(
            external, panel, viewport, damage: Region(Rect(x: -1000, y: -1000, width: 5000, height: 5000)), by: renderer
        )
        let (reference, _) = try makePanel(width: 32, height: 30, for: external)
        draw(external, reference, viewport, damage: Region(reference.size.bounds.reinterpreted()), by: renderer)
        #expect(panel.colors == reference.colors)
    }

    @Test(arguments: TestedRenderer.allCases) func aViewportForAnotherPanelStaysInside(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let external = try MemoryBuffer.noise(64, 36, seed: 5)
        let (large, viewport) = try makePanel(width: 64, height: 64, for: external)
        let small = try MemoryBuffer.filled(10, 20, with: 0)
        draw(external, small, viewport, damage: Region(large.size.bounds.reinterpreted()), by: renderer)
        let reach = min(20, viewport.frame.maxY)
        for y in viewport.frame.y..<reach {
            #expect(small.row(y)[9] & 0xFF_FFFF == external.row(y - viewport.frame.y)[9] & 0xFF_FFFF)
        }
    }

    /// Paints a random rectangle of the external anew.
    private func change(_ external: MemoryBuffer, using random: inout SplitMix64) -> Region<ContentSpace> {
        let x = Int.random(in: 0..<external.size.width, using: &random)
        let y = Int.random(in: 0..<external.size.height, using: &random)
        let rect = Rect<ContentSpace>(
            left: x, top: y, right: Int.random(in: x + 1...external.size.width, using: &random),
            bottom: Int.random(in: y + 1...external.size.height, using: &random))
        for row in rect.y..<rect.maxY {
            for column in rect.x..<rect.maxX {
                external.row(row)[column] = UInt32(truncatingIfNeeded: random.next())
            }
        }
        return Region(rect)
    }

    private func expectUntouched(_ panel: MemoryBuffer, _ before: [UInt32], outside damage: Region<PanelSpace>) {
        let after = panel.colors
        for index in after.indices where after[index] != before[index] {
            let point = Point<PanelSpace>(
                x: Double(index % panel.size.width), y: Double(index / panel.size.width))
            #expect(damage.contains(point))
        }
    }

    private func makePanel(
        width: Int, height: Int, for external: MemoryBuffer, maximumScale: Double = 1
    ) throws -> (MemoryBuffer, PanelViewport) {
        let viewport = PanelViewport(
            panel: Size(width: width, height: height), external: external.size.reinterpreted(),
            maximumScale: maximumScale)
        return (try MemoryBuffer.filled(width, height, with: 0xABCDEF), viewport)
    }

    private func draw(
        _ external: MemoryBuffer, _ panel: MemoryBuffer, _ viewport: PanelViewport, damage: Region<PanelSpace>,
        by renderer: any RendererPort
    ) {
        renderer.drawController(from: external, into: panel, viewport: viewport, bars: bars, damage: damage)
    }
}
