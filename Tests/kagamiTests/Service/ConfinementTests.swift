import Runtime
import Testing

@testable import kagami

@Suite struct ConfinementTests {
    private func confinement(in folder: TemporaryDirectory) throws -> Confinement {
        _ = try folder.writeProgram("bwrap")
        return try #require(
            Confinement(
                to: "/run/user/7/wayland-0-application", in: "/run/user/7", sockets: ["/srv/k"],
                environment: ["PATH": folder.path]))
    }

    @Test func theFolderIsHiddenBeforeItsOwnPartIsShown() throws {
        let folder = try TemporaryDirectory()
        let confinement = try confinement(in: folder)
        let words = confinement.wrap(["foot", "--help"], hiding: confinement.hiddenPlaces())
        #expect(words.first == confinement.program)
        // Nothing of the application's own is taken for an option of bubblewrap's.
        #expect(words.suffix(3) == ["--", "foot", "--help"])
        #expect(words.contains("--new-session"))
        let root = try #require(words.firstIndex(of: "--dev-bind"))
        let tmpfs = try #require(words.firstIndex(of: "/run/user/7"))
        let own = try #require(words.firstIndex(of: "/run/user/7/wayland-0-application"))
        #expect(root < tmpfs && tmpfs < own)
        #expect(words[tmpfs - 3...tmpfs] == ["--perms", "0700", "--tmpfs", "/run/user/7"])
    }

    @Test func withoutBubblewrapThereIsNone() {
        #expect(
            Confinement(to: "/run/a/b", in: "/run/a", sockets: ["/run/a/k"], environment: ["PATH": "/nonexistent"])
                == nil)
    }

    @Test func programsAreFoundAsAShellFindsThem() throws {
        let folder = try TemporaryDirectory()
        let program = try folder.writeProgram("it")
        let text = try folder.write("", to: "text")
        #expect(ProgramPath.find("it", in: ["PATH": "/nonexistent:\(folder.path)"]) == program)
        #expect(ProgramPath.find("text", in: ["PATH": folder.path]) == nil)
        #expect(ProgramPath.find(program, in: [:]) == program)
        #expect(ProgramPath.find(text, in: [:]) == nil)
        #expect(ProgramPath.find("sh", in: [:]) != nil)
    }
}
