import Foundation
import Testing

/// The folders of each module depend one way.
@Suite struct FolderTests {
    /// Each folder of a module, or of a folder in one, may use those before it. Files beside the folders may use all, and no folder uses
    /// them.
    private static let orders = [
        "Compositor": ["Pictures", "Ports", "Overlays", "Screens", "Input", "Features"],
        "Compositor/Features": [
            "Overlays", "Scenes", "Notices", "Shortcuts", "Signs", "Windows", "Displays", "PanelLayers",
            "ScreenKeyboard", "Presenting", "Controller", "Pointer", "Blanking", "Gamma", "Idle",
            "Freezing", "PiP", "StatusBar", "Menu", "Restart", "Hints", "Lock",
        ],
        "ConfigurationFiles": ["TOML"],
        "ConfigurationFiles/TOML": ["Tables", "Parsing"],
        "Control": ["Messages", "Recording", "Commands", "Schema", "Socket"],
        "KMS": [
            "Hardware", "Connectors", "Hotplug", "Graphics", "Framebuffers", "Planes", "Heads", "Atomic", "Legacy",
            "Cards",
        ],
        "KagamiCommands": [
            "CommandLine", "HUD", "Input", "Metrics", "PiP", "Virtual", "State", "Doctor", "Report",
        ],
        "LoginSeat": ["Session", "Input"],
        "LoginSeat/Input": ["Seat", "GamePads", "Events"],
        "Machine": ["DBus", "Idleness", "Playback", "Sound", "CEC"],
        "Mirroring": [
            "Coding", "Time", "Texts", "Windows", "Buffers", "Scene", "View", "Outputs", "Frames", "Input", "Programs",
            "PiP", "Presenting", "Configuration", "Menu", "Topology", "Plan", "Ports", "Wording", "Status",
        ],
        "Pictures": ["Decoding", "Layout", "Model", "Drawing", "Menu", "Views"],
        "Pictures/Decoding": ["Transfer", "Worker"],
        "Rendering": ["Pixels", "Compose", "Cursor", "Pixman", "GLES"],
        "Rendering/GLES": ["Context", "Pictures", "Drawing"],
        "Virtual": ["Time", "Displays", "Input"],
        "Wayland": ["Surfaces", "Seat", "Shells", "Extensions"],
        "X11": ["Windows", "Selections", "Connection", "Server"],
        "kagami": ["Hardware", "HUD", "Configuration", "Programs", "Handlers", "Service"],
        "kagami-remote": ["Listening", "Pictures", "Viewers", "Input", "Screens", "Clipboard", "Texts"],
        "kagami-bench": ["Measuring", "Pixels", "StatusBar", "Clients", "Service", "Peers"],
    ]

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources").standardizedFileURL

    private struct Source {
        /// Within the module.
        let path: [String]
        let text: String

        /// The module's folder that the file is in; nil beside them. Screens and what paints them still use each other, and count
        /// as one.
        var folder: String? { path.count > 1 ? path[0] : nil }
        /// What the file may use in any case: its folder, of extensions its own.
        var home: [String] {
            folder == "Extensions" ? Array(path.dropLast().prefix(2)) : [folder].compactMap(\.self)
        }
    }

    private static func sources(of module: String) throws -> [Source] {
        let root = root.appending(path: module)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
            let depth = root.pathComponents.count
            return Source(
                path: Array(file.standardizedFileURL.pathComponents.dropFirst(depth)),
                text: try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// The types that a file declares for others.
    private static func types(in text: String) -> [String] {
        let declaration = /^(?:package |final |indirect )*(?:class|struct|enum|protocol|actor|typealias) (\w+)/
        return text.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: declaration).map { String($0.1) }
        }
    }

    /// The capitalised words of a file's code, without those behind a dot.
    private static func words(in text: String) -> Set<String> {
        let token = /\/\/.*|"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|([A-Za-z_][0-9A-Za-z_]*)(?:\.[0-9A-Za-z_]+)*/
        return Set(
            text.matches(of: token).compactMap { $0.1.map(String.init) }.filter { $0.first?.isUppercase == true })
    }

    /// Uses of what comes later, or is not in the order.
    private static func violations(_ sources: [Source], _ order: [String]) -> [String] {
        func rank(_ source: Source) -> Int {
            source.folder.map { order.firstIndex(of: $0) ?? -1 } ?? order.count
        }
        var owners: [String: Source] = [:]
        for source in sources {
            for type in types(in: source.text) { owners[type] = source }
        }
        return sources.flatMap { source in
            words(in: source.text).compactMap { word in
                guard let owner = owners[word], owner.home != source.home, rank(owner) >= rank(source) else {
                    return nil
                }
                return "\(source.path.joined(separator: "/")) uses \(word) of \(owner.path.joined(separator: "/"))"
            }
        }.sorted()
    }

    @Test func everyFolderHasItsPlace() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
        for module in modules {
            let folders = Set(try Self.sources(of: module).compactMap(\.folder))
            #expect(folders == Set(Self.orders[module] ?? []), "\(module)")
        }
        let ordered = Self.orders.keys.filter { !$0.contains("/") }
        #expect(Set(modules).isSuperset(of: ordered))
    }

    @Test(arguments: orders.keys.sorted()) func noFolderUsesALaterOne(module: String) throws {
        let violations = Self.violations(try Self.sources(of: module), try #require(Self.orders[module]))
        #expect(violations == [])
    }

    @Test func aUseAgainstTheOrderIsFound() {
        let window = Source(path: ["Shells", "Window.swift"], text: "final class Window {}")
        let gauge = Source(path: ["Extensions", "Gauge", "Gauge.swift"], text: "struct Gauge { let window: Window }")
        let surface = Source(path: ["Surfaces", "Surface.swift"], text: "struct Surface { weak var window: Window? }")
        let other = Source(path: ["Extensions", "Other", "Other.swift"], text: "// Window\nlet x = Gauge()")
        let list = Source(path: ["List.swift"], text: "enum List { static let all = Gauge() }")
        let entry = Source(
            path: ["Shells", "Entry.swift"], text: "let url = \"http://Gauge\"; let (a, b) = (List.all, A.Gauge())")
        let stray = Source(path: ["Strays", "Stray.swift"], text: "let x = Surface()")
        let order = ["Surfaces", "Shells", "Extensions"]
        #expect(
            Self.violations([window, gauge, surface, other, list, entry, stray], order) == [
                "Extensions/Other/Other.swift uses Gauge of Extensions/Gauge/Gauge.swift",
                "Shells/Entry.swift uses List of List.swift",
                "Strays/Stray.swift uses Surface of Surfaces/Surface.swift",
                "Surfaces/Surface.swift uses Window of Shells/Window.swift",
            ])
    }
}
