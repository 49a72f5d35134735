import CLinux
import Mirroring

extension PointerConfiguration {
    mutating func read(_ reader: TableReader) {
        hiding =
            reader.value("hide", "\"touch\", \"always\", or seconds, 1 to 3600") { value in
                switch (value.string, value.int) {
                case ("touch", _): .touch
                case ("always", _): .always
                case (_, let seconds?) where (1...3600).contains(seconds): .after(seconds: seconds)
                default: nil
                }
            } ?? hiding
        theme =
            reader.value("theme", "a cursor theme's name, such as \"Adwaita\"") { value in
                value.string.flatMap { Self.isTheme($0) ? $0 : nil }
            } ?? theme
        size = reader.integer("size", in: Self.sizes) ?? size
        settings.read(reader)
    }
}

extension PointingSettings {
    /// Reads the settings of all pointing devices.
    mutating func read(_ reader: TableReader) {
        speed = reader.number("accel_speed", in: -1...1, "a number, -1 for slow to 1 for fast") ?? speed
        profile = reader.choice("accel_profile") ?? profile
        scrollsNaturally = reader.flag("natural_scroll") ?? scrollsNaturally
        isLeftHanded = reader.flag("left_handed") ?? isLeftHanded
        emulatesMiddle = reader.flag("middle_emulation") ?? emulatesMiddle
        scrollMethod = reader.choice("scroll_method") ?? scrollMethod
        scrollButton =
            reader.value("scroll_button", "a button such as \"middle\", or its number, 272 to 287") { value in
                (value.string.flatMap(ButtonNames.code) ?? value.int.flatMap(UInt32.init(exactly:)))
                    .flatMap { ButtonNames.ofMice.contains($0) ? $0 : nil }
            } ?? scrollButton
    }

    /// Reads the settings of touchpads.
    mutating func readTouchpad(_ reader: TableReader) {
        read(reader)
        taps = reader.flag("tap") ?? taps
        drags = reader.flag("drag") ?? drags
        locksDrags = reader.flag("drag_lock") ?? locksDrags
        isOffWhileTyping = reader.flag("disable_while_typing") ?? isOffWhileTyping
        clickMethod = reader.choice("click_method") ?? clickMethod
    }
}

extension DeviceRule {
    /// Nil where the table lacks a name, or has nothing else.
    init?(_ reader: TableReader) {
        let name = reader.required("name", "the device's name as the kernel gives it") { value in
            value.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        let output = reader.value("output", "\"panel\", \"external\" or a connector such as \"HDMI-A-1\"") { value in
            value.string.flatMap { $0.isEmpty ? nil : $0 }
        }
        var pointing = PointingSettings()
        pointing.readTouchpad(reader)
        let keymap = KeymapNames(reader)
        guard let name else { return nil }
        guard reader.keys != ["name"] else {
            reader.complain("the rule has no effect: give output, or a setting such as tap or layout")
            return nil
        }
        self.init(name: name, output: output, pointing: pointing, keymap: keymap)
    }
}

/// A pointer's buttons by name (`linux/input-event-codes.h`).
package enum ButtonNames {
    private static let codes: [String: Int32] = [
        "left": BTN_LEFT, "right": BTN_RIGHT, "middle": BTN_MIDDLE, "side": BTN_SIDE, "extra": BTN_EXTRA,
        "forward": BTN_FORWARD, "back": BTN_BACK,
    ]

    /// The codes from `BTN_MOUSE` to the last one before the joysticks' codes.
    static let ofMice: ClosedRange<UInt32> = 0x110...0x11f

    /// The code of a button given by name; nil for anything else.
    package static func code(of name: String) -> UInt32? { codes[name].map(UInt32.init) }

    /// The button's name; nil if it has none.
    static func name(of code: UInt32) -> String? { codes.first { $0.value == Int32(code) }?.key }
}
