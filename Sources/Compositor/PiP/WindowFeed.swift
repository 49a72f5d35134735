import Geometry
import Mirroring

/// One window of the hosted application, composed into a picture of its own.
final class WindowFeed: PiPFeed {
    private let appID: String
    private unowned let host: any PiPHost
    private let windows: any WindowPort
    private let renderer: any RendererPort
    private var target: MemoryBuffer?
    /// Pixels of the picture that are out of date.
    private var stale = Region<OutputSpace>()
    weak var observer: (any PiPFeedObserver)?

    init(appID: String, host: any PiPHost, windows: any WindowPort, renderer: any RendererPort) {
        self.appID = appID
        self.host = host
        self.windows = windows
        self.renderer = renderer
    }

    var picture: (any Buffer)? { target }

    var isSettled: Bool { windows.watchedWindow?.isSettled ?? true }

    func begin() {
        windows.watchWindow(appID)
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
    }
}

extension WindowImage {
    /// Whether all of its pixels can be read; a client may have taken the memory away.
    fileprivate var isReadable: Bool {
        elements.allSatisfy { $0.source.withPixels { _ in } }
    }
}
