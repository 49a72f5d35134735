import ArgumentParser
import Control

/// `kagami mirror on|off`.
struct MirrorCommand: ParsableCommand {
    enum Switch: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Use the external display, or keep the content on the panel.",
        discussion: "Example: kagami mirror off")

    @Argument(help: "on to use the external display, off to keep the content on the panel.")
    var state: Switch

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(MirrorRequest(enabled: state == .on))
    }
}
