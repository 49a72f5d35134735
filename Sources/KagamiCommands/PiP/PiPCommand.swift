import ArgumentParser
import Mirroring

/// `kagami pip ...`.
struct PiPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Show a source as a small picture above whatever else the panel shows.",
        subcommands: [
            PiPStartCommand.self, PiPStopCommand.self, PiPToggleCommand.self, PiPSwapCommand.self,
            PiPRestoreCommand.self, PiPPauseCommand.self, PiPResumeCommand.self, PiPOnDemandCommand.self,
            PiPRefreshCommand.self, PiPMoveCommand.self, PiPSizeCommand.self, PiPHideCommand.self,
            PiPShowCommand.self, PiPSkipCommand.self, PiPPlayPauseCommand.self, PiPControlCommand.self,
            PiPAcknowledgeCommand.self, PiPAutoCommand.self,
        ])
}

extension PiPSource {
    /// Parses a source; the error lists the choices.
    static func parse(_ argument: String) throws -> PiPSource {
        guard let source = PiPSource(argument) else {
            throw ValidationError("unknown source '\(argument.prefix(40))': use \(choices)")
        }
        return source
    }
}

extension PiPCorner: ExpressibleByArgument {}

extension PiPSide: ExpressibleByArgument {}
