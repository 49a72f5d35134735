import ArgumentParser
import Geometry
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

/// Formats picture in picture as text.
enum PiPText {
    static func describe(_ status: PiPStatus) -> String {
        guard let source = status.source else {
            let sources = status.possible.map { name($0) }.joined(separator: ", ")
            return "\(status.state.rawValue): \(sources)"
        }
        var words = ["\(status.state.rawValue): \(name(source))"]
        if let frame = status.frame { words.append("\(frame.width)x\(frame.height) at \(frame.x),\(frame.y)") }
        if status.isStashed { words.append("hidden") }
        if status.updates != .live { words.append(status.updates.rawValue) }
        return words.joined(separator: " ")
    }

    static func describe(_ event: PiPEvent) -> String {
        switch event {
        case .possibleChanged(let sources):
            "pip possible: \(sources.isEmpty ? "nothing" : sources.map { name($0) }.joined(separator: ", "))"
        case .willStart(let source): "pip of \(name(source)) will start"
        case .didStart(let source): "pip of \(name(source)) started"
        case .failedToStart(let source, let failure):
            "pip of \(name(source)) failed: \(failure.description.printable)"
        case .willStop(let source, let reason): "pip of \(name(source)) will stop, \(reason.rawValue)"
        case .didStop(let source, let reason): "pip of \(name(source)) stopped, \(reason.rawValue)"
        case .restoreRequested(let source): "pip of \(name(source)) requests its full view"
        case .sourceChanged(let from, let to): "pip of \(name(from)) continues as \(name(to))"
        case .sizeChanged(let source, let size):
            "pip of \(name(source)) \(size.width)x\(size.height), rendered at \(size.renderWidth)x\(size.renderHeight)"
        case .activeChanged(let isActive): "pip \(isActive ? "active" : "inactive")"
        }
    }

    private static func name(_ source: PiPSource) -> String { source.description.printable }
}
