import Mirroring
import Testing

/// Which program a window belongs to.
@Suite struct InstalledProgramTests {
    private let programs = [
        InstalledProgram(name: "Viewer", command: ["viewer"], id: "org.example.Viewer"),
        InstalledProgram(name: "Other viewer", command: ["other"], id: "com.example.viewer"),
        InstalledProgram(name: "Files", command: ["files"], id: "files"),
        InstalledProgram(name: "Editor", command: ["editor"], id: "vendor-editor", windowClass: "Editor"),
        InstalledProgram(name: "Classy", command: ["classy"], id: "classy", windowClass: "files"),
    ]

    private func program(_ id: String) -> String? { AppID(id).flatMap(programs.program)?.name }

    @Test func theWholeIdCountsFirst() {
        #expect(program("org.example.Viewer") == "Viewer")
        #expect(program("COM.EXAMPLE.VIEWER") == "Other viewer")
        #expect(program("Files") == "Files")
        #expect(program("editor") == "Editor")
    }

    @Test func thenTheLastPartOfEither() {
        #expect(program("org.example.Files") == "Files")
        #expect(program("org.example.Editor") == "Editor")
        #expect(program("viewer") == "Viewer")
        // Two programs of different makers.
        #expect(program("net.example.viewer") == nil)
        #expect(program("unknown") == nil && program(".") == nil)
    }
}
