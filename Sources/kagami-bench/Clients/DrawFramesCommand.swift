import ArgumentParser
import Foundation

/// The client whose frames are measured; the compositor under test starts it.
///
/// Leaves the processor seconds that the compositor took in the file named by KAGAMI_BENCH_RESULT.
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
