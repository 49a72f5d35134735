package import Geometry

/// What toolkits for X are told of the content's scale: their windows are in pixels, so they draw everything larger themselves.
package struct XSettings: Sendable {
    package let scale: Scale
    /// The size of a pointer at a scale of 1, in pixels.
    package let cursorSize: Int

    package init(scale: Scale, cursorSize: Int) {
        (self.scale, self.cursorSize) = (scale, cursorSize)
    }

    /// The dots per inch that toolkits take for one to one.
    private static let plainDPI = 96.0

    private var dpi: Double { Self.plainDPI * scale.factor }
    /// GTK 3 draws everything but text at a whole multiple.
    private var whole: Int { max(1, Int(scale.factor)) }

    /// The size of a pointer in pixels of the content.
    private var cursorPixels: Int { max(1, Int((Double(cursorSize) * scale.factor).rounded())) }

    /// The text of `RESOURCE_MANAGER`, for Qt and older toolkits.
    package var resources: String { "Xft.dpi:\t\(Int(dpi.rounded()))\nXcursor.size:\t\(cursorPixels)\n" }

    /// The settings for GTK and others. DPI are in 1024ths.
    private var values: [(name: String, value: Int32)] {
        [
            ("Gdk/UnscaledDPI", Int32(clamping: Int((dpi / Double(whole) * 1024).rounded()))),
            ("Gdk/WindowScalingFactor", Int32(clamping: whole)),
            ("Gtk/CursorThemeSize", Int32(clamping: cursorPixels)),
            ("Xft/DPI", Int32(clamping: Int((dpi * 1024).rounded()))),
        ]
    }

    /// The bytes of `_XSETTINGS_SETTINGS` (freedesktop.org's XSETTINGS 0.5), in the machine's byte order. `serial` counts the changes.
    package func bytes(serial: UInt32) -> [UInt8] {
        func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value, Array.init) }
        let isLittle = 1.littleEndian == 1
        var result: [UInt8] = [isLittle ? 0 : 1, 0, 0, 0]
        result += bytes(serial) + bytes(UInt32(values.count))
        for (name, value) in values {
            // The type of whole numbers is 0. Names are filled up to four bytes.
            result += [0, 0] + bytes(UInt16(clamping: name.utf8.count)) + Array(name.utf8)
            result += [UInt8](repeating: 0, count: (4 - name.utf8.count % 4) % 4)
            result += bytes(serial) + bytes(value)
        }
        return result
    }
}
