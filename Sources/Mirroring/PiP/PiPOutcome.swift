package import Geometry

/// A request whose completion somebody waits for; no two share a number.
package struct PiPToken: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) {
        self.number = number
    }
}

/// How a request ended.
package enum PiPOutcome: Hashable, Sendable {
    case done
    /// There was nothing to do: no picture in picture was shown.
    case nothingActive
    case failed(PiPFailure)
}

/// How a change of the picture's place or size ended.
package enum PiPChange: Hashable, Sendable {
    /// It rests as requested.
    case done
    /// It rests at another size, because the requested one is out of bounds.
    case bounded(Size<PanelSpace>)
    case notShown
    /// The picture in picture ended before it came to rest.
    case ended
}

/// Why a picture in picture was not started.
package enum PiPFailure: Error, Hashable, Sendable {
    /// The source did not become possible in time.
    case impossible(PiPObstacle)
    /// The source was possible but gave no picture in time.
    case timedOut
    /// A later request took its place.
    case replaced
    /// It was stopped before it was shown.
    case stopped
    /// Its source went away before it was shown.
    case sourceGone
    /// Its source could not be read; the text says why.
    case sourceFailed(String)
}

extension PiPFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .impossible(let obstacle): obstacle.rawValue
        case .timedOut: "the source gave no picture in time"
        case .replaced: "a later request took its place"
        case .stopped: "it was stopped before it was shown"
        case .sourceGone: "its source went away"
        case .sourceFailed(let reason): reason
        }
    }

    /// The code that events carry.
    package var code: String {
        switch self {
        case .impossible: "impossible"
        case .timedOut: "timed-out"
        case .replaced: "replaced"
        case .stopped: "stopped"
        case .sourceGone: "source-gone"
        case .sourceFailed: "source-failed"
        }
    }
}

/// Why a picture in picture ended.
package enum PiPStopReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// Somebody asked for it.
    case requested
    /// Its close button was pressed.
    case closed
    /// Another one was started.
    case replaced
    /// Its source has taken its full place again, as requested.
    case restored
    /// Its source came to full view by another route.
    case fullView = "full-view"
    case sourceGone = "source-gone"
    /// Its configured time is over.
    case autoStop = "auto-stop"
}
