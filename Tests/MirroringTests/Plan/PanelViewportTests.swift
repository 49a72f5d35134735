import Geometry
import TestSupport
import Testing

@testable import Mirroring

@Suite struct PanelViewportTests {
    @Test func fitsCentredWithBarsAboveAndBelow() {
        let viewport = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
        #expect(viewport.frame == Rect(x: 0, y: 40, width: 1280, height: 720))
        #expect(viewport.scale == 1.0 / 3)
    }

    @Test func aSmallerExternalIsNotMagnifiedUnlessAllowed() {
        let panel = Size<PanelSpace>(width: 1000, height: 1000)
        let external = Size<ContentSpace>(width: 400, height: 200)
        #expect(PanelViewport(panel: panel, external: external).frame == Rect(x: 300, y: 400, width: 400, height: 200))
        let magnified = PanelViewport(panel: panel, external: external, maximumScale: 8)
        #expect(magnified.frame == Rect(x: 0, y: 250, width: 1000, height: 500))
    }

    @Test func marginsAreLeftFree() {
        let viewport = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160),
            margins: EdgeMargins(top: 200))
        #expect(viewport.frame == Rect(x: 106, y: 200, width: 1067, height: 600))
        let crowded = PanelViewport(
            panel: Size(width: 10, height: 10), external: Size(width: 10, height: 10),
            margins: EdgeMargins(top: 6, bottom: 6))
        #expect(crowded.frame == Rect(x: 0, y: 0, width: 10, height: 10))
    }

    @Test func aSnapshotMayHangOverThePanelsEdges() {
        let viewport = PanelViewport(
            panel: Size(width: 100, height: 100), external: Size(width: 400, height: 200),
            frame: Rect(x: -50, y: 90, width: 200, height: 100))
        #expect(viewport.externalPoint(at: Point(x: 0, y: 95)) == Point(x: 100, y: 10))
        #expect(viewport.panelPoint(of: Point(x: 100, y: 10)) == Point(x: 0, y: 95))
        let damage = viewport.panelDamage(of: Region(Rect(x: 100, y: 10, width: 2, height: 2)))
        #expect(damage == Region(Rect(x: 0, y: 95, width: 1, height: 1)))
    }

    @Test func pointsMapThroughTheFrame() {
        let viewport = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
        #expect(viewport.externalPoint(at: Point(x: 640, y: 400)) == Point(x: 1920, y: 1080))
        #expect(viewport.panelPoint(of: Point(x: 0, y: 0)) == Point(x: 0, y: 40))
        #expect(!viewport.containsSnapshot(at: Point(x: 640, y: 39.9)))
        #expect(viewport.containsSnapshot(at: Point(x: 0, y: 40)))
        let past = viewport.clamped(viewport.externalPoint(at: Point(x: 1280, y: 790)))
        #expect(Int(past.x) == 3839 && Int(past.y) == 2159)
    }

    @Test func emptyScreensMapNothing() {
        let viewport = PanelViewport(panel: .zero, external: Size(width: 10, height: 10))
        #expect(viewport.panelDamage(of: Region(Rect(x: 0, y: 0, width: 10, height: 10))).isEmpty)
        #expect(viewport.externalPoint(at: Point(x: 1, y: 1)).isFinite)
    }

    /// From a content pixel's centre to the panel's sensor, through its mounting, and back.
    @Test(arguments: Transform.allCases)
    func roundTripStaysWithinHalfAnExternalPixel(transform: Transform) {
        var random = SplitMix64(seed: UInt64(transform.rawValue))
        for _ in 0..<1500 {
            let scanout = Size<ScanoutSpace>(
                width: Int.random(in: 1...2600, using: &random), height: Int.random(in: 1...2600, using: &random))
            let panel: Size<PanelSpace> = transform.inverse.apply(to: scanout)
            let external = Size<ContentSpace>(
                width: Int.random(in: 1...8192, using: &random), height: Int.random(in: 1...8192, using: &random))
            let viewport = PanelViewport(
                panel: panel, external: external, maximumScale: [1, 0.5, 4][Int.random(in: 0..<3, using: &random)])
            let surface = InputSurface(id: OutputID("panel"), scanoutSize: scanout, transform: transform)
            let geometry = InputGeometry(panel: surface, viewport)
            let content = Point<ContentSpace>(
                x: Double(Int.random(in: 0..<external.width, using: &random)) + 0.5,
                y: Double(Int.random(in: 0..<external.height, using: &random)) + 0.5)
            let touched: Point<ScanoutSpace> = transform.apply(to: viewport.panelPoint(of: content), within: panel)
            let position = DevicePosition(
                x: touched.x / Double(scanout.width), y: touched.y / Double(scanout.height))
            guard case .content(let back) = geometry.hit(position, on: .panel) else {
                Issue.record("\(content) of \(external) missed through \(viewport.frame)")
                continue
            }
            #expect(abs(back.x - content.x) <= 0.5 && abs(back.y - content.y) <= 0.5)
        }
    }

    @Test func inputAndDrawingAgreeOnEveryPanelPixel() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<150 {
            let viewport = randomViewport(&random)
            for x in viewport.frame.x..<viewport.frame.maxX {
                let centre = Point<PanelSpace>(x: Double(x) + 0.5, y: Double(viewport.frame.y) + 0.5)
                let under = viewport.externalPoint(at: centre)
                let pixel = Rect<ContentSpace>(x: Int(under.x), y: Int(under.y), width: 1, height: 1)
                #expect(viewport.panelDamage(of: Region(pixel)).contains(centre))
            }
        }
    }

    @Test func panelDamageIsExactlyThePixelsThatCoverDamage() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<250 {
            let viewport = randomViewport(&random)
            let damage = Region(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    Rect<ContentSpace>(
                        x: Int.random(in: -3...20, using: &random), y: Int.random(in: -3...20, using: &random),
                        width: Int.random(in: 1...12, using: &random), height: Int.random(in: 1...12, using: &random))
                })
            #expect(viewport.panelDamage(of: damage) == bruteForce(damage, through: viewport))
        }
    }

    @Test func oneCellAndFullDamageAreExact() {
        let viewport = PanelViewport(
            panel: Size(width: 1280, height: 800), external: Size(width: 3840, height: 2160))
        let cell = Region(Rect<ContentSpace>(x: 3, y: 6, width: 9, height: 18))
        #expect(viewport.panelDamage(of: cell) == Region(Rect(x: 1, y: 42, width: 3, height: 6)))
        let all = Region(viewport.external.bounds)
        #expect(viewport.panelDamage(of: all) == Region(viewport.frame))
    }

    private func randomViewport(_ random: inout SplitMix64) -> PanelViewport {
        PanelViewport(
            panel: Size(
                width: Int.random(in: 1...16, using: &random), height: Int.random(in: 1...16, using: &random)),
            external: Size(
                width: Int.random(in: 1...22, using: &random), height: Int.random(in: 1...22, using: &random)),
            maximumScale: random.chance(50) ? 1 : 3)
    }

    /// Tests each panel pixel against each external one, both stretched to the product of the two lengths.
    private func bruteForce(
        _ damage: Region<ContentSpace>, through viewport: PanelViewport
    ) -> Region<PanelSpace> {
        let (external, frame) = (viewport.external, viewport.frame)
        var result = Region<PanelSpace>()
        for ey in 0..<external.height {
            for ex in 0..<external.width where damage.contains(Point(x: Double(ex) + 0.5, y: Double(ey) + 0.5)) {
                let columns = overlapping(ex, of: external.width, on: frame.width)
                let rows = overlapping(ey, of: external.height, on: frame.height)
                for row in rows {
                    for column in columns {
                        result.formUnion(Rect(x: frame.x + column, y: frame.y + row, width: 1, height: 1))
                    }
                }
            }
        }
        return result
    }

    private func overlapping(_ pixel: Int, of length: Int, on target: Int) -> [Int] {
        (0..<target).filter { max($0 * length, pixel * target) < min(($0 + 1) * length, (pixel + 1) * target) }
    }
}
