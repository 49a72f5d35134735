import Control
import Mirroring

/// Formats touchscreens and why they belong to their displays.
enum TouchscreenText {
    /// One line for all of them.
    static func describe(_ touchscreens: [TouchscreenStatus]) -> String {
        touchscreens.map { touchscreen in
            let place = touchscreen.output.map { "on \($0.name.printable)" } ?? "on no display"
            return "\(touchscreen.name.printable) \(place) (\(reason(touchscreen)))"
        }.joined(separator: ", ")
    }

    /// The reason in words.
    static func reason(_ touchscreen: TouchscreenStatus) -> String {
        switch touchscreen.reason {
        case .rule: "by a rule of the configuration" + absence(touchscreen)
        case .property: "by its udev property" + absence(touchscreen)
        case .match: "same \(list(touchscreen.matches))"
        case .standard: "the panel's, since nothing says otherwise"
        case .absent: "its display is not connected"
        }
    }

    private static func absence(_ touchscreen: TouchscreenStatus) -> String {
        touchscreen.output == nil ? ", which names a display that is not connected" : ""
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
