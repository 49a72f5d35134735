import ArgumentParser
import Foundation

/// The client that is touched, which the compositor under test starts.
///
/// It changes the top rows of its window at each touch, and writes a line with the instant at which the change was on screen, in
/// microseconds of CLOCK_MONOTONIC.
struct AnswerTouchesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer-touches", abstract: "Answer touches as a client of the compositor under test.",
        shouldDisplay: false)

    @Flag(help: "Draw a small square with each frame callback as well.")
    var animated = false

    @Argument(help: "The pipe for the instants.")
    var result: String

    func run() throws {
        guard let output = FileHandle(forWritingAtPath: result) else {
            throw BenchError("open \(result)", String(cString: strerror(errno)))
        }
        let client = try TouchClient(isAnimated: animated) { instant in
            try output.write(contentsOf: Data("\(instant)\n".utf8))
        }
        while true { try client.dispatch() }
    }
}

/// Changes a band at the top of its window at each touch; if animated, also changes a square below it in each frame.
final class TouchClient {
    private let window: ClientWindow
    private let presentation: UInt32
    private let isAnimated: Bool
    private let presented: (Int64) throws -> Void
    private var touches = 0
    private var frames = 0
    private var hasTouch = false
    private var isAwaitingCallback = false
    /// Whether the answer to a touch has yet to be on screen.
    private var isAwaitingAnswer = false

    /// The band's height and the square's side.
    static let rows = 64
    private static let touchCapability: UInt32 = 4

    /// Calls `presented` with the instant at which the answer to a touch was on screen.
    init(isAnimated: Bool, presented: @escaping (Int64) throws -> Void) throws {
        self.isAnimated = isAnimated
        self.presented = presented
        window = try ClientWindow()
        presentation = try window.wire.bind("wp_presentation", version: 1)
        let seat = try window.wire.bind("wl_seat", version: 5)
        // A seat has touch from its first touchscreen on, and must not be asked for it before.
        window.wire.on(seat, 0) { [unowned self] event in
            guard event.words[0] & Self.touchCapability != 0, !hasTouch else { return }
            hasTouch = true
            window.attempt { try listen(toTouchOf: seat) }
        }
        window.configured = { [unowned self] in
            try draw([PictureArea(width: window.size.width, height: window.size.height)])
        }
    }

    private func listen(toTouchOf seat: UInt32) throws {
        window.wire.on(try window.wire.create(seat, 2), 0) { [unowned self] _ in
            touches += 1
            isAwaitingAnswer = true
            window.attempt { try draw([band]) }
        }
    }

    func dispatch() throws {
        try window.dispatch()
    }

    private var band: PictureArea { PictureArea(width: window.size.width, height: Self.rows) }
    private var square: PictureArea { PictureArea(y: window.size.height / 2, width: Self.rows, height: Self.rows) }

    private func draw(_ changed: [PictureArea]) throws {
        guard window.size.width > 0, window.size.height > 0 else { return }
        let picture = try window.freePicture()
        if picture.isBlank {
            picture.fill(PictureArea(width: window.size.width, height: window.size.height), with: 40)
        }
        picture.fill(band, with: UInt8(truncatingIfNeeded: 60 + touches &* 16))
        if isAnimated {
            picture.fill(square, with: UInt8(truncatingIfNeeded: frames &* 37))
            try awaitCallback()
        }
        if isAwaitingAnswer { try awaitPresentation() }
        try window.show(picture, changed: changed)
    }

    private func awaitCallback() throws {
        guard !isAwaitingCallback else { return }
        isAwaitingCallback = true
        let callback = try window.wire.create(window.surface, 3)
        window.wire.on(callback, 0) { [unowned self] _ in
            window.wire.forget(callback, 0)
            isAwaitingCallback = false
            frames += 1
            window.attempt { try draw([square]) }
        }
    }

    /// Follows the next commit. A frame of another commit may be the first to show the answer.
    private func awaitPresentation() throws {
        let feedback = window.wire.newObject()
        try window.wire.send(presentation, 1, [.number(window.surface), .number(feedback)])
        let answered = touches
        window.wire.on(feedback, 1) { [unowned self] event in
            window.wire.forget(feedback, 1)
            guard isAwaitingAnswer, answered == touches else { return }
            isAwaitingAnswer = false
            let seconds = Int64(event.words[0]) << 32 | Int64(event.words[1])
            window.attempt { try presented(seconds * 1_000_000 + Int64(event.words[2]) / 1000) }
        }
        window.wire.on(feedback, 2) { [unowned self] _ in
            window.wire.forget(feedback, 2)
            // An animated client's next commit includes the answer.
            if !isAnimated { window.attempt { throw BenchError("answer a touch", "the frame was never shown") } }
        }
    }
}
