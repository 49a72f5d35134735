import Geometry
import Mirroring

/// Where on the panel the picture in picture comes from and goes to, and which part of the content it shows.
struct PiPPlaces {
    let pip: PiPExecutor

    private var windows: (any WindowPort)? { pip.ports.windows }
    private var show: PiPShow? { pip.show }

    /// The source's rectangle in full view.
    func full(of source: PiPSource) -> Rect<PanelSpace> {
        let panel = pip.overlays.panelSize?.bounds ?? .zero
        let snapshot = pip.director.plan.controlled == .content ? pip.overlays.panel?.view?.viewport : nil
        switch source {
        case .external, .content: return snapshot?.frame ?? panel
        case .window:
            guard let place = windows?.watchedWindow?.place else { return panel }
            guard let snapshot else { return place.reinterpreted() }
            return snapshot.panelDamage(of: Region(place)).extents
        case .camera, .hud: return origin(of: source)
        }
    }

    /// Where a picture without an origin goes: its source's place if that is visible, otherwise it shrinks into itself.
    func exit(of source: PiPSource) -> Rect<PanelSpace> {
        let isInSight = pip.panelBase != .application
        switch source {
        case .camera, .hud: return origin(of: source)
        case .window where isInSight: return full(of: source)
        case .window, .external, .content:
            let frame = show?.view.frame ?? .zero
            let (width, height) = (max(1, frame.width / 8), max(1, frame.height / 8))
            return Rect(
                x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width: width,
                height: height)
        }
    }

    /// Where a picture without an origin comes from: its source's place, or beyond the nearer edge.
    func origin(of source: PiPSource) -> Rect<PanelSpace> {
        guard !source.hasFullPlace else { return full(of: source) }
        guard var hidden = show?.view.placement else { return .zero }
        hidden.hide()
        return hidden.rect
    }

    /// The part of the content's screen that the picture shows.
    var contentPart: ContentPart? {
        guard let source = show?.run.source, let whole = pip.painter.content.screen?.size else { return nil }
        let size: Size<ContentSpace> = whole.reinterpreted()
        switch source {
        case .external, .content: return ContentPart(part: shown(of: size.bounds), whole: size)
        case .window: return windows?.watchedWindow.map { ContentPart(part: shown(of: $0.place), whole: size) }
        case .camera, .hud: return nil
        }
    }

    /// The shown part of the source's rectangle, without the trimmed black bars.
    private func shown(of place: Rect<ContentSpace>) -> Rect<ContentSpace> {
        guard let part = show?.videoPart, !place.isEmpty else { return place }
        return Rect(x: place.x + part.x, y: place.y + part.y, width: part.width, height: part.height)
    }
}
