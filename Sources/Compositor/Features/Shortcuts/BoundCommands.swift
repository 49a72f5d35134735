import Mirroring

/// Runs the commands that are bound to keys, and says on the panel what came to nothing.
final class BoundCommands: Feature {
    private let port: any MenuActionPort
    private let notices: NoticeBoard
    private let loop: any LoopPort
    /// How many keys were pressed: a later one ends what the one before it repeats.
    private var presses = 0
    /// Whether the last command has not ended.
    private var isRunning = false

    /// As keys that type text: soon enough, and slow enough to be stopped in time.
    private static let (delay, interval): (Int64, Int64) = (500_000, 100_000)

    init(_ port: any MenuActionPort, _ notices: NoticeBoard, _ loop: any LoopPort) {
        self.port = port
        self.notices = notices
        self.loop = loop
    }

    func hear(_ news: InputNews) {
        guard case .commandKey(let command, let isHeld) = news else { return }
        presses += 1
        // A failure ends it, also one that is told at once.
        let press = presses
        run(command.words)
        if command.repeats { goOn(with: command.words, after: Self.delay, press: press, isHeld) }
    }

    /// Runs the command again and again until the key is up, another one is pressed or it has failed.
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
