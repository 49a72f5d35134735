import Foundation
import Geometry
import Mirroring
import TestSupport
import Testing

@testable import kagami

/// The file that remembers what was set for displays.
@Suite struct DisplayMemoryFileTests {
    private let folder: TemporaryDirectory
    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path] }
    private var path: String { "\(folder.path)/kagami/displays.json" }

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func load() -> DisplayMemory { DisplayMemoryFile(environment: environment).load() }

    @Test func whatWasSavedIsLoaded() throws {
        #expect(load() == DisplayMemory())
        let memory = DisplayMemory([
            DisplayMemory.Entry(
                identity: DisplayIdentity(make: "DEL", model: "U2720Q", serial: "7\"\u{1b}"), output: OutputID("DP-1"),
                settings: DisplaySettings(
                    mode: ModeRequest(size: Size(width: 2560, height: 1440), refreshMilliHertz: 59_940))),
            DisplayMemory.Entry(
                identity: DisplayIdentity(), output: OutputID("VGA-1"),
                settings: DisplaySettings(
                    scale: Scale(1.25), transform: .flipped90,
                    zoom: ContentZoom(
                        ControllerZoom(factor: 2.5, center: Point(x: 100.5, y: 7)), of: Size(width: 1920, height: 1080)),
                    volumePercent: 35)),
        ])
        DisplayMemoryFile(environment: environment).save(memory)
        #expect(load() == memory)
        DisplayMemoryFile(environment: environment).save(DisplayMemory())
        #expect(load() == DisplayMemory())
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == "{\"displays\":[]}\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/kagami") == ["displays.json"])
    }

    @Test func theFileSaysWhatWasSetInWords() throws {
        DisplayMemoryFile(environment: environment).save(
            DisplayMemory([
                DisplayMemory.Entry(
                    identity: DisplayIdentity(make: "DEL"), output: OutputID("DP-1"),
                    settings: DisplaySettings(
                        mode: ModeRequest(size: Size(width: 640, height: 480)), transform: .rotated90))
            ]))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(
            text == """
                {"displays":[{"make":"DEL","output":"DP-1","settings":\
                {"controller":null,"larger_text_offered":null,"mode":{"height":480,"refresh_mhz":null,"width":640},"overscan":null,"role":null,"scale":null,"transform":"90","volume":null,"vrr":null,"zoom":null}}]}

                """)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"displays\":7}", "{\"displays\":[{\"output\":\"DP-1\"}]}",
        "{\"displays\":[{\"output\":\"DP-1\",\"settings\":{\"scale\":1e9}}]}",
        "{\"displays\":[{\"output\":\"DP-1\",\"settings\":{\"transform\":\"up\"}}]}",
        "{\"displays\":[{\"output\":\"DP-1\",\"settings\":{\"mode\":{\"width\":1}}}]}",
        "{\"displays\":[{\"output\":\"DP-1\",\"settings\":{\"mode\":{\"width\":1e99,\"height\":1}}}]}",
    ])
    func aDamagedFileIsIgnored(text: String) throws {
        DisplayMemoryFile(environment: environment).save(DisplayMemory())
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(load() == DisplayMemory())
        DisplayMemoryFile(environment: environment).save(DisplayMemory())
        #expect(try String(contentsOfFile: "\(path).damaged", encoding: .utf8) == text, "it can still be mended")
    }

    /// Bytes of a good file that were changed, cut off or doubled.
    @Test(arguments: UInt64(0)..<50)
    func anyDamageIsSurvived(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let entry = DisplayMemory.Entry(
            identity: DisplayIdentity(make: "DEL", model: "U", serial: "1"), output: OutputID("DP-1"),
            settings: DisplaySettings(
                mode: ModeRequest(size: Size(width: 640, height: 480)), scale: Scale(2), transform: .normal))
        DisplayMemoryFile(environment: environment).save(DisplayMemory([entry, entry]))
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeLast(min(bytes.count - 1, index))
            default: bytes += bytes.prefix(index)
            }
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(load().entries.count <= DisplayMemory.limit)
    }

    @Test func hugeFilesAndFoldersAreIgnored() throws {
        DisplayMemoryFile(environment: environment).save(DisplayMemory())
        try String(repeating: " ", count: 70_000).write(toFile: path, atomically: true, encoding: .utf8)
        #expect(load() == DisplayMemory())
        #expect(!FileManager.default.fileExists(atPath: path), "it has been set aside")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(load() == DisplayMemory())
        DisplayMemoryFile(environment: environment).save(DisplayMemory())
        DisplayMemoryFile(environment: [:]).save(DisplayMemory())
        #expect(DisplayMemoryFile(environment: [:]).load() == DisplayMemory())
    }
}
