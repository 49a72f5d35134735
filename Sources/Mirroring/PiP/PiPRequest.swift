package import Geometry

/// Identifies a request whose completion somebody waits for; no two requests share a number.
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
    /// The picture rests as requested.
    case done
    /// The picture rests at another size, because the requested size is out of bounds.
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
    /// A later request took the place of this one.
    case replaced
    /// The picture in picture was stopped before it was shown.
    case stopped
    /// The source went away before it was shown.
    case sourceGone
    /// The source could not be read; the text says why.
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
    /// A request asked for the end.
    case requested
    /// The picture's close button was pressed.
    case closed
    /// Another picture in picture was started.
    case replaced
    /// The source has taken its full place again, as requested.
    case restored
    /// The source came to full view by another route.
    case fullView = "full-view"
    case sourceGone = "source-gone"
    /// The configured time is over.
    case autoStop = "auto-stop"
}

/// A request to start a picture in picture.
package struct PiPStart: Hashable, Sendable {
    package var source: PiPSource
    package var origin: Rect<PanelSpace>?
    /// How long to wait until the source is possible, or nil for the configured time; 0 for not at all.
    package var timeoutMicroseconds: Int64?
    /// Whether to take over the place of the current picture.
    package var isSwap: Bool

    package init(
        _ source: PiPSource, origin: Rect<PanelSpace>? = nil, timeoutMicroseconds: Int64? = nil, isSwap: Bool = false
    ) {
        self.source = source
        self.origin = origin
        self.timeoutMicroseconds = timeoutMicroseconds
        self.isSwap = isSwap
    }
}

/// The corner of the panel in which a picture rests.
package enum PiPCorner: String, Hashable, Sendable, Codable, CaseIterable {
    case topLeft = "top-left"
    case topRight = "top-right"
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"

    package init(isLeft: Bool, isTop: Bool) {
        self =
            switch (isLeft, isTop) {
            case (true, true): .topLeft
            case (false, true): .topRight
            case (true, false): .bottomLeft
            case (false, false): .bottomRight
            }
    }

    package var isLeft: Bool { self == .topLeft || self == .bottomLeft }
    package var isTop: Bool { self == .topLeft || self == .topRight }

    /// The corner at the same height on this side.
    package func on(_ side: PiPSide) -> PiPCorner { PiPCorner(isLeft: side == .left, isTop: isTop) }
}

/// A side edge of the panel, past which a picture can be hidden.
package enum PiPSide: String, Hashable, Sendable, Codable, CaseIterable {
    case left
    case right
}

/// Why a source cannot be shown; the raw value is the message for the user.
package enum PiPObstacle: String, Hashable, Sendable, CaseIterable {
    case noPanel = "the panel is off"
    case noPanelApplication = "there is no panel application to show in its place"
    case noExternal = "no external shows the content"
    case onExternal = "the content is on the external: use the source external"
    case noContent = "the hosted application shows nothing"
    case noSuchWindow = "the hosted application has no window with that application id"
    case cameraEnded = "the camera's player has ended"
    case noCameraPlayer = "cameras cannot be shown here"
    case windowInFullView = "the window is in full view on the panel"
    case noHUD = "the status bar has not been set up"
}
