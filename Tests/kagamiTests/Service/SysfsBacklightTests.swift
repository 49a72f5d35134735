import Foundation
import Mirroring
import Testing

@testable import kagami

/// Backlights in a folder that looks like the kernel's.
@Suite struct SysfsBacklightTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func add(_ name: String, _ type: String, level: String, levels: String) throws {
        let path = "\(folder.path)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (file, text) in [("type", type), ("brightness", level), ("max_brightness", levels)] {
            try "\(text)\n".write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
        }
    }

    private func level(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder.path)/\(name)/brightness", encoding: .utf8)
    }

    /// What a completion gets, which is called once and at once.
    private func result(_ body: (@escaping (String?) -> Void) -> Void) -> String? {
        var results: [String?] = []
        body { results.append($0) }
        #expect(results.count == 1)
        return results.first ?? "never called"
    }

    @Test func whereTheFileMayNotBeWrittenTheSessionSetsIt() throws {
        try add("intel", "raw", level: "5", levels: "200")
        let file = "\(folder.path)/intel/brightness"
        try FileManager.default.removeItem(atPath: file)
        // A number that nobody may write, not even root.
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: "/proc/sys/kernel/cap_last_cap")
        let session = FakeSession()
        let backlight = SysfsBacklight(root: folder.path, session: session)
        #expect(backlight.isWritable)
        #expect(result { backlight.set(Brightness(percent: 50), completion: $0) } == nil)
        #expect(session.calls == ["intel 100"])
        session.isAvailable = false
        #expect(!backlight.isWritable)
        let reason = result { backlight.set(Brightness(percent: 50), completion: $0) }
        #expect(reason?.hasPrefix("cannot open \(file): ") ?? false)
    }

    @Test func withoutABacklightThereIsNoBrightness() {
        let none = SysfsBacklight(root: "\(folder.path)/nowhere")
        #expect(none.brightness == nil && !none.isWritable)
        #expect(result { none.set(Brightness(percent: 5), completion: $0) } == "the panel has no backlight")
        #expect(SysfsBacklight(root: folder.path).brightness == nil)
    }

    @Test func itIsReadAndSet() throws {
        try add("10-0045", "raw", level: "31", levels: "31")
        let backlight = SysfsBacklight(root: folder.path)
        #expect(backlight.brightness == Brightness(percent: 100) && backlight.isWritable)
        #expect(result { backlight.set(Brightness(percent: 50), completion: $0) } == nil)
        #expect(try level("10-0045").hasPrefix("16\n"))
        #expect(backlight.brightness == Brightness(percent: 52))
        #expect(result { backlight.set(Brightness(percent: 1), completion: $0) } == nil)
        #expect(try level("10-0045").hasPrefix("1\n"), "never dark")
    }

    @Test func theFirmwaresComesFirst() throws {
        try add("a_raw", "raw", level: "10", levels: "100")
        try add("b_platform", "platform", level: "20", levels: "100")
        let backlight = SysfsBacklight(root: folder.path)
        #expect(backlight.brightness == Brightness(percent: 20))
        try add("c_firmware", "firmware", level: "30", levels: "100")
        #expect(backlight.brightness == Brightness(percent: 30), "backlights come with their drivers")
    }

    @Test func theLightIsTurnedOffAndOn() throws {
        try add("panel", "raw", level: "31", levels: "31")
        let file = "\(folder.path)/panel/bl_power"
        try "0\n".write(toFile: file, atomically: false, encoding: .utf8)
        let backlight = SysfsBacklight(root: folder.path)
        backlight.setPower(isOn: false)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "4\n")
        backlight.setPower(isOn: true)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "0\n")
        #expect(try level("panel") == "31\n")
    }

    @Test func withoutASwitchTheBrightnessIsZeroUntilTheLightIsOnAgain() throws {
        try add("panel", "raw", level: "20", levels: "31")
        let backlight = SysfsBacklight(root: folder.path)
        backlight.setPower(isOn: true)
        #expect(backlight.brightness == Brightness(level: 20, of: 31), "nothing was off")
        for _ in 1...2 { backlight.setPower(isOn: false) }
        #expect(try level("panel").hasPrefix("0\n"))
        backlight.setPower(isOn: true)
        #expect(backlight.brightness == Brightness(level: 20, of: 31))
        backlight.setPower(isOn: false)
        #expect(result { backlight.set(Brightness(percent: 100), completion: $0) } == nil)
        backlight.setPower(isOn: true)
        #expect(backlight.brightness == Brightness(percent: 100), "somebody has set it meanwhile")
    }

    @Test func nonsenseIsNoBacklight() throws {
        try add("odd", "raw", level: "bright", levels: "0")
        #expect(SysfsBacklight(root: folder.path).brightness == nil)
    }
}

/// A session that may set brightness, or may not.
private final class FakeSession: SessionBrightness {
    var isAvailable = true
    private(set) var calls: [String] = []

    func set(_ level: Int, of backlight: String, completion: @escaping (String?) -> Void) {
        calls.append("\(backlight) \(level)")
        completion(nil)
    }
}
