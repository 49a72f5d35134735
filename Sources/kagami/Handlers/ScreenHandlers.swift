import Compositor
import Control
import Mirroring
import Runtime

/// Handlers of `ScreenRequests`, `ControllerRequests` and `KeyboardRequests`.
///
/// A request whose effect should be seen ends blanking.
enum ScreenHandlers {
    static func all(_ compositor: Compositor, loop: EventLoop) -> [any CommandHandler] {
        [
            ScreenshotHandler(writer: ScreenshotWriter(compositor, loop: loop)), MirrorHandler(compositor: compositor),
            UseExternalHandler(compositor: compositor), ShowOnPanelHandler(compositor: compositor),
            BlankHandler(compositor: compositor), FreezeHandler(compositor: compositor),
            BrightnessHandler(compositor: compositor), OverscanHandler(compositor: compositor),
            ZoomHandler(compositor: compositor),
            RegionHandler(compositor: compositor), ControllerModeHandler(compositor: compositor),
            ShowKeyboardHandler(compositor: compositor),
        ]
    }
}

private struct ScreenshotHandler: CommandHandler {
    let writer: ScreenshotWriter

    func answer(_ command: ScreenshotRequest, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        do throws(ControlRequestError) {
            return writer.write(command.screen, to: try call.files.file(0), call.later)
        } catch {
            return .failure("\(error)")
        }
    }
}

private struct MirrorHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: MirrorRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        compositor.displays.setMirroring(command.enabled)
        return .done
    }
}

private struct UseExternalHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: UseExternalRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        return switch compositor.displays.useExternal(command.output) {
        case .done: .done
        case .kept: .note("kept for when an external is used again: see kagami status")
        case .refused(let reason): .failure(reason)
        }
    }
}

private struct ShowOnPanelHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: ShowOnPanelRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        return switch compositor.foreground.show(command.foreground) {
        case .changed, .unchanged: .done
        case .refused(let reason): .failure(reason)
        }
    }
}

private struct BlankHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: BlankRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.blanking.blank(command.extent)
        guard command.extent == .external, compositor.size(of: .external) == nil else { return .done }
        return .note("the external is off: it will be black when it is on")
    }
}

private struct OverscanHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: OverscanRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        guard let external = compositor.external else { return .failure("no external to set: see kagami outputs") }
        return compositor.displays.set(DisplaySettings(overscanPercent: command.percent), on: external.id)
            .map { .failure($0) } ?? .done
    }
}

private struct FreezeHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: FreezeRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        guard command.enabled else {
            compositor.freezer.thaw()
            return .done
        }
        return switch compositor.freezer.freeze() {
        case .done: .done
        case .noExternal: .failure("no external to freeze: plug one in, or use it with kagami mirror on")
        case .noMemory: .failure("no memory for the picture to keep: close an application and try again")
        }
    }
}

private struct BrightnessHandler: CommandHandler {
    let compositor: Compositor

    func answer(
        _ command: BrightnessRequest, _ call: ControlCall<BrightnessRequest.Reply>
    ) -> ControlAnswer<BrightnessRequest.Reply>? {
        guard compositor.idle.brightness != nil else {
            return .failure("the panel has no backlight: there is none in /sys/class/backlight")
        }
        guard let wanted = command.brightness else { return present }
        compositor.idle.set(wanted) { [later = call.later] reason in
            later.send(
                reason.map { .failure("\($0); a rule of udev can let the group video write there") } ?? present)
        }
        return nil
    }

    private var present: ControlAnswer<BrightnessRequest.Reply> {
        compositor.idle.brightness.map { .success(BrightnessRequest.Reply(percent: $0.percent)) }
            ?? .failure("the panel's backlight is gone")
    }
}

private struct ControllerModeHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: ControllerModeRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.controller.use(command.mode)
        guard compositor.controller.isShown else { return .note("kept for when the panel shows a controller") }
        return .done
    }
}

private struct ShowKeyboardHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: ShowKeyboardRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        compositor.keyboard?.choose(command.show)
        guard compositor.keyboard?.status == nil else { return .done }
        return .note("kept for when an on-screen keyboard runs: see screen_keyboard.command in the configuration")
    }
}

private struct ZoomHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: ZoomRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.controller.zoom(to: command.factor, center: command.center) ? .done : .noController
    }
}

private struct RegionHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: RegionRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        switch command.part {
        case .rect(let region): return compositor.controller.show(region) ? .done : .noController
        case .window(let appID):
            switch compositor.controller.show(window: appID) {
            case .done: return .done
            case .noController: return .noController
            case .noWindow: return .failure("the content shows no window \(appID); kagami windows lists them")
            }
        }
    }
}

extension ControlAnswer<Done> {
    fileprivate static var noController: ControlAnswer {
        .failure("the panel shows no controller: plug in an external, or kagami panel show content")
    }
}
