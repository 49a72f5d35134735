import Geometry
import Logging
import Mirroring

/// Settings of displays that are made by hand.
extension ScreenDirector {
    /// Why a display cannot have these settings; nil where it can. Changes nothing.
    func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        switch topology.change(to: settings, on: id) {
        case .impossible(let obstacle): obstacle.rawValue
        case .kept: nil
        case .modeset(let output): display.refusal(ofMode: output.mode, transform: output.transform, on: id)
        }
    }

    /// Changes a display's settings in place, so that the content stays on it; returns why it cannot have them, or nil.
    func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        switch topology.change(to: settings, on: id) {
        case .impossible(let obstacle):
            return obstacle.rawValue
        case .kept(let output):
            handle(.displaySet(output, settings))
        case .modeset(let output):
            if let reason = enableInPlace(output) { return reason }
            handle(.displaySet(output, settings))
        }
        // A scale alone changes no placement.
        replan()
        return nil
    }

    /// Forgets what was set by hand for a display, or with nil for all.
    func forget(_ id: OutputID?) {
        handle(.displayForgotten(id))
        replan()
    }

    /// Changes the mode of an enabled output; returns why the mode is refused, or nil. After a refusal the output is as
    /// before. Without memory for a picture, the output counts as failed, and is enabled again with its former
    /// settings.
    private func enableInPlace(_ output: EnabledOutput) -> String? {
        switch display.enable(output.id, mode: output.mode, transform: output.transform) {
        case .refused(let reason), .noRoom(let reason), .shortage(let reason):
            refused(output.id, output.mode, reason: reason)
            return reason
        case .done:
            guard let target = target(of: output.id, size: output.transform.apply(to: output.mode.size)) else {
                let reason = "no memory for its picture"
                handle(.outputFailed(output.id, reason: reason))
                return reason
            }
            dark.remove(output.id)
            screens[output.id] = Screen(.output(output.id), target: target)
            tintAnew(output.id)
            return nil
        }
    }
}
