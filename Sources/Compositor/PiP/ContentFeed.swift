import Geometry
import Mirroring

/// The content's picture, wherever it is composed: the external's, or one in memory.
///
/// It is read where it is composed, without a copy. Only while the panel itself carries the content, at the begin and the
/// end, is a copy shown: the picture cannot be drawn onto itself.
final class ContentFeed: PiPFeed {
    private unowned let host: any PiPHost
    private(set) var picture: PixelBuffer?
    private var damage = Region<OutputSpace>()
    var changed: () -> Void = {}

    init(host: any PiPHost) {
        self.host = host
    }

    var isSettled: Bool { host.isContentSettled }

    func begin() {
        host.setBackgroundRead(true)
        host.awaitBackgroundFrame()
        guard picture == nil else { return }
        if host.panelBase == .content {
            picture = host.contentPicture?.copied()
        } else if host.isContentPictureCurrent {
            // What has not been drawn yet is black; such a picture is waited for.
            picture = host.contentPicture
        }
        if picture != nil { changed() }
    }

    /// A frame of the content has been composed.
    func composed(_ pixels: Region<OutputSpace>) {
        // At home the content's picture is the panel's own.
        guard host.panelBase != .content, let current = host.contentPicture else { return }
        if current === picture {
            damage.formUnion(pixels)
        } else {
            picture = current
            damage = Region(current.size.bounds)
        }
        changed()
    }

    func draw() -> Region<OutputSpace>? {
        defer { damage = Region() }
        return picture == nil ? nil : damage
    }

    /// A screen has its size.
    func ask(for size: Size<PanelSpace>?) {}

    func end() {
        host.setBackgroundRead(false)
    }
}
