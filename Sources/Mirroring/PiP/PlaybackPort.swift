/// The core's access to media players that run independently of the windows.
package protocol PlaybackPort: AnyObject {
    /// Called when a player comes or goes, or starts or pauses playback.
    var playersChanged: () -> Void { get set }

    /// Whether a player owns the shown window or the shown application.
    func hasPlayer(for target: PlaybackTarget) -> Bool

    /// Whether the target's player is playing rather than paused or stopped, or nil where unknown.
    func isPlaying(_ target: PlaybackTarget) -> Bool?

    /// Sends the player a command.
    ///
    /// `completion` is called at most once: with nil, or with the player's own words if it refused. It is not called if
    /// the player does not answer.
    func perform(_ command: PlaybackCommand, for target: PlaybackTarget, completion: @escaping (String?) -> Void)
}

/// The source whose player is looked up.
package struct PlaybackTarget: Hashable, Sendable {
    package var source: PiPSource
    /// The process that owns the window, or nil where unknown.
    package var processID: Int?
    /// The application id of the window, or of the content's newest window.
    package var appID: AppID?

    package init(_ source: PiPSource, processID: Int? = nil, appID: AppID? = nil) {
        self.source = source
        self.processID = processID
        self.appID = appID
    }
}

/// A command for a source that has a timeline.
package enum PlaybackCommand: Hashable, Sendable {
    /// Skips forward, or backward if negative.
    case skip(microseconds: Int64)
    case playPause
}

/// How a playback request ended.
package enum PlaybackOutcome: Hashable, Sendable {
    case done
    /// The source refused, with a text of its own.
    case refused(String)
    case failed(PlaybackFailure)
}

/// Why a playback request failed; the raw value is the message for the user.
package enum PlaybackFailure: String, Error, Hashable, Sendable {
    case noTimeline = "the source has no timeline"
    case notActive = "no picture in picture is shown"
    case timedOut = "the source did not answer in time"
    case sourceGone = "the source went away"
}
