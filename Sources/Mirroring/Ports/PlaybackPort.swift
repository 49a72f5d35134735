/// What the core needs of media players that run on their own beside the windows.
package protocol PlaybackPort: AnyObject {
    /// Called when players came or went, began to play or paused.
    var playersChanged: () -> Void { get set }

    /// A player owns the window, or the application, that is shown.
    func hasPlayer(for target: PlaybackTarget) -> Bool

    /// Whether the target's player plays, rather than having paused or stopped; nil where that is not known.
    func isPlaying(_ target: PlaybackTarget) -> Bool?

    /// Has the player do something; `completion` is called once, with the player's words where it would not. It may
    /// never be called when the player says nothing.
    func perform(_ command: PlaybackCommand, for target: PlaybackTarget, completion: @escaping (String?) -> Void)
}

/// What is known of the source whose player is looked for.
package struct PlaybackTarget: Hashable, Sendable {
    package var source: PiPSource
    /// The process that owns the window; nil where that is unknown.
    package var processID: Int?
    /// The window's application id, or that of the content's newest window.
    package var appID: String?

    package init(_ source: PiPSource, processID: Int? = nil, appID: String? = nil) {
        self.source = source
        self.processID = processID
        self.appID = appID
    }
}
