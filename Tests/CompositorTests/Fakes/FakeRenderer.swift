import Geometry
import Mirroring

/// A renderer that only remembers which pixels it was asked for.
final class FakeRenderer: RendererPort {
    let name = "fake"
    private(set) var composed = Region<ContentSpace>()
    private(set) var mirrored = Region<PanelSpace>()
    private(set) var overlaid = Region<OutputSpace>()
    /// What a look at the pixels shall find changed; nil to take the clients' word.
    var reallyChanged: Region<ContentSpace>?

    func compose(_ scene: ComposedScene, into frame: PixelBuffer, damage: Region<ContentSpace>) {
        composed.formUnion(damage)
    }

    func changes(
        _ scene: ComposedScene, in frame: PixelBuffer, damage: Region<ContentSpace>
    ) -> Region<ContentSpace> {
        reallyChanged.map(damage.intersection) ?? damage
    }

    func drawController(
        from external: PixelBuffer, into panel: PixelBuffer, viewport: PanelViewport, bars: Color,
        damage: Region<PanelSpace>
    ) {
        mirrored.formUnion(damage)
    }

    func drawOverlay(_ overlay: ScreenOverlay, into frame: PixelBuffer, damage: Region<OutputSpace>) {
        overlaid.formUnion(damage)
    }

    func cursor(named name: String, scale: Scale) -> (source: any PixelSource, hotspot: Point<ContentSpace>) {
        (Dot(), Point(x: 0, y: 0))
    }

    func reset() {
        composed = Region()
        mirrored = Region()
        overlaid = Region()
    }

    private final class Dot: PixelSource {
        let size = Size<BufferSpace>(width: 1, height: 1)
        let stride = 4
        let format = PixelFormat.argb8888

        func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
            withUnsafeBytes(of: UInt32.max) { $0.baseAddress.map(body) != nil }
        }
    }
}
