import Control
import Mirroring

/// Formats events as text: seconds since boot, and what happened.
enum EventText {
    /// Formats a line of the stream; unknown events of a newer service stay unchanged.
    static func describe(_ line: [UInt8], _ json: JSONLine) -> String {
        guard let event = try? json.decode(ServiceEvent.self, from: line) else {
            return String(decoding: line, as: UTF8.self).printable
        }
        return describe(event)
    }

    /// Formats an event as one line; strangers' texts in it are escaped.
    static func describe(_ event: ServiceEvent) -> String {
        "\(seconds(event.time))  \(words(event.occurrence))".printable
    }

    private static func seconds(_ time: Timestamp) -> String {
        let (seconds, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(seconds).\(String(1_000_000 + abs(rest)).dropFirst())"
    }

    private static func words(_ occurrence: ServiceEvent.Occurrence) -> String {
        switch occurrence {
        case .stateChanged(let from, let to): "state \(from.rawValue) -> \(to.rawValue)"
        case .outputPlugged(let output): "\(output) plugged"
        case .outputUnplugged(let output): "\(output) unplugged"
        case .outputFrozen(let output): "\(output) frozen"
        case .outputUnfrozen(let output): "\(output) shows the content again"
        case .contentMoved(let on, let output, let width, let height):
            "content \(place(on, output)), \(width)x\(height)"
        case .panelForegroundChanged(let to):
            "panel shows the \(to.rawValue)"
        case .modeRefused(let output, let mode, let reason):
            "\(output) refused \(mode.width)x\(mode.height) \(RefreshText.hertz(mode.refreshMilliHertz)): "
                + reason
        case .outputPostponed(let output, let reason, let milliseconds):
            "\(output) stays dark for now: \(reason); it is tried again in \(Double(milliseconds) / 1000) s"
        case .firstFrame(let on, let output, let milliseconds, let frames):
            "first frame \(place(ContentPlace(on), output)) after \((milliseconds * 100).rounded() / 100) ms, \(frames) frames"
        case .touchesCancelled(let count): "\(count) touches cancelled"
        case .clientConnected(let pid): "client \(pid) connected"
        case .clientDisconnected(let pid): "client \(pid) disconnected"
        case .applicationExited(let pid, let status, let signal): "application \(pid) \(end(status, signal))"
        case .applicationRestarting(let milliseconds):
            "application is started again in \(Double(milliseconds) / 1000) s"
        case .applicationRestarted(let pid): "application started again as \(pid)"
        case .applicationGaveUp(let reason): "application is not started again: \(reason)"
        case .pip(let event): PiPText.describe(event)
        case .panelApplicationExited(let pid, let status, let signal):
            "panel application \(pid) \(end(status, signal))"
        case .hookFailed(let hook, let program, _, _, let reason):
            "hook \(hook.printable) failed: \(program.printable): \(reason.printable)"
        case .sessionLocked: "session locked"
        case .sessionUnlocked: "session unlocked"
        case .lockerLost(let pid): "locker \(pid) ended without unlocking: the session stays locked"
        case .userIdle(let stage): "user idle: \(stage.rawValue)"
        case .userActive: "user active"
        case .sleepIsComing: "the machine goes to sleep"
        case .woke: "the machine has woken"
        case .seatPaused: "seat taken away"
        case .seatResumed: "seat back"
        case .dropped(let reason): "stream dropped: \(reason)"
        }
    }

    private static func place(_ place: ContentPlace?, _ output: OutputID?) -> String {
        guard let place else { return "parked" }
        return switch place {
        case .panel, .external: "on the \(place.rawValue)" + (output.map { " (\($0))" } ?? "")
        case .pip: "in picture in picture"
        case .background: "in the background"
        }
    }

    private static func end(_ status: Int?, _ signal: Int?) -> String {
        if let signal { return "killed by signal \(signal)" }
        return status.map { "exited with status \($0)" } ?? "ended"
    }
}
