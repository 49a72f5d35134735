import Geometry
import Mirroring

/// The handle on the glass that opens the panel menu.
final class MenuHandleOverlay: OverlayInputSink {
    private unowned let compositor: Compositor
    private let overlays: Overlays
    /// Nil while it is not on the panel.
    private(set) var shown: MenuHandle?
    private var contrast = Contrast.normal
    private var gesture = HandleGesture()

    init(_ compositor: Compositor) {
        self.compositor = compositor
        overlays = compositor.overlays
    }

    /// Where fingers take hold of it; nil while it is not on the panel.
    var area: Rect<PanelSpace>? { shown?.area }

    /// Follows the plan and the configuration.
    func follow() {
        let next = wanted
        let contrast = overlays.interface.contrast
        guard next != shown || contrast != self.contrast else { return }
        let picture = next.flatMap { compositor.ports.menu?.handle(size: $0.bar.size, contrast: contrast) }
        (shown, self.contrast) = (picture == nil ? nil : next, contrast)
        gesture = HandleGesture()
        overlays.set(.menuHandle, to: overlay(picture))
        overlays.setInput(
            .menuHandle, area: shown.map { OverlayArea(own: Region($0.area)) }, sink: self)
    }

    private var wanted: MenuHandle? {
        let configuration = compositor.configuration.menu
        guard !compositor.configuration.kiosk.isEnabled, compositor.ports.menu != nil, let panel = overlays.panelSize
        else { return nil }
        switch configuration.handle {
        case .never: return nil
        case .auto: if compositor.panelBase == .content, !compositor.hasPanelApplication { return nil }
        case .always: break
        }
        return MenuHandle(configuration, on: panel, density: overlays.density)
    }

    private func overlay(_ picture: (any Buffer)?) -> ScreenOverlay? {
        guard let picture, let bar = shown?.bar else { return nil }
        return ScreenOverlay(decorations: [SceneElement(whole: picture, at: bar.reinterpreted())])
    }

    func take(_ input: OverlayInput) {
        guard let shown, gesture.take(input, on: shown) else { return }
        _ = compositor.menu.open(isFocused: false)
        compositor.hints.learn(.handle)
    }
}
