import ArgumentParser
import KagamiCommands
import Runtime
import Testing

@testable import kagami

/// Command lines and the exit codes of the contract.
@Suite struct CommandLineTests {
    static let wrongUsage: [String] = [
        "dance", "--loud", "run foot", "run --backend wayland", "run --virtual-panel 0x800", "run --virtual-panel 1280",
        "run --virtual-panel 1280x800x3", "run --virtual-panel 99999x1", "run --config", "status extra",
        "status --yaml",
        "screenshot", "screenshot moon a.png", "screenshot panel", "mirror", "mirror maybe", "externals use",
        "externals use a/b", "externals copy", "externals spare", "externals copy a/b", "externals arrange",
        "externals controller", "externals controller a/b", "externals control",
        "externals arrange heap", "blank on a/b", "blank on DP-1 --external", "freeze DP-1", "freeze on a/b",
        "virtual fly",
        "virtual plug HDMI-A-1", "virtual plug HDMI-A-1 3840y2160", "virtual plug HDMI-A-1 3840x2160@",
        "virtual plug HDMI-A-1 3840x2160@nan", "virtual plug HDMI-A-1 3840x2160@5000",
        "virtual plug HDMI-A-1 8x8 --size-mm wide", "virtual plug a/b 8x8",
        "virtual unplug", "virtual refuse HDMI-A-1", "virtual refuse HDMI-A-1 8x8 --tries 0",
        "virtual refuse HDMI-A-1 8x8@60", "virtual touch down 0 1",
        "virtual touch down 256 1 1", "virtual touch down x 1 1", "virtual touch tap 1", "virtual touch tap nan 1",
        "virtual touch tap inf 1", "virtual touch tap 1 1 --hold -1",
        "virtual touch tap 1 1 --hold 60001", "virtual plug A 8x8", "virtual plug Beamer-1 8x8",
        "virtual touch tap 1e9 1", "virtual touch up", "virtual pointer move 1",
        "virtual pointer motion 1", "virtual pointer motion 1 2 3", "virtual pointer motion --fast 1 2",
        "virtual pointer motion", "virtual pointer scroll 0.5 1", "virtual pointer scroll 0 1001",
        "virtual pointer button", "virtual pointer button thumb", "virtual pointer button 4294967296",
        "virtual pointer button left hold", "virtual key", "virtual key nokey", "virtual key a+a", "virtual key a+",
        "virtual key 768", "virtual key a hold", "virtual key type", "virtual key type é",
        "virtual key type \\q", "input replay", "input replay --speed 0 x", "input replay --speed nan x",
        "input record", "config check a b", "doctor now",
        "launch", "launch foot", "launch --", "launch --loud -- foot",
        "launch --restart daily -- foot", "launch --restart",
    ]

    /// What is wrong, what is meant or valid, and whose help says more.
    @Test(arguments: [
        ("screenshott", "unknown command 'screenshott': did you mean screenshot? (see kagami --help)"),
        ("touch tap 1 1", "unknown command 'touch': did you mean virtual touch? (see kagami --help)"),
        ("config chekc x", "unknown command 'chekc': did you mean check? (see kagami config --help)"),
        (
            "keyboard sideways",
            "unknown command 'sideways': known are show, hide, toggle, auto (see kagami keyboard --help)"
        ),
        ("present timer strat", "unknown command 'strat': did you mean start? (see kagami present timer --help)"),
        ("status extra", "Unexpected argument 'extra' (see kagami status --help)"),
        (
            "brightness 60%",
            "The value '60%' is invalid for '<percent>': use a whole number of per cent, 1 to 100, such as 60 "
                + "(see kagami brightness --help)"
        ),
        (
            "present timer start 20m",
            "The value '20m' is invalid for '<minutes>': use a number of minutes, 1/60 to 1440, such as 20 or 0.5 "
                + "(see kagami present timer start --help)"
        ),
        (
            "virtual key escape",
            "The value 'escape' is invalid for '<key>': 'escape' is no key: did you mean esc?; use names such as enter, esc or "
                + "leftctrl+c (see kagami virtual key --help)"
        ),
    ])
    func wrongUsageSaysWhatWouldBeRight(_ line: String, _ complaint: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(throws: (any Error).self) { _ = try Kagami.parseAsRoot(arguments) }
        do {
            _ = try Kagami.parseAsRoot(arguments)
        } catch {
            #expect(UsageAdvice.line(Kagami.message(for: error), arguments, of: Kagami.self) == complaint)
        }
    }

    @Test(arguments: wrongUsage)
    func wrongUsageIs64(_ line: String) {
        #expect(Kagami.execute(line.split(separator: " ").map(String.init)) == 64)
    }

    @Test(arguments: [
        "help", "--help", "--version", "run --help", "run -h", "virtual pointer motion --help",
        "virtual pointer scroll -h",
    ])
    func helpIsNoFailure(_ line: String) {
        #expect(Kagami.execute(line.split(separator: " ").map(String.init)) == 0)
    }

    @Test(arguments: [
        "status", "status --json", "outputs", "events", "screenshot panel a.png", "mirror on", "externals use DP-1",
        "externals", "externals --json",
        "virtual plug DP-1 8x8", "virtual unplug DP-1", "virtual touch tap 1 1", "virtual pointer button left",
        "virtual key enter", "input record /dev/null",
    ])
    func withoutAServiceEveryClientFailsWith1(_ line: String) {
        let arguments = line.split(separator: " ").map(String.init)
        #expect(Kagami.execute(arguments + ["--socket", "/tmp/kagami-test-none/socket"]) == 1)
    }

    @Test func recordingWithoutAServiceLeavesTheFileAlone() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("precious", to: "session")
        #expect(Kagami.execute(["input", "record", file, "--socket", "/tmp/kagami-test-none/socket"]) == 1)
        #expect(try FilePath.read(file) == Array("precious".utf8))
    }

    @Test func unreadableFilesFailWith1() throws {
        #expect(Kagami.execute(["config", "check", "/nonexistent/kagami.toml"]) == 1)
        #expect(Kagami.execute(["config", "check", "/"]) == 1)
        #expect(Kagami.execute(["run", "--config", "/nonexistent/kagami.toml", "--socket", "/tmp/s"]) == 1)
        #expect(Kagami.execute(["input", "replay", "/nonexistent/session"]) == 1)
    }

    @Test func configCheckTellsErrorsByItsStatus() throws {
        let directory = try TemporaryDirectory()
        #expect(Kagami.execute(["config", "check", try directory.write("[panel]\nscale = 2\n", to: "good.toml")]) == 0)
        #expect(Kagami.execute(["config", "check", try directory.write("[panel]\nscale = 0\n", to: "bad.toml")]) == 1)
        #expect(Kagami.execute(["config", "check", try directory.write([0xff, 0x0a], to: "bytes.toml")]) == 1)
    }
}
