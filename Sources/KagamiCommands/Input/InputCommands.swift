import ArgumentParser
import CLinux
import Control
import Glibc
import Runtime

/// `kagami input`: the panel's input as a recording.
struct InputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "input", abstract: "Record the panel's input, and play a recording back.",
        subcommands: [RecordCommand.self, ReplayCommand.self])
}

/// `kagami input record FILE`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write the panel's input to a file as JSON lines, until interrupted.",
        discussion: "Example: kagami input record session.jsonl")

    @Argument(help: "The file, or - for standard output.")
    var file: String

    @OptionGroup var connection: SocketOption

    func run() throws {
        let client = try connection.connect()
        let interruption = try Interruption()
        let file = try OutputFile(file, .secret)
        try client.perform(RecordInputRequest())
        try file.takePlace()
        let output = TextOutput(descriptor: file.descriptor.number)
        while client.awaitLine(or: interruption.descriptor), let line = try client.nextLine() {
            guard output.write(line + [UInt8(ascii: "\n")]) else { throw file.failure() }
        }
    }
}

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

/// Turns SIGINT and SIGTERM into a readable descriptor, so that a command can clean up.
final class Interruption {
    let descriptor: CInt

    init() throws(RuntimeError) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        descriptor = signalfd(-1, &signals, CInt(SFD_CLOEXEC))
        guard descriptor >= 0 else { throw RuntimeError("signalfd") }
        sigprocmask(SIG_BLOCK, &signals, nil)
    }

    deinit {
        close(descriptor)
    }
}
