import Geometry
import Mirroring
import Rendering

/// The cost of composing a 4K frame and scaling it to the panel, beside a plain copy of the same bytes.
enum PixelFigures {
    private static let rounds = 41
    private static let panel = Size<PanelSpace>(width: 1280, height: 800)

    /// Adds the figures; the three kinds of work take turns, so that a busy moment of the machine hits all alike.
    static func measure(into figures: inout Figures) {
        let source = TestScreen.picture()
        let size = TestScreen.size.reinterpreted(as: OutputSpace.self)
        guard let external = PixelBuffer(size: size), let panelFrame = PixelBuffer(size: panel.reinterpreted()),
            let copied = PixelBuffer(size: size)
        else { return }
        let drawing = Drawing(source: source, external: external, panel: panelFrame)
        var (copies, composes, snapshots, ratios) = ([Double](), [Double](), [Double](), [Double]())
        for round in -2..<rounds {
            let copy = Stopwatch.milliseconds {
                copied.bytes.copyMemory(from: external.bytes, byteCount: external.stride * size.height)
            }
            let compose = Stopwatch.milliseconds(drawing.compose)
            let snapshot = Stopwatch.milliseconds(drawing.drawController)
            // The first rounds touch the memory for the first time.
            guard round >= 0 else { continue }
            copies.append(copy)
            composes.append(compose)
            snapshots.append(snapshot)
            ratios.append((compose + snapshot) / copy)
        }
        figures.add("memcpy_4k_ms", copies.median, decimals: 3, "copying the external's bytes")
        figures.add("compose_4k_ms", composes.median, decimals: 3, "composing a full-screen shm client")
        figures.add("snapshot_4k_ms", snapshots.median, decimals: 3, "scaling that to a 1280x800 panel")
        figures.add("compose_snapshot_to_memcpy", ratios.median, decimals: 2, "both, in copies (target: at most 3.0)")
        figures.add(
            "snapshot_psnr_db", SnapshotQuality.psnr(of: panelFrame, showing: external, at: drawing.viewport.frame),
            decimals: 1, "against the exact area average (rounding noise: 58.9)")
    }

    /// The renderer at work on one full frame.
    private struct Drawing {
        let renderer = PixmanRenderer()
        let source: any PixelSource
        let external: PixelBuffer
        let panel: PixelBuffer

        var viewport: PanelViewport {
            PanelViewport(panel: panel.size.reinterpreted(), external: external.size.reinterpreted())
        }

        func compose() {
            let whole: Rect<ContentSpace> = external.size.bounds.reinterpreted()
            let element = SceneElement(
                source: source, crop: SourceBox(x: 0, y: 0, width: Double(whole.width), height: Double(whole.height)),
                transform: .normal, destination: whole, opaque: Region(whole))
            renderer.compose(ComposedScene(elements: [element]), into: external, damage: Region(whole))
        }

        func drawController() {
            renderer.drawController(
                from: external, into: panel, viewport: viewport, bars: .black,
                damage: Region(panel.size.bounds.reinterpreted()))
        }
    }
}
