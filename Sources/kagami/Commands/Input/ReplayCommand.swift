import ArgumentParser
import Control
import Runtime

/// `kagami input replay FILE`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Play recorded input back with its own timing.",
        discussion: "Example: kagami input replay --speed 4 session.jsonl")

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @Option(help: "The speed: 2 plays twice as fast.")
    var speed = 1.0

    @OptionGroup var connection: SocketOption

    func validate() throws {
        guard speed.isFinite, (0.01...1000).contains(speed) else {
            throw ValidationError("The speed must be 0.01 to 1000.")
        }
    }

    func run() throws {
        let recording = try InputRecording(lines: try FilePath.read(file), name: file)
        let client = try connection.connect()
        let start = MonotonicClock.now
        for step in recording.steps(speed: speed) {
            try wait(until: start + step.delayMicroseconds, client)
            try client.perform(InjectInputRequest(step.events))
        }
    }

    /// Sleeps until an instant; throws if the service closes the connection. No reply is pending here.
    private func wait(until instant: Int64, _ client: ControlClient) throws {
        while case let left = instant - MonotonicClock.now, left > 0 {
            // Round up: a timeout of zero would spin through the last millisecond.
            if client.isReadable(withinMilliseconds: Int((left + 999) / 1000)) {
                throw CommandFailure("the service closed the connection")
            }
        }
    }
}
