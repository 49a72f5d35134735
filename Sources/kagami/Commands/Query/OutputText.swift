import Mirroring
import PrintableText

/// Formats a connector as text: one line, and one for each mode.
enum OutputText {
    static func describe(_ output: OutputStatus) -> String {
        ([heading(output)] + output.modes.map { mode in "    \(describe(mode, of: output))" }).joined(separator: "\n")
    }

    private static func heading(_ output: OutputStatus) -> String {
        guard output.isConnected else { return "\(output.name)  disconnected" }
        var words = [output.name.name, output.role?.rawValue ?? "connected"]
        let identity = [output.identity.make, output.identity.model, output.identity.serial]
        let known = identity.compactMap { $0 }.map(\.printable)
        if !known.isEmpty { words.append(known.joined(separator: " ")) }
        if let size = output.physicalSize { words.append("\(size.width)x\(size.height) mm") }
        return words.joined(separator: "  ")
    }

    private static func describe(_ mode: ModeStatus, of output: OutputStatus) -> String {
        var words = ["\(mode.width)x\(mode.height)", RefreshText.hertz(mode.refreshMilliHertz)]
        if mode.isPreferred { words.append("preferred") }
        if mode == output.currentMode { words.append("current") }
        return words.joined(separator: "  ")
    }
}
