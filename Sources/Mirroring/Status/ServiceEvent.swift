/// Something that happened in the service.
package struct ServiceEvent: Hashable, Sendable {
    /// The time on CLOCK_MONOTONIC.
    package var time: Timestamp
    package var occurrence: Occurrence

    package init(_ occurrence: Occurrence, at time: Timestamp) {
        self.time = time
        self.occurrence = occurrence
    }

    /// What happened.
    package enum Occurrence: Hashable, Sendable {
        case stateChanged(from: TopologyState, to: TopologyState)
        case outputPlugged(OutputID)
        case outputUnplugged(OutputID)
        /// An external begins or ceases to keep its last picture.
        case outputFrozen(OutputID)
        case outputUnfrozen(OutputID)
        /// The content was laid out again.
        ///
        /// `on` is nil when the content was parked. `output` is nil also while the content is on no screen.
        case contentMoved(on: ContentPlace?, output: OutputID?, width: Int, height: Int)
        case modeRefused(OutputID, ModeStatus, reason: String)
        /// A display stays dark because of a refusal, a failure or a shortage, and is tried again after this time.
        case outputPostponed(OutputID, reason: String, retryMilliseconds: Int)
        /// The panel now shows the other application.
        case panelForegroundChanged(to: PanelForeground.Choice)
        /// The first full frame on a screen after the content moved there.
        ///
        /// `milliseconds` and `frames` count from the plug or unplug that caused the move.
        case firstFrame(on: ScreenName, output: OutputID, milliseconds: Double, frames: Int)
        /// Live contacts were cancelled because the targets under them moved.
        case touchesCancelled(count: Int)
        case clientConnected(pid: Int)
        case clientDisconnected(pid: Int)
        /// The hosted application ended with an exit status, or by a signal.
        case applicationExited(pid: Int, status: Int?, signal: Int?)
        /// The hosted application has ended and will be started again after this time.
        case applicationRestarting(retryMilliseconds: Int)
        /// The hosted application was started again.
        case applicationRestarted(pid: Int)
        /// The hosted application has ended and is started again only by hand.
        case applicationGaveUp(reason: String)
        /// An event of the picture in picture.
        case pip(PiPEvent)
        /// The panel application ended with an exit status, or by a signal.
        case panelApplicationExited(pid: Int, status: Int?, signal: Int?)
        /// The user's command for events of the type `hook` did not start or ended with an error.
        ///
        /// `status` is the command's exit status, and `signal` the signal that killed it. `reason` is for a person.
        case hookFailed(hook: String, program: String, status: Int?, signal: Int?, reason: String)
        /// A locker has hidden everything.
        case sessionLocked
        case sessionUnlocked
        /// The locker has ended without unlocking, so the session stays locked.
        case lockerLost(pid: Int)
        /// The user has been idle for long enough to reach a stage of idleness.
        case userIdle(IdleStage)
        /// The user is active again after a stage of idleness.
        case userActive
        /// The machine is about to sleep and waits for the hooks of this event, or has woken.
        case sleepIsComing
        case woke
        /// The displays and devices were taken away by a VT switch or the machine's sleep, or are back.
        case seatPaused
        case seatResumed
        /// The last line of a stream whose reader was too slow.
        case dropped(reason: String)
    }
}

/// A flat object: `type`, `time_us`, and the payload's own keys.
extension ServiceEvent: Codable {
    package enum CodingKeys: String, CodingKey {
        case type
        case time = "time_us"
        case from, to, output, on, width, height, mode, reason, milliseconds, frames, count, pid, status, signal
        case source, sources, detail, active, stage, hook, program
        case renderWidth = "render_width"
        case renderHeight = "render_height"
        case retryMilliseconds = "retry_ms"
    }

    /// The value of `type`.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case state
        case plugged
        case unplugged
        case frozen
        case unfrozen
        case contentMoved = "content-moved"
        case modeRefused = "mode-refused"
        case outputPostponed = "output-postponed"
        case panelForeground = "panel-foreground"
        case firstFrame = "first-frame"
        case touchesCancelled = "touches-cancelled"
        case clientConnected = "client-connected"
        case clientDisconnected = "client-disconnected"
        case applicationExited = "application-exited"
        case applicationRestarting = "application-restarting"
        case applicationRestarted = "application-restarted"
        case applicationGaveUp = "application-gave-up"
        case panelApplicationExited = "panel-application-exited"
        case hookFailed = "hook-failed"
        case locked
        case unlocked
        case lockerLost = "locker-lost"
        case idle
        case active
        case sleep
        case wake
        case seatPaused = "seat-paused"
        case seatResumed = "seat-resumed"
        case dropped
        case pipPossible = "pip-possible"
        case pipWillStart = "pip-will-start"
        case pipDidStart = "pip-did-start"
        case pipFailedToStart = "pip-failed-to-start"
        case pipWillStop = "pip-will-stop"
        case pipDidStop = "pip-did-stop"
        case pipRestoreRequested = "pip-restore-requested"
        case pipSourceChanged = "pip-source-changed"
        case pipSizeChanged = "pip-size-changed"
        case pipActive = "pip-active"
    }

    package var kind: Kind { form.kind }

    /// The value of `type` and the payload.
    private var form: (kind: Kind, fields: KeyValuePairs<CodingKeys, any Encodable>) {
        switch occurrence {
        case .stateChanged(let from, let to): (.state, [.from: from, .to: to])
        case .outputPlugged(let output): (.plugged, [.output: output])
        case .outputUnplugged(let output): (.unplugged, [.output: output])
        case .outputFrozen(let output): (.frozen, [.output: output])
        case .outputUnfrozen(let output): (.unfrozen, [.output: output])
        case .contentMoved(let on, let output, let width, let height):
            (.contentMoved, [.on: on, .output: output, .width: width, .height: height])
        case .modeRefused(let output, let mode, let reason):
            (.modeRefused, [.output: output, .mode: mode, .reason: reason])
        case .outputPostponed(let output, let reason, let milliseconds):
            (.outputPostponed, [.output: output, .reason: reason, .retryMilliseconds: milliseconds])
        case .panelForegroundChanged(let to): (.panelForeground, [.to: to])
        case .firstFrame(let on, let output, let milliseconds, let frames):
            (.firstFrame, [.on: on, .output: output, .milliseconds: milliseconds, .frames: frames])
        case .touchesCancelled(let count): (.touchesCancelled, [.count: count])
        case .clientConnected(let pid): (.clientConnected, [.pid: pid])
        case .clientDisconnected(let pid): (.clientDisconnected, [.pid: pid])
        case .applicationExited(let pid, let status, let signal):
            (.applicationExited, [.pid: pid, .status: status, .signal: signal])
        case .applicationRestarting(let milliseconds): (.applicationRestarting, [.retryMilliseconds: milliseconds])
        case .applicationRestarted(let pid): (.applicationRestarted, [.pid: pid])
        case .applicationGaveUp(let reason): (.applicationGaveUp, [.reason: reason])
        case .pip(let event): event.form
        case .panelApplicationExited(let pid, let status, let signal):
            (.panelApplicationExited, [.pid: pid, .status: status, .signal: signal])
        case .hookFailed(let hook, let program, let status, let signal, let reason):
            (
                .hookFailed,
                [.hook: hook, .program: program, .status: status, .signal: signal, .reason: reason]
            )
        case .sessionLocked: (.locked, [:])
        case .sessionUnlocked: (.unlocked, [:])
        case .lockerLost(let pid): (.lockerLost, [.pid: pid])
        case .userIdle(let stage): (.idle, [.stage: stage])
        case .userActive: (.active, [:])
        case .sleepIsComing: (.sleep, [:])
        case .woke: (.wake, [:])
        case .seatPaused: (.seatPaused, [:])
        case .seatResumed: (.seatResumed, [:])
        case .dropped(let reason): (.dropped, [.reason: reason])
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let form = form
        try container.encode([.type: form.kind, .time: time.microseconds])
        try container.encode(form.fields)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let time = Timestamp(microseconds: try container.decode(Int64.self, forKey: .time))
        let kind = try container.decode(Kind.self, forKey: .type)
        if let event = try PiPEvent(kind, container) {
            self.init(.pip(event), at: time)
        } else {
            self.init(try Self.occurrence(kind, container), at: time)
        }
    }

    private static func occurrence(
        _ kind: Kind, _ container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Occurrence {
        func value<T: Decodable>(_ key: CodingKeys, as _: T.Type = T.self) throws -> T {
            try container.decode(T.self, forKey: key)
        }
        func optional<T: Decodable>(_ key: CodingKeys, as _: T.Type = T.self) throws -> T? {
            try container.decodeIfPresent(T.self, forKey: key)
        }
        return switch kind {
        case .state: .stateChanged(from: try value(.from), to: try value(.to))
        case .plugged: .outputPlugged(try value(.output))
        case .unplugged: .outputUnplugged(try value(.output))
        case .frozen: .outputFrozen(try value(.output))
        case .unfrozen: .outputUnfrozen(try value(.output))
        case .contentMoved:
            .contentMoved(
                on: try optional(.on), output: try optional(.output), width: try value(.width),
                height: try value(.height))
        case .modeRefused:
            .modeRefused(try value(.output), try value(.mode), reason: try value(.reason))
        case .outputPostponed:
            .outputPostponed(
                try value(.output), reason: try value(.reason), retryMilliseconds: try value(.retryMilliseconds))
        case .panelForeground: .panelForegroundChanged(to: try value(.to))
        case .firstFrame:
            .firstFrame(
                on: try value(.on), output: try value(.output), milliseconds: try value(.milliseconds),
                frames: try value(.frames))
        case .touchesCancelled: .touchesCancelled(count: try value(.count))
        case .clientConnected: .clientConnected(pid: try value(.pid))
        case .clientDisconnected: .clientDisconnected(pid: try value(.pid))
        case .applicationExited:
            .applicationExited(pid: try value(.pid), status: try optional(.status), signal: try optional(.signal))
        case .applicationRestarting: .applicationRestarting(retryMilliseconds: try value(.retryMilliseconds))
        case .applicationRestarted: .applicationRestarted(pid: try value(.pid))
        case .applicationGaveUp: .applicationGaveUp(reason: try value(.reason))
        case .panelApplicationExited:
            .panelApplicationExited(pid: try value(.pid), status: try optional(.status), signal: try optional(.signal))
        case .hookFailed:
            .hookFailed(
                hook: try value(.hook), program: try value(.program), status: try optional(.status),
                signal: try optional(.signal), reason: try value(.reason))
        case .locked: .sessionLocked
        case .unlocked: .sessionUnlocked
        case .lockerLost: .lockerLost(pid: try value(.pid))
        case .idle: .userIdle(try value(.stage))
        case .active: .userActive
        case .sleep: .sleepIsComing
        case .wake: .woke
        case .seatPaused: .seatPaused
        case .seatResumed: .seatResumed
        case .dropped: .dropped(reason: try value(.reason))
        case .pipPossible, .pipWillStart, .pipDidStart, .pipFailedToStart, .pipWillStop, .pipDidStop,
            .pipRestoreRequested, .pipSourceChanged, .pipSizeChanged, .pipActive:
            throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "read elsewhere")
        }
    }
}
