import ArgumentParser
import Foundation

/// Draws full frames as a stock client with shared memory does: with each frame callback a new frame in a free buffer, damaged entirely.
///
/// It also measures the compositor's processor time, because only the client knows when a frame has been shown.
final class FrameClient {
    private let window: ClientWindow
    private let size: (width: Int, height: Int)
    private var frames = 0
    private var isAwaitingCallback = false

    /// Counts frames of this size.
    init(width: Int, height: Int) throws {
        size = (width, height)
        window = try ClientWindow(usualSize: size)
        window.configured = { [unowned self] in
            if !isAwaitingCallback { try draw() }
        }
    }

    /// Draws `warmUp` frames and then `count` more; returns the compositor's processor seconds for the latter.
    func run(warmUp: Int, count: Int) throws -> Double {
        let clock = try ProcessorClock(ofPeer: window.wire.descriptor)
        while frames < warmUp { try window.dispatch() }
        let start = clock.seconds
        while frames < warmUp + count { try window.dispatch() }
        return clock.seconds - start
    }

    private func draw() throws {
        let current = window.size
        guard current.width > 0, current.height > 0 else { return }
        let picture = try window.freePicture()
        let whole = PictureArea(width: current.width, height: current.height)
        picture.fill(whole, with: UInt8(truncatingIfNeeded: frames &* 37))
        let callback = try window.wire.create(window.surface, 3)
        isAwaitingCallback = true
        window.wire.on(callback, 0) { [unowned self] _ in
            window.wire.forget(callback, 0)
            isAwaitingCallback = false
            // Frames of another size, drawn before the display came, do not count.
            if current == size { frames += 1 }
            window.attempt(draw)
        }
        try window.show(picture, changed: [whole])
    }
}

/// The client whose frames are measured; the compositor under test starts it.
///
/// It writes the compositor's processor seconds to the file named by KAGAMI_BENCH_RESULT.
struct DrawFramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw-frames", abstract: "Draw full frames as a client of the compositor under test.",
        shouldDisplay: false)

    @Option(help: "The width of the frames in pixels.")
    var width = 3840

    @Option(help: "The height of the frames in pixels.")
    var height = 2160

    @Option(help: "The number of frames to draw before measuring.")
    var warmUp = 60

    @Option(help: "The number of frames to measure.")
    var frames = 300

    func run() throws {
        guard let result = ProcessInfo.processInfo.environment[MeasuredProcess.resultVariable] else {
            throw BenchError("leave the result", "\(MeasuredProcess.resultVariable) is not set")
        }
        let client = try FrameClient(width: width, height: height)
        let seconds = try client.run(warmUp: warmUp, count: frames)
        try Data("\(seconds)".utf8).write(to: URL(fileURLWithPath: result), options: .atomic)
    }
}
