import ArgumentParser
import Control
import Geometry
import Mirroring
import Runtime
import Testing
import Virtual

@testable import ConfigurationFiles
@testable import kagami

@Suite struct RunCommandTests {
    private let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/nonexistent"]

    private func options(_ line: String, _ environment: [String: String]) throws -> ServiceOptions {
        let arguments = ["run"] + line.split(separator: " ").map(String.init)
        let command = try #require(try Kagami.parseAsRoot(arguments) as? RunCommand)
        return try command.options(environment: environment)
    }

    @Test func defaultsNeedNoOption() throws {
        let options = try options("", environment)
        #expect(options.backend == .auto)
        var configuration = options.configuration
        // What the machine has: its keyboard, and the programs that its keys run.
        (configuration.keyboard, configuration.bindings.machineKeys) = (KeyboardConfiguration(), [:])
        #expect(configuration == Configuration())
        #expect(options.socket.path == "/run/user/7/kagami.sock")
        #expect(options.virtualPanel == PluggedDisplay(name: "DSI-1", size: Size(width: 1280, height: 800)))
        #expect(options.command == [])
    }

    @Test func everythingAfterTheTerminatorIsTheApplications() throws {
        let options = try options(
            "--backend virtual --virtual-panel 800x480 --socket /tmp/s -- foot --help -e sh", environment)
        #expect(options.backend == .virtual)
        #expect(options.virtualPanel.size == Size(width: 800, height: 480))
        #expect(options.socket.path == "/tmp/s")
        #expect(options.command == ["foot", "--help", "-e", "sh"])
    }

    @Test(arguments: [(154, 86), (0, 0)])
    func theVirtualPanelsSizeInMillimetresCanBeGiven(_ width: Int, _ height: Int) throws {
        let options = try options("--virtual-panel 800x480 --virtual-panel-mm \(width)x\(height)", environment)
        #expect(options.virtualPanel.physicalSize == PhysicalSize(width: width, height: height))
    }

    @Test func thePanelsCommandIsSplitIntoWordsAndGoesBeforeTheFiles() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("[panel]\ncommand = [\"foot\", \"a b\"]\n", to: "c.toml")
        #expect(try options("--config \(file)", environment).configuration.panel.command == ["foot", "a b"])
        #expect(
            try options("--config \(file) --panel-command=bar", environment).configuration.panel.command == ["bar"])
        #expect(throws: (any Error).self) { try options("--panel-command='", environment) }
    }

    @Test func theRendererOfTheCommandLineWins() throws {
        let directory = try TemporaryDirectory()
        let environment = ["XDG_RUNTIME_DIR": directory.path]
        let file = try directory.write("[renderer]\nuse = \"gles\"\n", to: "c.toml")
        #expect(try options("--config \(file)", environment).configuration.renderer == .gles)
        #expect(try options("--config \(file) --renderer=pixman", environment).configuration.renderer == .pixman)
        #expect(throws: (any Error).self) { try options("--renderer=vulkan", environment) }
    }

    @Test(arguments: [
        ("foot", ["foot"]), ("  foot  -e  sh ", ["foot", "-e", "sh"]), (#"a "b c" 'd "e'"#, ["a", "b c", #"d "e"#]),
        (#"a\ b \"c"#, ["a b", #""c"#]), (#"a """#, ["a", ""]), (#"x"y"z"#, ["xyz"]),
    ])
    func commandsSplitAsInAShell(_ text: String, _ words: [String]) {
        #expect(CommandWords(text)?.words == words)
    }

    @Test(arguments: ["", "  ", "'", #"a "b"#, #"a\"#, #""""#])
    func textThatIsNoCommandIsRefused(_ text: String) {
        #expect(CommandWords(text) == nil)
    }

    @Test func configurationComesFromTheFileNamedElseTheUsersOwn() throws {
        let directory = try TemporaryDirectory()
        let named = try directory.write("[panel]\nscale = 2\n", to: "named.toml")
        #expect(try options("--config \(named)", environment).configuration.panel.scale?.factor == 2)
        let home = try directory.makeDirectory("kagami")
        try home.write("[panel]\nscale = 3\n", to: "config.toml")
        let configured = environment.merging(["XDG_CONFIG_HOME": directory.path]) { $1 }
        #expect(try options("", configured).configuration.panel.scale?.factor == 3)
        #expect(try options("--config \(named)", configured).configuration.panel.scale?.factor == 2)
    }

    @Test func aFileWithErrorsIsNotUsedInPart() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("[panel]\nscale = 2\nsclae = 3\n", to: "bad.toml")
        #expect(throws: ConfigurationError.self) { try options("--config \(file)", environment) }
    }

    @Test func theFolderOfTheSocketsMustBeKnown() {
        #expect(throws: RuntimeDirectoryError.relative("run")) { try options("", ["XDG_RUNTIME_DIR": "run"]) }
    }

    @Test func whatIsWaitedForIsSaidWithItsTime() {
        #expect(
            Hardware.waiting(patience: 10_000_000)
                == "no graphics card yet: waiting up to 10 s for one in /dev/dri (wait_ms in [panel] says how long)")
        #expect(Hardware.waiting(patience: 200_000).contains("up to 0.2 s"))
    }
}
