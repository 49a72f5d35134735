import Mirroring

/// Runs the commands that are bound to keys, and says on the panel why a command failed.
final class BoundCommands: Feature {
    private let port: any MenuActionPort
    private let notices: NoticeBoard
    private let loop: any LoopPort
    /// Counts the pressed keys: a later press ends the repetition of an earlier one.
    private var presses = 0
    /// Whether the last command has not ended.
    private var isRunning = false

    /// When and how often a held key repeats its command: like a key that types text, but slow enough to be stopped in time.
    private static let (delay, interval): (Int64, Int64) = (500_000, 100_000)

    init(_ port: any MenuActionPort, _ notices: NoticeBoard, _ loop: any LoopPort) {
        self.port = port
        self.notices = notices
        self.loop = loop
    }

    func hear(_ news: InputNews) {
        guard case .commandKey(let command, let isHeld) = news else { return }
        presses += 1
        // Taken before the command runs, because a failure that is reported at once ends the repetition too.
        let press = presses
        run(command.words)
        if command.repeats { goOn(with: command.words, after: Self.delay, press: press, isHeld) }
    }

    /// Repeats the command until the key is up, another key is pressed, or the command has failed.
    private func goOn(with words: [String], after delay: Int64, press: Int, _ isHeld: @escaping () -> Bool) {
        loop.schedule(afterMicroseconds: delay) { [weak self] in
            guard let self, press == presses, isHeld() else { return }
            // A slow program must not pile up.
            if !isRunning { run(words) }
            goOn(with: words, after: Self.interval, press: press, isHeld)
        }
    }

    private func run(_ words: [String]) {
        guard let program = words.first else { return }
        isRunning = true
        port.run(words) { [weak self] failure in
            guard let self else { return }
            isRunning = false
            guard let failure else { return }
            presses += 1
            notices.show(.commandFailed(name: program.split(separator: "/").last.map(String.init) ?? program, failure))
        }
    }
}
