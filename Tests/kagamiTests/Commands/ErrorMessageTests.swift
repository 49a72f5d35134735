import ArgumentParser
import Mirroring
import Pictures
import Testing

@testable import ConfigurationFiles
@testable import KagamiCommands
@testable import kagami

/// Errors name their cure.
@Suite struct ErrorMessageTests {
    /// What a wrong command line is answered with.
    private func message(_ line: String) throws -> String {
        let arguments = line.split(separator: " ").map(String.init)
        let error = #expect(throws: (any Error).self, "\(line)") { _ = try Kagami.parseAsRoot(arguments) }
        return Kagami.message(for: try #require(error))
    }

    @Test(arguments: [
        ("run foot", "kagami run -- foot"), ("run foot -e sh", "kagami run -- foot -e sh"),
        ("run --backend virtual foot --help me", "kagami run -- foot --help me"),
        ("run foot -- sh", "kagami run -- foot sh"),
    ])
    func aCommandWithoutTheTerminatorIsShownWithIt(_ line: String, _ cure: String) throws {
        #expect(try message(line) == "put -- before the application's command: \(cure)")
    }

    @Test func anUnknownOptionOfRunIsNamed() throws {
        #expect(try message("run --loud") == "Unknown option '--loud'")
    }

    @Test(arguments: ["run --virtual-panel 1280", "run --virtual-panel 1280x800x3", "run --virtual-panel wide"])
    func aPanelsSizeHasAForm(_ line: String) throws {
        let text = try message(line)
        #expect(text.contains("use WxH in pixels, 64x64 to 16384x16384, such as 1280x800"), "\(text)")
        #expect(text.contains("--virtual-panel"))
    }

    @Test func aPanelsSizeHasLimits() throws {
        #expect(try message("run --virtual-panel 10x10").contains("too small: use 64x64 to 16384x16384"))
        #expect(try message("run --virtual-panel 1280x63").contains("too small"))
        #expect(try message("run --virtual-panel 99999x800").contains("too large"))
        #expect(throws: Never.self) { _ = try Kagami.parseAsRoot(["run", "--virtual-panel", "64x64"]) }
    }

    @Test(arguments: ["-1x5", "600", "20001x5", "wide"])
    func aSizeInMillimetresHasAForm(_ size: String) throws {
        for line in ["run --virtual-panel-mm=\(size)", "virtual plug DP-1 8x8 --size-mm=\(size)"] {
            #expect(try message(line).contains("use WxH in millimetres, each 0 to 20000, such as 600x340"), "\(line)")
        }
    }

    @Test(arguments: ["-5", "many", "1.5", "99999999999"])
    func aCountIsAWholeNumber(_ number: String) throws {
        for option in ["--viewers", "--gifts"] {
            let text = try message("hud set \(option) \(number)")
            #expect(text.contains("use a whole number, 0 to \(HUDModel.maximumCount)"), "\(text)")
            #expect(text.contains(option) && text.contains(number), "\(text)")
        }
    }

    @Test(arguments: ["pip start moon", "pip swap moon", "pip toggle moon", "pip control moon"])
    func anUnknownSourceIsAnsweredWithTheList(_ line: String) throws {
        let text = try message(line)
        #expect(
            text.contains("unknown source 'moon': use external, content, hud, window:APP_ID or camera:/dev/videoN"),
            "\(text)")
    }

    @Test(arguments: ["virtual plug BEAMER-1 8x8", "virtual unplug BEAMER-1", "virtual refuse BEAMER-1 8x8"])
    func anUnknownConnectorIsAnsweredWithTheTypes(_ line: String) throws {
        let text = try message(line)
        #expect(text.contains("'BEAMER-1' is not a connector"), "\(text)")
        for type in ConnectorType.pluggable { #expect(text.contains(type.rawValue)) }
    }

    @Test func aModeHasAForm() throws {
        #expect(try message("virtual plug DP-1 wide").contains("use WxH in pixels, 1x1 to 16384x16384"))
        #expect(try message("virtual plug DP-1 640x480@0").contains("use a rate of 1 to 1000 Hz"))
        #expect(try message("pip start hud --from 1,2").contains("use X,Y,WxH in panel pixels"))
    }

    @Test func withoutAConfigurationFileTheDefaultsApply() throws {
        let directory = try TemporaryDirectory()
        let environment = ["XDG_CONFIG_HOME": directory.path]
        #expect(ConfigurationSource(usual: ConfigurationFile.defaultPath(environment: environment)).files.isEmpty)
        let path = "\(directory.path)/kagami/config.toml"
        typealias Check = ConfigCommand.Check
        #expect(Check.noFile(environment: environment) == "no configuration file at \(path): the defaults apply")
        #expect(Check.noFile(environment: [:]).hasSuffix("nor HOME is set: the defaults apply"))
    }

    @Test func virtualDisplaysThatNobodyAskedForAreExplained() {
        let line = Hardware.shortfall("no seat (No such device): start seatd")
        #expect(line.contains("no seat (No such device): start seatd"))
        #expect(line.contains("kagami doctor"))
        #expect(!line.contains("\n"))
    }
}
