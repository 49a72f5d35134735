import Testing

@testable import kagami

@Suite struct ConfinementTests {
    @Test func theFolderIsHiddenBeforeItsOwnPartIsShown() throws {
        let confinement = Confinement(
            program: "/usr/bin/bwrap", hiddenFolder: "/run/user/7", visible: "/run/user/7/wayland-0-application",
            hiddenFiles: ["/srv/k"])
        let words = confinement.wrap(["foot", "--help"])
        #expect(words.first == "/usr/bin/bwrap")
        // Nothing of the application's own is taken for an option of bubblewrap's.
        #expect(words.suffix(3) == ["--", "foot", "--help"])
        let tmpfs = try #require(words.firstIndex(of: "--tmpfs"))
        let root = try #require(words.firstIndex(of: "--dev-bind"))
        let own = try #require(words.firstIndex(of: "/run/user/7/wayland-0-application"))
        #expect(root < tmpfs && tmpfs < own)
        #expect(words[tmpfs + 1] == "/run/user/7")
        let hidden = try #require(words.firstIndex(of: "/srv/k"))
        #expect(words[hidden - 2...hidden] == ["--bind", "/dev/null", "/srv/k"])
    }

    @Test func withoutBubblewrapThereIsNone() {
        #expect(
            Confinement(
                to: "/run/a/b", in: "/run/a", controlSocket: "/run/a/k", environment: ["PATH": "/nonexistent"]) == nil)
    }

    @Test func aSocketElsewhereIsHiddenToo() throws {
        let folder = try TemporaryDirectory()
        _ = try folder.writeProgram("bwrap")
        func files(_ socket: String) throws -> [String] {
            let confinement = Confinement(
                to: "/run/a/b", in: "/run/a", controlSocket: socket,
                environment: ["PATH": "/nonexistent:\(folder.path)"])
            return try #require(confinement).hiddenFiles
        }
        #expect(try files("/srv/k").contains("/srv/k"))
        #expect(try !files("/run/a/k").contains("/run/a/k"))
        #expect(try files("/run/ab/k").contains("/run/ab/k"))
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
