/// A colour with alpha, 8 bits a channel, not premultiplied.
package struct HUDColor: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// The opaque colour of an RGB number such as 0xFF8000.
    package init(_ rgb: UInt32, alpha: UInt8 = 255) {
        self.init(
            red: UInt8(rgb >> 16 & 255), green: UInt8(rgb >> 8 & 255), blue: UInt8(rgb & 255), alpha: alpha)
    }

    /// The colour of gifts.
    static let gift = HUDColor(0xFFB86B)
    /// The disc behind a microphone that is off.
    static let microphoneOff = HUDColor(0xD92D20)
    /// The ground of a pinned comment, and the bar at its left.
    static let pinnedGround = HUDColor(0x2B3A4C)
    static let pinnedBar = HUDColor(0xFFC94A)

    /// Parses `#rrggbb` and `#rrggbbaa`; nil for anything else.
    package init?(hex: String) {
        let digits = hex.dropFirst()
        guard hex.hasPrefix("#"), digits.utf8.count == digits.count, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(digits, radix: 16)
        else { return nil }
        switch digits.count {
        case 6: self.init(value)
        case 8: self.init(value >> 8, alpha: UInt8(value & 255))
        default: return nil
        }
    }
}
