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

/// The text in place of a name that was left out; null stays null.
private let leftOut = "(left out)"

extension ServiceStatus {
    /// The status without window titles, also in the menu.
    var withoutNames: ServiceStatus {
        var status = self
        func hide(_ content: inout ContentStatus?) {
            if content?.title != nil { content?.title = leftOut }
        }
        hide(&status.applications.content)
        hide(&status.applications.panelApplication)
        for index in status.applications.displays.indices { hide(&status.applications.displays[index].content) }
        status.overlays.menu?.entries = overlays.menu?.entries?.map { entry in
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
    /// The prefixes of items that are named after a window, a display or a user's command.
    fileprivate static let titled = ["window-", "panel-window-", "display-", "command-"]
}

extension OutputStatus {
    var withoutNames: OutputStatus {
        var output = self
        output.serial = serial.map { _ in leftOut }
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

/// The configuration in force for a report, with only those texts that cannot be secret.
enum ReportedConfiguration {
    static func describe(_ report: ConfigurationReport) -> String {
        let rows = report.values.compactMap { entry -> [String]? in
            // Kagami's own defaults are the same for everybody, and known by the version.
            if entry.source == .builtIn { return nil }
            let name = entry.file?.split(separator: "/").last.map(String.init)
            let place = name.map { name in name + (entry.line.map { ":\($0)" } ?? "") }
            return [entry.key, shown(entry.value, of: entry.key), place ?? entry.source.rawValue]
        }
        let files = report.files.isEmpty ? "none" : report.files.map(\.printable).joined(separator: ", ")
        return "files: \(files)\n" + (rows.isEmpty ? "(all defaults)" : TextTable.lay(rows))
    }

    private static func shown(_ value: ConfigurationValue, of key: String) -> String {
        switch value {
        case .none, .flag, .integer, .number: value.toml
        case .text(let text): isPlain(text) && !isPrivate(key) ? value.toml : leftOut(text.count, "characters")
        case .list(let values): list(values)
        }
    }

    /// A list of numbers stays. A list of texts is a command: the program stays, and the arguments are left out.
    private static func list(_ values: [ConfigurationValue]) -> String {
        guard case .text(let program) = values.first else { return ConfigurationValue.list(values).toml }
        let name = program.split(separator: "/").last.map(String.init) ?? ""
        let shown = isPlain(name) ? ConfigurationValue.text(name).toml : leftOut(name.count, "characters")
        return values.count == 1 ? "[\(shown)]" : "[\(shown), \(leftOut(values.count - 1, "words"))]"
    }

    private static func leftOut(_ count: Int, _ what: String) -> String { "(\(count) \(what) left out)" }

    /// Whether a key has a serial number or a pattern of window titles.
    private static func isPrivate(_ key: String) -> Bool { key.hasSuffix(".serial") || key.hasSuffix(".title") }

    /// Whether a text is one word, such as a mode, a colour, a connector or a choice, and not a path.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 40 && text.wholeMatch(of: /[A-Za-z0-9@.:#x_+,-]*/) != nil
    }
}
