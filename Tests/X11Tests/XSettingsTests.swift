import Geometry
import Testing

@testable import X11

/// What toolkits for X are told of the content's scale.
@Suite struct XSettingsTests {
    /// The settings in the bytes, read as XSETTINGS describes them.
    private func read(_ bytes: [UInt8]) throws -> [String: Int32] {
        func value<Value: FixedWidthInteger>(at offset: Int, as: Value.Type = Value.self) -> Value {
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
        }
        var offset = 12
        var settings: [String: Int32] = [:]
        for _ in 0..<value(at: 8, as: UInt32.self) {
            try #require(bytes[offset] == 0)
            let length = Int(value(at: offset + 2, as: UInt16.self))
            let name = String(decoding: bytes[offset + 4..<offset + 4 + length], as: UTF8.self)
            offset += 4 + (length + 3) / 4 * 4
            #expect(value(at: offset, as: UInt32.self) == value(at: 4, as: UInt32.self))
            settings[name] = value(at: offset + 4)
            offset += 8
        }
        #expect(offset == bytes.count)
        return settings
    }

    @Test(arguments: [
        (1.0, 1, 96.0, "96"), (1.5, 1, 144.0, "144"), (2.0, 2, 96.0, "192"), (2.5, 2, 120.0, "240"), (0.5, 1, 48, "48"),
    ])
    func theScaleIsTold(factor: Double, whole: Int32, unscaled: Double, resource: String) throws {
        let settings = XSettings(scale: try #require(Scale(factor)), cursorSize: 24)
        #expect(settings.resources == "Xft.dpi:\t\(resource)\nXcursor.size:\t\(Int(24 * factor))\n")
        let values = try read(settings.bytes(serial: 5))
        #expect(
            values == [
                "Gdk/WindowScalingFactor": whole, "Gdk/UnscaledDPI": Int32(unscaled * 1024),
                "Xft/DPI": Int32(96 * factor * 1024), "Gtk/CursorThemeSize": Int32(24 * factor),
            ])
    }
}
