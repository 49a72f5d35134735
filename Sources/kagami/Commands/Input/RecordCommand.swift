import ArgumentParser
import Control

/// `kagami input record FILE`.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Write the panel's input to a file as JSON lines, until interrupted.")

    @Argument(help: "The file, or - for standard output.")
    var file: String

    @OptionGroup var connection: SocketOption

    func run() throws {
        let client = try connection.connect()
        let interruption = try Interruption()
        let output = try FilePath.create(file)
        try client.perform(.recordInput)
        while client.awaitLine(or: interruption.descriptor), let line = try client.nextLine() {
            guard output.write(line + [UInt8(ascii: "\n")]) else { throw FilePath.failure("write", file) }
        }
    }
}
