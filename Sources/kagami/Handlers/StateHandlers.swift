import Compositor
import Control
import KagamiCommands
import Machine
import Mirroring
import Runtime
import WaylandBinding

/// Handlers of `StateRequests`.
enum StateHandlers {
    static func all(
        _ compositor: Compositor, backend: BackendKind, bar: HUDDriver, adapters: AdapterCounters,
        application: SupervisedApplication, displayApplications: DisplayApplications, sound: PipeWireSound,
        sockets: SocketNames
    ) -> [any CommandHandler] {
        [
            StatusHandler(
                compositor: compositor, backend: backend, bar: bar, adapters: adapters, application: application,
                displayApplications: displayApplications, sound: sound, sockets: sockets),
            OutputsHandler(compositor: compositor),
        ]
    }
}

/// Adds the counters that the core does not have.
struct AdapterCounters {
    let loop: EventLoop
    /// The servers of the applications.
    let displays: [WaylandDisplay]

    func add(to counters: inout ServiceCounters) {
        counters.wakeups = loop.wakeups
        counters.clients = displays.reduce(0) { $0 + $1.clientsAccepted }
    }
}

private struct StatusHandler: CommandHandler {
    let compositor: Compositor
    let backend: BackendKind
    let bar: HUDDriver
    let adapters: AdapterCounters
    let application: SupervisedApplication
    let displayApplications: DisplayApplications
    let sound: PipeWireSound
    let sockets: SocketNames

    func answer(
        _: StatusRequest, _ call: ControlCall<StatusRequest.Reply>
    ) -> ControlAnswer<StatusRequest.Reply>? {
        var status = compositor.status(version: Version.current)
        status.about.backend = backend
        adapters.add(to: &status.counters)
        status.overlays.hud = bar.status
        status.applications.program = application.status
        for (index, program) in displayApplications.statuses.enumerated() {
            status.applications.displays[index].program = program
        }
        status.screens.sound = sound.sink.map { SoundStatus(sink: $0.name, description: $0.description) }
        if call.connection.access == .full {
            status.about.sockets = sockets
        } else {
            // An untrusted application is told neither where the sockets are nor what other programs play.
            status.session.idleInhibitors = nil
        }
        return .success(StatusRequest.Reply(status))
    }
}

private struct OutputsHandler: CommandHandler {
    let compositor: Compositor

    func answer(
        _: OutputsRequest, _: ControlCall<OutputsRequest.Reply>
    ) -> ControlAnswer<OutputsRequest.Reply>? {
        .success(
            OutputsRequest.Reply(
                compositor.outputs, unplacedTouchscreens: compositor.input.touchscreens.filter { $0.output == nil }))
    }
}
