import HUD
import Compositor
import Control
import Geometry
import Mirroring
import Runtime
import Virtual

/// Answers the control socket's requests by asking the compositor and driving the virtual hardware.
final class RequestHandler: ControlHandler {
    private let compositor: Compositor
    private let loop: EventLoop
    private let virtual: VirtualDriver?
    private let bar: HUDDriver
    private let pip: PiPRequestHandler
    private let configuration: ConfigurationKeeper
    private let screenshots: ScreenshotWriter
    private let replays: InputReplays
    private let counters: (inout ServiceCounters) -> Void

    /// `counters` adds the counters of the adapters.
    init(
        compositor: Compositor, loop: EventLoop, virtual: VirtualDriver?, bar: HUDDriver,
        configuration: ConfigurationKeeper,
        counters: @escaping (inout ServiceCounters) -> Void
    ) {
        self.compositor = compositor
        self.loop = loop
        self.virtual = virtual
        self.bar = bar
        self.configuration = configuration
        pip = PiPRequestHandler(compositor.pip)
        screenshots = ScreenshotWriter(compositor, loop: loop)
        replays = InputReplays(compositor, loop: loop)
        self.counters = counters
    }

    func handle(
        _ request: ControlRequest, with files: AttachedFiles, from connection: ControlConnection
    ) -> ControlReply? {
        if request.asksToBeSeen { compositor.wake() }
        switch request {
        case .status: return .status(status)
        case .outputs: return .outputs(compositor.outputs)
        case .screenshot(let screen): return screenshot(screen, files, from: connection)
        case .mirror(let isOn):
            compositor.setMirroring(isOn)
            return .done
        case .blank(let extent): return blank(extent)
        case .reloadConfiguration: return configuration.reload()
        case .showConfiguration: return .configuration(configuration.loaded.report)
        case .hud(let request): return handle(request, files, from: connection)
        case .pip(let request): return pip.handle(request, from: connection)
        case .showOnPanel(let choice): return show(choice)
        case .useExternal(let output): return use(output)
        case .windows: return .windows(compositor.windows)
        case .nextWindow: return goToNextWindow()
        case .activateWindow(let appID): return goToWindow(appID)
        case .injectInput(let inputs): return replays.inject(inputs, from: connection)
        case .events, .recordInput: return .failure("streams are the server's own")
        case .plug, .unplug, .refuse, .touch, .pointer, .gesture, .pen, .key:
            guard let virtual else {
                return .failure("no virtual hardware: kagami runs on real displays; use --backend virtual")
            }
            return virtual.handle(request)
        }
    }

    /// Shows the bar in one place only: in picture in picture, or docked.
    private func handle(
        _ request: HUDRequest, _ files: AttachedFiles, from connection: ControlConnection
    ) -> ControlReply? {
        let isInPicture = compositor.pip.status?.source == .hud
        switch request {
        case .set(let values): return bar.set(values, files, from: connection)
        case .show(.pip, let width, let height):
            bar.hide()
            return showInPicture(width: width, height: height, isInPicture: isInPicture, connection)
        case .show(let place, let width, let height):
            if isInPicture { compositor.pip.stop { _ in } }
            return bar.show(place, width: width, height: height)
        case .hide:
            bar.hide()
            return isInPicture ? pip.handle(.stop, from: connection) : .done
        }
    }

    private func showInPicture(
        width: Int?, height: Int?, isInPicture: Bool, _ connection: ControlConnection
    ) -> ControlReply? {
        let size = bar.pictureSize(width: width, height: height)
        if isInPicture { return pip.handle(.size(width: size.width, height: size.height), from: connection) }
        bar.pipView.resize(to: size)
        return pip.start(PiPStart(.hud), size: size.reinterpreted(), from: connection)
    }

    /// A recording begins with the present devices.
    func subscribed(_ connection: ControlConnection, to stream: ControlStream) {
        guard stream == .input else { return }
        let now = Timestamp(microseconds: loop.turnTime)
        for device in compositor.inputDevices { connection.send(RecordedInput(.deviceAdded(device), at: now)) }
    }

    func connectionClosed(_ connection: ControlConnection) {
        pip.connectionClosed(connection)
        replays.connectionClosed(connection)
    }

    private var status: ServiceStatus {
        var status = compositor.status(version: Version.current)
        counters(&status.counters)
        status.hud = bar.status
        return status
    }

    private func use(_ output: OutputID?) -> ControlReply {
        switch compositor.useExternal(output) {
        case .done: .done
        case .kept: .note("kept for when an external is used again: see kagami status")
        case .refused(let reason): .failure(reason)
        }
    }

    private func show(_ choice: PanelForeground.Choice) -> ControlReply {
        switch compositor.showOnPanel(choice) {
        case .changed, .unchanged: .done
        case .refused(let reason): .failure(reason)
        }
    }

    private func goToNextWindow() -> ControlReply {
        compositor.goToNextWindow() ? .done : .failure("no other window to go to: see kagami windows")
    }

    private func goToWindow(_ appID: String) -> ControlReply {
        compositor.goToWindow(appID)
            ? .done : .failure("no window has the application id \"\(appID)\": see kagami windows")
    }

    private func blank(_ extent: BlankExtent?) -> ControlReply {
        compositor.blank(extent)
        guard extent == .external, compositor.size(of: .external) == nil else { return .done }
        return .note("the external is off: it will be black when it is on")
    }

    private func screenshot(
        _ screen: ScreenName, _ files: AttachedFiles, from connection: ControlConnection
    ) -> ControlReply? {
        do throws(ControlRequestError) {
            return screenshots.write(screen, to: try files.file(0), for: connection)
        } catch {
            return .failure("\(error)")
        }
    }
}

extension ControlRequest {
    /// Whether the request ends blanking, because its effect should be visible.
    fileprivate var asksToBeSeen: Bool {
        switch self {
        case .mirror, .useExternal, .showOnPanel, .nextWindow, .activateWindow: true
        default: false
        }
    }
}
