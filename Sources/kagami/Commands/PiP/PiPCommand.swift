import ArgumentParser
import Control
import Mirroring
import PrintableText

/// `kagami pip ...`.
struct PiPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pip", abstract: "Show a source as a small picture above whatever else the panel shows.",
        subcommands: [
            PiPStartCommand.self, PiPStopCommand.self, PiPToggleCommand.self, PiPSwapCommand.self,
            PiPRestoreCommand.self, PiPPauseCommand.self, PiPResumeCommand.self, PiPOnDemandCommand.self,
            PiPRefreshCommand.self, PiPMoveCommand.self, PiPSizeCommand.self, PiPHideCommand.self,
            PiPShowCommand.self, PiPSkipCommand.self, PiPPlayPauseCommand.self, PiPControlCommand.self,
            PiPAcknowledgeCommand.self,
        ])
}

extension SocketOption {
    /// Sends a request, waits for its completion and prints the service's note.
    func perform(_ request: PiPRequest, patienceSeconds: Int = ControlClient.defaultPatienceSeconds) throws {
        let reply = try connect().perform(.pip(request), patienceSeconds: patienceSeconds)
        if case .note(let note) = reply { TextOutput.standard.write(line: note.printable) }
    }
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
