import Geometry
import Mirroring

/// One window of the hosted application, or that of a camera's player, composed into a picture of its own.
final class WindowFeed: PiPFeed {
    private let source: PiPSource
    private let host: PiPHost
    private let windows: any WindowPort
    private let renderer: any RendererPort
    private let cameras: (any CameraPort)?
    private var target: MemoryBuffer?
    /// Pixels of the picture that are out of date.
    private var stale = Region<OutputSpace>()
    weak var observer: (any PiPFeedObserver)?

    init(
        _ source: PiPSource, host: PiPHost, windows: any WindowPort, renderer: any RendererPort,
        cameras: (any CameraPort)?
    ) {
        self.source = source
        self.host = host
        self.windows = windows
        self.renderer = renderer
        self.cameras = cameras
    }

    var picture: (any Buffer)? { target }

    var isSettled: Bool { windows.watchedWindow?.isSettled ?? true }

    func begin() {
        windows.watchWindow(source.windowID)
        host.setBackgroundRead(true)
        host.awaitBackgroundFrame()
        if windows.watchedWindow != nil { observer?.sourceChanged() }
    }

    func damaged(_ pixels: Region<ContentSpace>) {
        stale.formUnion(pixels.reinterpreted())
        observer?.sourceChanged()
    }

    func draw() -> Region<OutputSpace>? {
        guard let window = windows.watchedWindow, window.isReadable else { return nil }
        let size: Size<OutputSpace> = window.size.reinterpreted()
        if target?.size != size.reinterpreted() {
            guard let next = MemoryBuffer(size: size.reinterpreted()) else { return nil }
            target = next
            stale = Region(size.bounds)
        }
        guard let target else { return nil }
        defer { stale = Region() }
        let damage = stale.intersection(size.bounds)
        if !damage.isEmpty {
            let operations = [.fill(.black)] + window.elements.map(DrawOperation.draw)
            renderer.submit([RenderPass(target: target, damage: damage, operations: operations)])
        }
        return damage
    }

    func ask(for size: Size<PanelSpace>?) {
        windows.askWatchedWindow(for: size?.reinterpreted())
    }

    func end() {
        windows.watchWindow(nil)
        host.setBackgroundRead(false)
        if case .camera(let device) = source { cameras?.close(device) }
    }
}

extension WindowImage {
    /// Whether all of its pixels can be read; a client may have taken the memory away.
    fileprivate var isReadable: Bool {
        elements.allSatisfy { $0.source.withPixels { _ in } }
    }
}
