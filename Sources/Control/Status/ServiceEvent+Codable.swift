package import Mirroring

/// A flat object: `type`, `time_us`, and the payload's own keys.
extension ServiceEvent: Codable {
    enum CodingKeys: String, CodingKey {
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

    package var kind: Kind {
        switch occurrence {
        case .stateChanged: .state
        case .outputPlugged: .plugged
        case .outputUnplugged: .unplugged
        case .outputFrozen: .frozen
        case .outputUnfrozen: .unfrozen
        case .contentMoved: .contentMoved
        case .modeRefused: .modeRefused
        case .outputPostponed: .outputPostponed
        case .panelForegroundChanged: .panelForeground
        case .firstFrame: .firstFrame
        case .touchesCancelled: .touchesCancelled
        case .clientConnected: .clientConnected
        case .clientDisconnected: .clientDisconnected
        case .applicationExited: .applicationExited
        case .applicationRestarting: .applicationRestarting
        case .applicationRestarted: .applicationRestarted
        case .applicationGaveUp: .applicationGaveUp
        case .panelApplicationExited: .panelApplicationExited
        case .hookFailed: .hookFailed
        case .sessionLocked: .locked
        case .sessionUnlocked: .unlocked
        case .lockerLost: .lockerLost
        case .userIdle: .idle
        case .userActive: .active
        case .sleepIsComing: .sleep
        case .woke: .wake
        case .seatPaused: .seatPaused
        case .seatResumed: .seatResumed
        case .dropped: .dropped
        case .pip(let event): event.kind
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .type)
        try container.encode(time.microseconds, forKey: .time)
        switch occurrence {
        case .stateChanged(let from, let to):
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
        case .outputPlugged(let output), .outputUnplugged(let output), .outputFrozen(let output),
            .outputUnfrozen(let output):
            try container.encode(output, forKey: .output)
        case .contentMoved(let on, let output, let width, let height):
            try container.encode(on, forKey: .on)
            try container.encode(output, forKey: .output)
            try container.encode(width, forKey: .width)
            try container.encode(height, forKey: .height)
        case .modeRefused(let output, let mode, let reason):
            try container.encode(output, forKey: .output)
            try container.encode(mode, forKey: .mode)
            try container.encode(reason, forKey: .reason)
        case .outputPostponed(let output, let reason, let milliseconds):
            try container.encode(output, forKey: .output)
            try container.encode(reason, forKey: .reason)
            try container.encode(milliseconds, forKey: .retryMilliseconds)
        case .panelForegroundChanged(let to):
            try container.encode(to, forKey: .to)
        case .firstFrame(let on, let output, let milliseconds, let frames):
            try container.encode(on, forKey: .on)
            try container.encode(output, forKey: .output)
            try container.encode(milliseconds, forKey: .milliseconds)
            try container.encode(frames, forKey: .frames)
        case .touchesCancelled(let count):
            try container.encode(count, forKey: .count)
        case .clientConnected(let pid), .clientDisconnected(let pid), .applicationRestarted(let pid),
            .lockerLost(let pid):
            try container.encode(pid, forKey: .pid)
        case .applicationExited(let pid, let status, let signal),
            .panelApplicationExited(let pid, let status, let signal):
            try container.encode(pid, forKey: .pid)
            try container.encode(status, forKey: .status)
            try container.encode(signal, forKey: .signal)
        case .hookFailed(let hook, let program, let status, let signal, let reason):
            try container.encode(hook, forKey: .hook)
            try container.encode(program, forKey: .program)
            try container.encode(status, forKey: .status)
            try container.encode(signal, forKey: .signal)
            try container.encode(reason, forKey: .reason)
        case .applicationRestarting(let milliseconds):
            try container.encode(milliseconds, forKey: .retryMilliseconds)
        case .dropped(let reason), .applicationGaveUp(let reason):
            try container.encode(reason, forKey: .reason)
        case .pip(let event):
            try event.encode(to: &container)
        case .userIdle(let stage):
            try container.encode(stage, forKey: .stage)
        case .seatPaused, .seatResumed, .sessionLocked, .sessionUnlocked, .userActive,
            .sleepIsComing, .woke:
            break
        }
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
