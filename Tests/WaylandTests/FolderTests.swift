import Foundation
import Testing

/// The folders of Sources/Wayland depend one way.
@Suite struct FolderTests {
    /// Each may use those before it; files beside the folders may use all.
    private static let order = ["Surfaces", "Seat", "Shells", "Extensions"]
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private struct Source {
        /// The path in Sources/Wayland.
        let path: [String]
        let text: String

        var rank: Int { path.count > 1 ? order.firstIndex(of: path[0]) ?? -1 : order.count }
        /// The folder that the file may use in any case: an extension's own.
        var home: String { path.prefix(path[0] == "Extensions" ? 2 : 1).joined(separator: "/") }
    }

    private static func sources() throws -> [Source] {
        let root = package.appending(path: "Sources/Wayland")
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
            let depth = root.standardizedFileURL.pathComponents.count
            return Source(
                path: Array(file.standardizedFileURL.pathComponents.dropFirst(depth)),
                text: try String(contentsOf: file, encoding: .utf8))
        }
    }

    /// The types that a file declares for others.
    private static func types(in text: String) -> [String] {
        let declaration = /^(?:package |final |indirect )*(?:class|struct|enum|protocol|typealias) (\w+)/
        return text.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: declaration).map { String($0.1) }
        }
    }

    /// The capitalised words of a file's code.
    private static func words(in text: String) -> Set<String> {
        let code = text.replacing(/\/\/.*/, with: "").replacing(/"(?:\\.|[^"\\])*"/, with: "")
        return Set(code.matches(of: /\b[A-Z]\w+/).map { String($0.0) })
    }

    private static func violations(_ sources: [Source]) -> [String] {
        var owners: [String: Source] = [:]
        for source in sources {
            for type in types(in: source.text) { owners[type] = source }
        }
        return sources.flatMap { source in
            words(in: source.text).compactMap { word in
                guard let owner = owners[word], owner.home != source.home else { return nil }
                let isAllowed = owner.rank < source.rank || source.rank == order.count
                return isAllowed ? nil : "\(source.path.joined(separator: "/")) uses \(word) of \(owner.home)"
            }
        }
    }

    @Test func noFolderUsesALaterOne() throws {
        let sources = try Self.sources()
        #expect(Set(sources.map(\.rank)) == [0, 1, 2, 3, 4])
        #expect(Self.violations(sources).sorted() == [])
    }

    @Test func aUseAgainstTheOrderIsFound() {
        let window = Source(path: ["Shells", "Window.swift"], text: "final class Window {}")
        let gauge = Source(path: ["Extensions", "Gauge", "Gauge.swift"], text: "struct Gauge { let window: Window }")
        let surface = Source(path: ["Surfaces", "Surface.swift"], text: "struct Surface { weak var window: Window? }")
        let other = Source(path: ["Extensions", "Other", "Other.swift"], text: "// Window\nlet x = Gauge()")
        #expect(
            Self.violations([window, gauge, surface, other]).sorted() == [
                "Extensions/Other/Other.swift uses Gauge of Extensions/Gauge",
                "Surfaces/Surface.swift uses Window of Shells",
            ])
    }

    /// The page on adding a protocol shows lines of the real files.
    @Test func thePageShowsWhatIsThere() throws {
        let page = try String(contentsOf: Self.package.appending(path: "docs/adding-a-protocol.md"), encoding: .utf8)
        let diff = try #require(page.split(separator: "```diff\n").last?.split(separator: "```").first)
        var lines: Set<Substring> = []
        for line in diff.split(separator: "\n") {
            if line.hasPrefix("--- ") {
                let file = Self.package.appending(path: String(line.dropFirst(4)))
                lines = Set(try String(contentsOf: file, encoding: .utf8).split(separator: "\n"))
            } else {
                #expect(line.hasPrefix("+") && lines.contains(line.dropFirst()), "\(line)")
            }
        }
    }
}
