import ArgumentParser
import Control
import Mirroring

/// `kagami pip skip SECONDS`.
struct PiPSkipCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Skip along the source's timeline; a negative number skips back.",
        discussion: "Example: kagami pip skip -15")

    // Negative numbers must not be parsed as options; this also captures `--help`.
    @Argument(parsing: .allUnrecognized, help: "Seconds.")
    var seconds: [String] = []

    @Flag(name: [.customShort("h"), .customLong("help")], help: .hidden)
    var isHelpWanted = false

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if isHelpWanted { throw CleanExit.helpRequest() }
        _ = try command
    }

    func run() throws {
        try connection.perform(PiPRequest.playback(command))
    }

    private var command: PlaybackCommand {
        get throws {
            guard seconds.count == 1, let number = Double(seconds[0]), let skip = PlaybackCommand(skipSeconds: number)
            else { throw ValidationError("skip takes one number of seconds, -86400 to 86400") }
            return skip
        }
    }
}

/// `kagami pip play-pause`.
struct PiPPlayPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play-pause", abstract: "Play or pause the source.",
        discussion: "Example: kagami pip play-pause")

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(PiPRequest.playback(.playPause))
    }
}

/// `kagami pip control SOURCE`: streams until the service ends or the reader closes.
struct PiPControlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "control",
        abstract: "Control a source's timeline: print each request as one line of JSON.",
        discussion: "Example: kagami pip control window:player")

    @Argument(help: "The source: \(PiPSource.choices).", transform: PiPSource.parse)
    var source: PiPSource

    @OptionGroup var connection: SocketOption

    func run() throws {
        let client = try connection.connect()
        try client.perform(PiPRequest.control(source))
        while let line = try client.nextLine() {
            guard TextOutput.standard.write(line: String(decoding: line, as: UTF8.self)) else { return }
        }
    }
}

/// `kagami pip acknowledge NUMBER`.
struct PiPAcknowledgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acknowledge", abstract: "Answer one line of kagami pip control.",
        discussion: "Example: kagami pip acknowledge 2 --refuse 'nothing is loaded'")

    @Argument(help: "The line's number.")
    var number: Int

    @Option(help: ArgumentHelp("Refuse, giving the reason.", valueName: "why"))
    var refuse: String?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if number < 0 { throw ValidationError("the number must not be negative") }
    }

    func run() throws {
        try connection.perform(PiPRequest.acknowledge(number, refusal: refuse))
    }
}
