import Geometry
package import Mirroring

/// Sends skip and play-pause to whoever controls the source's timeline, and waits for the answer.
package final class PiPPlayback {
    /// A client of the control socket that plays a source.
    private struct Player {
        let number: Int
        let source: PiPSource
        let send: (Int, PlaybackCommand) -> Void
    }

    private let port: (any PlaybackPort)?
    private let loop: any LoopPort
    var timeoutMicroseconds: Int64
    private var controllers: [Player] = []
    private var lastController = 0
    private var requests = PlaybackRequests()
    private var completions: [PiPToken: (PlaybackOutcome) -> Void] = [:]
    private var lastToken = 0

    /// Called when a source may have gained or lost its timeline, or started or paused playback.
    var timelineChanged: () -> Void = {}

    init(port: (any PlaybackPort)?, loop: any LoopPort, timeoutMicroseconds: Int64) {
        self.port = port
        self.loop = loop
        self.timeoutMicroseconds = timeoutMicroseconds
        port?.playersChanged = { [weak self] in self?.timelineChanged() }
    }

    /// Adds a controller of a source; until it is removed, `send` is called with the number and the command of each request.
    package func addController(
        of source: PiPSource, send: @escaping (Int, PlaybackCommand) -> Void
    ) -> Int {
        lastController += 1
        controllers.append(Player(number: lastController, source: source, send: send))
        timelineChanged()
        return lastController
    }

    package func removeController(_ number: Int) {
        controllers.removeAll { $0.number == number }
        timelineChanged()
    }

    /// Takes a controller's answer; `refusal` is the reason why it did not carry out the request.
    package func acknowledge(_ number: Int, refusal: String?) {
        perform(requests.acknowledged(number, refusal: refusal))
    }

    func hasTimeline(_ target: PlaybackTarget) -> Bool {
        controller(for: target) != nil || port?.hasPlayer(for: target) == true
    }

    /// Nil where the playback state is unknown, as it is for controllers on the control socket.
    func isPlaying(_ target: PlaybackTarget) -> Bool? {
        controller(for: target) == nil ? port?.isPlaying(target) : nil
    }

    func ask(_ command: PlaybackCommand, of target: PlaybackTarget, completion: @escaping (PlaybackOutcome) -> Void) {
        lastToken += 1
        let token = PiPToken(lastToken)
        completions[token] = completion
        if let controller = controller(for: target) {
            perform(requests.ask(command, token)) { controller.send($0, $1) }
        } else if let port, port.hasPlayer(for: target) {
            perform(requests.ask(command, token)) { [weak self] number, command in
                port.perform(command, for: target) { refusal in self?.acknowledge(number, refusal: refusal) }
            }
        } else {
            completions.removeValue(forKey: token)?(.failed(.noTimeline))
        }
    }

    func sourceGone() {
        perform(requests.sourceGone())
    }

    private func controller(for target: PlaybackTarget) -> Player? {
        controllers.last { $0.source == target.source }
    }

    private func perform(
        _ actions: [PlaybackRequests.Action], send: (Int, PlaybackCommand) -> Void = { _, _ in }
    ) {
        for action in actions {
            switch action {
            case .send(let number, let command):
                loop.schedule(afterMicroseconds: timeoutMicroseconds) { [weak self] in
                    guard let self else { return }
                    perform(requests.timedOut(number))
                }
                send(number, command)
            case .complete(let token, let outcome): completions.removeValue(forKey: token)?(outcome)
            }
        }
    }
}

/// The shown source's timeline: the buttons for it, and its player.
extension PiPExecutor {
    /// Asks the shown source to play, pause or skip.
    package func play(_ command: PlaybackCommand, completion: @escaping (PlaybackOutcome) -> Void) {
        guard let target = playbackTarget else { return completion(.failed(.notActive)) }
        playback.ask(command, of: target, completion: completion)
    }

    /// Sends the source a playback command of a key or button; if it fails the panel says why.
    func playOrNotify(_ command: PlaybackCommand) {
        play(command) { [weak self] outcome in
            switch outcome {
            case .done, .failed(.sourceGone): break
            case .refused(let words): self?.notices.show(.verbatim(words))
            case .failed(let failure): self?.notices.show(.playbackFailed(failure))
            }
        }
    }

    /// Offers the buttons that apply to the shown source.
    func offerButtons() {
        guard let show else { return }
        var buttons: [PiPButton] = [.close]
        if show.run.source.hasFullPlace { buttons.append(.restore) }
        if hasTimeline { buttons += [.skipBack, .playPause, .skipForward] }
        show.view.offer(buttons, isPlaying: isPlaying)
    }

    /// Whether the shown source is playing; nil where that is unknown.
    var isPlaying: Bool? {
        playbackTarget.flatMap(playback.isPlaying)
    }

    /// Whether the shown source takes skip and play-pause.
    var hasTimeline: Bool {
        playbackTarget.map(playback.hasTimeline) ?? false
    }

    /// The shown source as a playback target; nil while nothing is shown.
    var playbackTarget: PlaybackTarget? {
        guard let source = show?.run.source else { return nil }
        switch source {
        case .window(let appID):
            return PlaybackTarget(source, processID: ports.windows?.watchedWindow?.processID, appID: appID)
        case .external, .content: return PlaybackTarget(source, appID: ports.content.description?.appID)
        case .camera, .hud: return PlaybackTarget(source)
        }
    }
}

/// The playback requests that a source has not acknowledged yet.
///
/// Every request ends exactly once: acknowledged, timed out, or with its source.
struct PlaybackRequests {
    /// An action for a playback request.
    enum Action: Hashable, Sendable {
        /// Send the command under this number, and call `timedOut` with it after the configured time.
        case send(Int, PlaybackCommand)
        case complete(PiPToken, PlaybackOutcome)
    }

    private var waiting: [Int: PiPToken] = [:]
    private var count = 0

    init() {}

    /// Takes a request for a source that has a timeline.
    mutating func ask(_ command: PlaybackCommand, _ token: PiPToken) -> [Action] {
        count += 1
        waiting[count] = token
        return [.send(count, command)]
    }

    /// Takes the source's answer; an answer that nobody waits for is ignored.
    mutating func acknowledged(_ number: Int, refusal: String?) -> [Action] {
        end(number, refusal.map(PlaybackOutcome.refused) ?? .done)
    }

    mutating func timedOut(_ number: Int) -> [Action] {
        end(number, .failed(.timedOut))
    }

    /// Fails all requests: nobody is left to answer them.
    mutating func sourceGone() -> [Action] {
        waiting.keys.sorted().flatMap { end($0, .failed(.sourceGone)) }
    }

    private mutating func end(_ number: Int, _ outcome: PlaybackOutcome) -> [Action] {
        waiting.removeValue(forKey: number).map { [.complete($0, outcome)] } ?? []
    }
}
