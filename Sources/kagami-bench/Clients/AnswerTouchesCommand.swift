import ArgumentParser
import Foundation

/// The client that is touched; the compositor under test starts it.
///
/// It changes the top rows of its window at each touch, and writes a line with the instant at which that was on screen, in
/// microseconds of CLOCK_MONOTONIC.
struct AnswerTouchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer-touches", abstract: "Answer touches as a client of the compositor under test.",
        shouldDisplay: false)

    @Argument(help: "The pipe for the instants.")
    var result: String

    func run() throws {
        guard let output = FileHandle(forWritingAtPath: result) else {
            throw BenchError("open \(result)", String(cString: strerror(errno)))
        }
        let client = try TouchClient { instant in
            try output.write(contentsOf: Data("\(instant)\n".utf8))
        }
        while true { try client.dispatch() }
    }
}

/// Changes a band at the top of its window at each touch.
final class TouchClient {
    private let window: ClientWindow
    private let presentation: UInt32
    private let presented: (Int64) throws -> Void
    private var touches = 0

    private static let rows = 64

    /// `presented` is called with the instant at which the answer to a touch was on screen.
    init(presented: @escaping (Int64) throws -> Void) throws {
        self.presented = presented
        window = try ClientWindow()
        presentation = try window.wire.bind("wp_presentation", version: 1)
        let seat = try window.wire.bind("wl_seat", version: 5)
        let touch = try window.wire.create(seat, 2)
        window.configured = { [unowned self] in try draw(rows: window.size.height) }
        window.wire.on(touch, 0) { [unowned self] _ in
            touches += 1
            window.attempt(answer)
        }
    }

    func dispatch() throws {
        try window.dispatch()
    }

    private func answer() throws {
        let feedback = window.wire.newObject()
        try window.wire.send(presentation, 1, [.number(window.surface), .number(feedback)])
        window.wire.on(feedback, 1) { [unowned self] event in
            window.wire.forget(feedback, 1)
            let seconds = Int64(event.words[0]) << 32 | Int64(event.words[1])
            window.attempt { try presented(seconds * 1_000_000 + Int64(event.words[2]) / 1000) }
        }
        window.wire.on(feedback, 2) { [unowned self] _ in
            window.attempt { throw BenchError("answer a touch", "the frame was never shown") }
        }
        try draw(rows: Self.rows)
    }

    private func draw(rows: Int) throws {
        guard window.size.width > 0, window.size.height > 0 else { return }
        let picture = try window.freePicture()
        if picture.isBlank { picture.fill(rows: window.size.height, with: 40) }
        picture.fill(rows: Self.rows, with: UInt8(truncatingIfNeeded: 60 + touches &* 16))
        try window.show(picture, changed: (window.size.width, rows))
    }
}
