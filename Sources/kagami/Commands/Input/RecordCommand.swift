import Runtime
import ArgumentParser
import Control

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
