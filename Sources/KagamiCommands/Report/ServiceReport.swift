import Control
import Mirroring

/// The sections on the service: its state, displays, windows and configuration.
struct ServiceReport {
    let facts: ServiceFacts
    /// Whether window titles and serial numbers stay.
    let withNames: Bool

    var sections: [ReportSection] {
        [
            ReportSection("status") {
                let status = try facts.status.get()
                return Self.line(withNames ? status : status.withoutNames)
            },
            ReportSection("outputs") {
                let outputs = try facts.outputs.get().outputs
                return (withNames ? outputs : outputs.map(\.withoutNames)).map(Self.line).joined(separator: "\n")
            },
            ReportSection("planes") { PlaneText.describe(try facts.outputs.get().outputs) },
            ReportSection("touchscreens") { TouchscreenText.describe(try facts.outputs.get().touchscreens) },
            ReportSection("windows") {
                let windows = try facts.windows.get()
                return (withNames ? windows : windows.map(\.withoutNames)).map(Self.line).joined(separator: "\n")
            },
            ReportSection("configuration") { ReportedConfiguration.describe(try facts.configuration.get()) },
        ]
    }

    private static func line(_ value: some Encodable) -> String {
        String(decoding: JSONLine().encode(value).dropLast(), as: UTF8.self)
    }
}

/// What stands for a name that was left out; null stays null.
private let leftOut = "(left out)"

extension ServiceStatus {
    /// Without window titles, in the menu as well.
    var withoutNames: ServiceStatus {
        var status = self
        status.content?.title = content?.title.map { _ in leftOut }
        status.panelApplication?.title = panelApplication?.title.map { _ in leftOut }
        status.menu?.entries = menu?.entries?.map { entry in
            var entry = entry
            if MenuStatus.Entry.titled.contains(where: entry.item.hasPrefix) {
                (entry.name, entry.value) = (leftOut, "")
            }
            return entry
        }
        return status
    }
}

extension MenuStatus.Entry {
    /// What the items begin with that are called after a window, a display or a command of the user's.
    fileprivate static let titled = ["window-", "panel-window-", "display-", "command-"]
}

extension OutputStatus {
    var withoutNames: OutputStatus {
        var output = self
        output.identity.serial = identity.serial.map { _ in leftOut }
        return output
    }
}

extension WindowStatus {
    var withoutNames: WindowStatus {
        var window = self
        window.title = title.map { _ in leftOut }
        return window
    }
}
