import Foundation
import Testing

/// What the manifest lets a target link.
@Suite struct DependencyTests {
    private static func manifest() throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
    }

    /// The targets that a target of the manifest depends on, directly or not.
    private static func closure(of target: String) throws -> Set<String> {
        let manifest = try manifest()
        var closure: Set<String> = []
        var waiting = [target]
        while let next = waiting.popLast() {
            let direct = try dependencies(of: next, in: manifest).filter { closure.insert($0).inserted }
            waiting += direct
        }
        return closure
    }

    /// The names in the list after `library("TARGET",` or `smallLibrary("TARGET",`; empty for targets of C libraries.
    private static func dependencies(of target: String, in manifest: String) throws -> [String] {
        let text = manifest.replacing("\n", with: " ")
        let declaration = try Regex("[lL]ibrary\\( *\"\(target)\", *\\[([^\\]]*)\\]")
        guard let list = text.firstMatch(of: declaration)?.output[1].substring else { return [] }
        return list.matches(of: /"(\w+)"/).map { String($0.output.1) }
    }

    @Test func theCommandLineLinksNoHardware() throws {
        let linked = try Self.closure(of: "KagamiCommands")
        #expect(linked.isSuperset(of: ["Control", "ConfigurationFiles", "Runtime", "Geometry"]))
        let adapters: Set = [
            "KMS", "LoginSeat", "Wayland", "WaylandBinding", "Rendering", "Pictures", "Virtual", "Machine",
            "Compositor",
        ]
        #expect(linked.isDisjoint(with: adapters), "\(linked.intersection(adapters))")
        for library in [
            "CDRM", "CInput", "CUdev", "CSeat", "CWayland", "CSystemd", "CXKB", "CCairo", "CPango", "CPixbuf", "CPNG",
        ] {
            #expect(!linked.contains(library), "\(library)")
        }
        // The manifest is read as it should be: the service does link them.
        #expect(try Self.closure(of: "KMS").isSuperset(of: ["CDRM", "LoginSeat", "CSeat"]))
    }

    @Test func onlyProgramsOfTheirOwnServeTheNetwork() throws {
        let manifest = try Self.manifest()
        for program in ["kagami", "kagami-bench"] {
            let list = try #require(
                manifest.firstMatch(of: try Regex("name: \"\(program)\",\\s+dependencies: \\[([^\\]]*)\\]")))
            #expect(!list.output[1].substring!.contains("CWebSockets"), "\(program)")
        }
    }

    @Test func configurationFilesAndControlDependOneWay() throws {
        #expect(try !Self.closure(of: "Control").contains("ConfigurationFiles"))
        #expect(try !Self.closure(of: "ConfigurationFiles").contains("KagamiCommands"))
    }
}
