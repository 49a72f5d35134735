import Geometry
import Mirroring

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
