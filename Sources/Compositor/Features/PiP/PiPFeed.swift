import Geometry
import Mirroring

/// The source of a picture in picture's frames.
protocol PiPFeed: AnyObject {
    /// The picture after the last `draw`; nil until there is one. The picture stays when the source stalls or fails.
    var picture: (any Buffer)? { get }

    /// Called when `draw` would find something new.
    var changed: () -> Void { get set }

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

/// The content's picture, wherever it is composed: the external's, or one in memory.
///
/// The picture is read where it is composed, without a copy. The exception is at the beginning and the end, while the
/// panel itself carries the content: a picture cannot be drawn onto itself, so a copy is shown.
final class ContentFeed: PiPFeed {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let ports: CompositorPorts
    private(set) var picture: (any Buffer)?
    private var damage = Region<OutputSpace>()
    var changed: () -> Void = {}

    init(_ director: ScreenDirector, _ painter: FramePainter, _ ports: CompositorPorts) {
        self.director = director
        self.painter = painter
        self.ports = ports
    }

    /// Whether the hosted application has drawn at its last configured size.
    var isSettled: Bool { ports.content.isSettled }

    private var isContentOnPanel: Bool { director.plan.panelBase == .content }

    func begin() {
        painter.readContent(true)
        painter.awaitBackgroundFrame()
        guard picture == nil else { return }
        if isContentOnPanel {
            picture = painter.content.screen?.withLayers(ports.renderer, MemoryBuffer.init(copying:)) ?? nil
        } else if painter.content.screen?.stale.isEmpty == true {
            // Pixels not drawn yet are black: wait for the frame that draws them.
            picture = painter.content.picture
        }
        if picture != nil { changed() }
    }

    /// Reports a composed frame of the content.
    func composed(_ pixels: Region<OutputSpace>) {
        // While the panel shows the content, the content's picture is the panel's own.
        guard !isContentOnPanel, let current = painter.content.picture else { return }
        if current === picture {
            damage.formUnion(pixels)
        } else {
            picture = current
            damage = Region(current.size.bounds.reinterpreted())
        }
        changed()
    }

    func draw() -> Region<OutputSpace>? {
        defer { damage = Region() }
        return picture == nil ? nil : damage
    }

    /// Ignored: the content has the size of its screen.
    func ask(for size: Size<PanelSpace>?) {}

    func end() {
        painter.readContent(false)
    }
}

/// A picture that the service draws itself: the status bar.
final class ImageFeed: PiPFeed {
    private let source: any ImagePort
    private var damage = Region<OutputSpace>()
    private(set) var picture: (any Buffer)?
    var changed: () -> Void = {}

    init(_ source: any ImagePort) {
        self.source = source
    }

    let isSettled = true

    func begin() {
        source.damaged = { [weak self] pixels in
            self?.damage.formUnion(pixels)
            self?.changed()
        }
        source.isShown = true
        changed()
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

/// One window of the hosted application or of a camera's player, composed into a picture of its own.
final class WindowFeed: PiPFeed {
    private let source: PiPSource
    private let painter: FramePainter
    private let windows: any WindowPort
    private let renderer: any RendererPort
    private let cameras: (any CameraPort)?
    private var target: MemoryBuffer?
    /// Pixels of the picture that are out of date.
    private var stale = Region<OutputSpace>()
    var changed: () -> Void = {}

    init(_ source: PiPSource, _ painter: FramePainter, windows: any WindowPort, _ ports: CompositorPorts) {
        self.source = source
        self.painter = painter
        self.windows = windows
        renderer = ports.renderer
        cameras = ports.cameras
    }

    var picture: (any Buffer)? { target }

    var isSettled: Bool { windows.watchedWindow?.isSettled ?? true }

    func begin() {
        windows.watchWindow(source.windowID)
        painter.readContent(true)
        painter.awaitBackgroundFrame()
        if windows.watchedWindow != nil { changed() }
    }

    func damaged(_ pixels: Region<ContentSpace>) {
        stale.formUnion(pixels.reinterpreted())
        changed()
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
        painter.readContent(false)
        if case .camera(let device) = source { cameras?.close(device) }
    }
}

extension WindowImage {
    /// Whether all of the image's pixels can be read; a client may have taken the memory away.
    fileprivate var isReadable: Bool {
        elements.allSatisfy { $0.source.withPixels { _ in } }
    }
}

extension FramePainter {
    /// Sets whether the content's picture is read; a picture that is read includes the cursor.
    ///
    /// While the content is on no screen, the next change after `awaitBackgroundFrame` composes a frame. Without that
    /// call no frame is composed, and clients get no frame callbacks.
    func readContent(_ isRead: Bool) {
        content.isRead = isRead
        if !isRead { forgetBackgroundFrame() }
    }
}
