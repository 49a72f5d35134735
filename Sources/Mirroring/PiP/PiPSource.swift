/// What a picture in picture shows.
package enum PiPSource: Hashable, Sendable {
    /// The live snapshot of the external screen.
    case external
    /// The hosted application where there is no external.
    case content
    /// One toplevel of the hosted application, by its application id.
    case window(String)
    /// The status bar that the service draws.
    case hud

    /// The most bytes of an application id.
    package static let longestAppID = 256

    /// The accepted forms of a source's text, for messages.
    package static let choices = "external, content, hud or window:APP_ID"

    /// Parses `external`, `content`, `hud` or `window:APP_ID`; nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "external": self = .external
        case "content": self = .content
        case "hud": self = .hud
        default:
            guard text.hasPrefix("window:") else { return nil }
            let id = String(text.dropFirst("window:".count))
            guard !id.isEmpty, id.utf8.count <= Self.longestAppID,
                id.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
            else { return nil }
            self = .window(id)
        }
    }
}

extension PiPSource {
    /// The source that shows the same application on the other screen; nil for one that no screen carries.
    var onOtherScreen: PiPSource? {
        switch self {
        case .external: .content
        case .content: .external
        case .window, .hud: nil
        }
    }
}

extension PiPSource: CustomStringConvertible {
    /// The text form that `init(_:)` parses.
    package var description: String {
        switch self {
        case .external: "external"
        case .content: "content"
        case .window(let id): "window:\(id)"
        case .hud: "hud"
        }
    }
}
