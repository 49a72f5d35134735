import Geometry
import Mirroring

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
