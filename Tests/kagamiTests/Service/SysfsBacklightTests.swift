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

    @Test func withoutABacklightThereIsNoBrightness() {
        let none = SysfsBacklight(root: "\(folder.path)/nowhere")
        #expect(none.brightness == nil && !none.isWritable)
        #expect(none.set(Brightness(percent: 5)) == "the panel has no backlight")
        #expect(SysfsBacklight(root: folder.path).brightness == nil)
    }

    @Test func itIsReadAndSet() throws {
        try add("10-0045", "raw", level: "31", levels: "31")
        let backlight = SysfsBacklight(root: folder.path)
        #expect(backlight.brightness == Brightness(percent: 100) && backlight.isWritable)
        #expect(backlight.set(Brightness(percent: 50)) == nil)
        #expect(try level("10-0045").hasPrefix("16\n"))
        #expect(backlight.brightness == Brightness(percent: 52))
        #expect(backlight.set(Brightness(percent: 1)) == nil)
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

    @Test func nonsenseIsNoBacklight() throws {
        try add("odd", "raw", level: "bright", levels: "0")
        #expect(SysfsBacklight(root: folder.path).brightness == nil)
    }
}
