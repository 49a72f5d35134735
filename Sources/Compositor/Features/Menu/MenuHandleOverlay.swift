import Geometry
import Mirroring

/// The handle on the glass that opens the panel menu.
final class MenuHandleOverlay: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let director: ScreenDirector
    /// Draws the handle; nil where there is none.
    private let pictures: (any MenuPort)?
    private let menu: MenuOverlay
    private let input: InputDispatcher
    private var configuration: MenuConfiguration
    private var isKiosk: Bool
    /// The shown handle; nil while it is not on the panel.
    private(set) var shown: MenuHandle?
    private var contrast = Contrast.normal
    private var gesture = HandleGesture()

    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ menu: MenuOverlay, _ input: InputDispatcher,
        _ pictures: (any MenuPort)?, _ configuration: Configuration
    ) {
        self.overlays = overlays
        self.input = input
        self.director = director
        self.menu = menu
        self.pictures = pictures
        self.configuration = configuration.menu
        isKiosk = configuration.kiosk.isEnabled
    }

    func use(_ next: Configuration, after old: Configuration) {
        configuration = next.menu
        isKiosk = next.kiosk.isEnabled
    }

    /// Where fingers can grab the handle; nil while the handle is not on the panel.
    var area: Rect<PanelSpace>? { shown?.area }

    func report(to status: inout ServiceStatus) {
        status.overlays.menu?.handle = area.map { PanelPlace($0) }
    }

    /// Follows the plan and the configuration.
    func follow() {
        let next = wanted
        let contrast = overlays.interface.contrast
        guard next != shown || contrast != self.contrast else { return }
        let picture = next.flatMap { pictures?.handle(size: $0.bar.size, contrast: contrast) }
        (shown, self.contrast) = (picture == nil ? nil : next, contrast)
        gesture = HandleGesture()
        overlays.set(.menuHandle, to: elements(of: picture))
        overlays.setInput(
            .menuHandle, area: shown.map { OverlayArea(own: Region($0.area)) }, sink: self)
    }

    private var wanted: MenuHandle? {
        guard !isKiosk, pictures != nil, let room = overlays.room else { return nil }
        switch configuration.handle {
        case .never: return nil
        case .auto:
            if director.plan.panelBase == .content, !director.wishes.foreground.hasApplication { return nil }
        case .always: break
        }
        return MenuHandle(configuration, in: room, density: overlays.density)
    }

    private func elements(of picture: (any Buffer)?) -> [SceneElement] {
        guard let picture, let bar = shown?.bar else { return [] }
        return [SceneElement(whole: picture, at: bar.reinterpreted())]
    }

    func take(_ input: OverlayInput) {
        switch shown.flatMap({ gesture.take(input, on: $0) }) {
        case nil: break
        case .opens: _ = menu.open(isFocused: false)
        case .givesWay(let contact, let start, let point):
            self.input.giveWay(contact, of: .menuHandle, from: start, to: point)
        }
    }
}
