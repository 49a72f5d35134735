import Geometry
import Glibc
import Mirroring

/// A renderer that only remembers which pixels it was asked for.
final class FakeRenderer: RendererPort {
    let remark: String? = nil
    let snapshotPath = SnapshotPath.cpu
    let name = "fake"
    private(set) var composed = Region<ContentSpace>()
    private(set) var mirrored = Region<PanelSpace>()
    private(set) var overlaid = Region<OutputSpace>()
    /// What a look at the pixels shall find changed; nil to take the clients' word.
    var reallyChanged: Region<ContentSpace>?

    /// The number of passes drawn together, for each time.
    private(set) var submissions: [Int] = []
    /// Each pass ends with a fence of its own.
    var makesFences = false
    /// Called for each submission, such as to let time pass.
    var submitted: () -> Void = {}

    func submit(_ passes: [RenderPass]) {
        submissions.append(passes.count)
        defer { submitted() }
        for pass in passes {
            if makesFences { pass.target.completion = DrawingFence(owning: open("/dev/null", O_RDONLY | O_CLOEXEC)) }
            let elements = pass.elements.filter { !$0.isBackground }
            let overlays = elements.filter { $0.filter == .linear }
            let pictures = overlays.filter { $0.source is MemoryBuffer || $0.source is BufferPart }
            let hidden = pictures.reduce(into: Region<ContentSpace>()) {
                $0.formUnion(Region($1.destination).subtracting($1.corners))
            }
            let base = pass.damage.subtracting(hidden.reinterpreted())
            if elements.count > overlays.count {
                mirrored.formUnion(base.reinterpreted())
            } else {
                composed.formUnion(base.reinterpreted())
            }
            let places: [Rect<OutputSpace>] = overlays.map { $0.destination.reinterpreted() }
            overlaid.formUnion(pass.damage.intersection(Region(places)))
        }
    }

    func changes(of pass: RenderPass) -> Region<OutputSpace> {
        reallyChanged.map { pass.damage.intersection($0.reinterpreted()) } ?? pass.damage
    }

    let traffic = MemoryTraffic()

    func read(_ target: RenderTarget) -> (any Buffer)? { target.memory }

    /// Cursors are dots, another one for each name.
    private var dots: [String: MemoryImage] = [:]
    private(set) var flattened = 0

    func flatten(_ elements: [SceneElement], in frame: Rect<ContentSpace>) -> (any Buffer)? {
        flattened += 1
        return MemoryImage(size: frame.size.reinterpreted(), format: .argb8888, pixels: [])
    }

    func cursor(named name: String, scale: Scale) -> (source: any Buffer, hotspot: Point<ContentSpace>) {
        let dot = dots[name] ?? MemoryImage(size: Size(width: 1, height: 1), format: .argb8888, pixels: [.max])
        dots[name] = dot
        return (dot, Point(x: 0, y: 0))
    }

    func reset() {
        composed = Region()
        mirrored = Region()
        overlaid = Region()
        submissions = []
    }
}
