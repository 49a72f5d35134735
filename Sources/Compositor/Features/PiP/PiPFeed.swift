import Geometry
import Mirroring

/// The source of a picture in picture's frames.
protocol PiPFeed: AnyObject {
    /// The picture after the last `draw`; nil until there is one. It is kept when the source stalls or fails.
    var picture: (any Buffer)? { get }

    /// Held weakly.
    var observer: (any PiPFeedObserver)? { get set }

    /// Acquires the source, also again after it has failed.
    func begin()

    /// Updates the picture from the source; returns the damage, or nil if the source could not be read.
    func draw() -> Region<OutputSpace>?

    /// Asks the source to render at a size, in panel pixels, or with nil at the size of its full place.
    func ask(for size: Size<PanelSpace>?)

    /// Whether the source has rendered at the size that was last requested.
    var isSettled: Bool { get }

    /// Releases the source.
    func end()
}

/// Follows a feed.
protocol PiPFeedObserver: AnyObject {
    /// `draw` would find something new.
    func sourceChanged()
}

/// The content's picture, wherever it is composed: the external's, or one in memory.
///
/// It is read where it is composed, without a copy. The exception is while the panel itself carries the content, at the
/// beginning and the end: a picture cannot be drawn onto itself, so a copy is shown.
final class ContentFeed: PiPFeed {
    private let host: PiPHost
    private(set) var picture: (any Buffer)?
    private var damage = Region<OutputSpace>()
    weak var observer: (any PiPFeedObserver)?

    init(host: PiPHost) {
        self.host = host
    }

    var isSettled: Bool { host.isContentSettled }

    func begin() {
        host.setBackgroundRead(true)
        host.awaitBackgroundFrame()
        guard picture == nil else { return }
        if host.panelBase == .content {
            picture = host.copyOfContent()
        } else if host.isContentPictureCurrent {
            // Pixels not drawn yet are black: wait for the frame that draws them.
            picture = host.contentPicture
        }
        if picture != nil { observer?.sourceChanged() }
    }

    /// Reports a composed frame of the content.
    func composed(_ pixels: Region<OutputSpace>) {
        // While the panel shows the content, the content's picture is the panel's own.
        guard host.panelBase != .content, let current = host.contentPicture else { return }
        if current === picture {
            damage.formUnion(pixels)
        } else {
            picture = current
            damage = Region(current.size.bounds.reinterpreted())
        }
        observer?.sourceChanged()
    }

    func draw() -> Region<OutputSpace>? {
        defer { damage = Region() }
        return picture == nil ? nil : damage
    }

    /// Ignored: the content has the size of its screen.
    func ask(for size: Size<PanelSpace>?) {}

    func end() {
        host.setBackgroundRead(false)
    }
}

/// A picture that the service draws itself: the status bar.
final class ImageFeed: PiPFeed {
    private let source: any ImagePort
    private var damage = Region<OutputSpace>()
    private(set) var picture: (any Buffer)?
    weak var observer: (any PiPFeedObserver)?

    init(_ source: any ImagePort) {
        self.source = source
    }

    let isSettled = true

    func begin() {
        source.damaged = { [weak self] pixels in
            self?.damage.formUnion(pixels)
            self?.observer?.sourceChanged()
        }
        source.isShown = true
        observer?.sourceChanged()
    }

    func draw() -> Region<OutputSpace>? {
        guard let current = source.picture else { return nil }
        defer { damage = Region() }
        if current !== picture {
            picture = current
            damage = Region(current.size.bounds.reinterpreted())
        }
        return damage
    }

    /// Redraws the picture at the size at which it is shown, so that text is never scaled.
    func ask(for size: Size<PanelSpace>?) {
        if let size { source.resize(to: size.reinterpreted()) }
    }

    func end() {
        source.damaged = { _ in }
        source.isShown = false
    }
}

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
            renderer.submit([RenderPass(target: target, damage: damage, elements: [.fill(.black)] + window.elements)])
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
