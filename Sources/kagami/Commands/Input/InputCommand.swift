import ArgumentParser

/// `kagami input`: the panel's input as a recording.
struct InputCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "input", abstract: "Record the panel's input, and play a recording back.",
        subcommands: [RecordCommand.self, ReplayCommand.self])
}
