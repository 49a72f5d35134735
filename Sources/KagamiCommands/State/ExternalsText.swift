import Control
import Mirroring

/// Formats the displays that are plugged in with their roles in words, as `kagami externals` prints them.
enum ExternalsText {
    static func describe(_ outputs: [OutputStatus]) -> String {
        outputs.isEmpty ? "no display is plugged in" : TextTable.lay(outputs.map(row))
    }

    private static func row(_ output: OutputStatus) -> [String] {
        let identity = [output.make, output.model, output.serial].compactMap(\.self).joined(separator: " ")
        return [
            output.name.name, words(for: output), output.currentMode.map { "\($0.width)x\($0.height)" } ?? "", identity,
        ]
    }

    /// A display that is dark at the moment, as with `kagami mirror off`, is only meant for its role.
    private static func words(for output: OutputStatus) -> String {
        let isLit = output.currentMode != nil
        return switch output.role {
        case .panel: "is the panel"
        case .external: isLit ? "lays out the content" : "is to lay out the content"
        case .copy: isLit ? "shows a copy" : "is to show a copy"
        case .part: isLit ? "shows a part" : "is to show a part"
        case .controller: isLit ? "shows the controller" : "is to show the controller"
        case .own: isLit ? "shows its own application" : "is to show its own application"
        case .spare, nil: "is not used"
        }
    }
}
