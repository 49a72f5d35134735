import Compositor
import Control
import Geometry
import Mirroring
import Pictures

/// Shows the status bar in one place at a time: as picture in picture, or docked.
struct HUDHandler: CommandHandler {
    let bar: HUDDriver
    let compositor: Compositor

    func answer(_ command: HUDRequest, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        let isInPicture = compositor.pip.status?.source == .hud
        switch command {
        case .set(let values): return bar.set(values, call)
        case .show(.pip, let width, let height):
            bar.hide()
            return showInPicture(width: width, height: height, isInPicture: isInPicture, call)
        case .show(let place, let width, let height):
            if isInPicture { compositor.pip.stop { _ in } }
            return bar.show(place, width: width, height: height)
        case .hide:
            bar.hide()
            return isInPicture ? compositor.pip.requests.answer(.stop, call) : .done
        }
    }

    private func showInPicture(
        width: Int?, height: Int?, isInPicture: Bool, _ call: ControlCall<Done>
    ) -> ControlAnswer<Done>? {
        let size = bar.pictureSize(width: width, height: height)
        if isInPicture { return compositor.pip.requests.answer(.size(width: size.width, height: size.height), call) }
        bar.pipView.resize(to: size)
        return compositor.pip.requests.start(PiPStart(.hud), size: size.reinterpreted(), call)
    }
}
