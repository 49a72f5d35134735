/// What a picture in picture shows.
package enum PiPSource: Hashable, Sendable {
    /// The live snapshot of the external screen.
    case external
    /// The hosted application while there is no external.
    case content
    /// One toplevel of the hosted application, by its application id.
    case window(AppID)
    /// A camera by the path of its device, which a player shows in a window of its own.
    ///
    /// Only `init(_:)` makes this case, so that the text of every camera can be parsed again.
    case camera(String)
    /// The status bar that the service draws.
    case hud

    /// The most bytes of a window's id and of a camera's path.
    private static let longestName = AppID.longest

    /// The accepted forms of a source's text, for messages.
    package static let choices = "external, content, hud, window:APP_ID or camera:/dev/videoN"

    /// Parses `external`, `content`, `hud`, `window:APP_ID` or `camera:/dev/videoN`; returns nil for any other text.
    package init?(_ text: String) {
        switch text {
        case "external": self = .external
        case "content": self = .content
        case "hud": self = .hud
        default:
            // The search is by bytes, because a colon and an accent after it are one other character.
            guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let name = String(text[text.utf8.index(after: colon)...])
            guard name.utf8.count <= Self.longestName, name.unicodeScalars.allSatisfy(\.isPrintable) else { return nil }
            switch text[..<colon] {
            case "window":
                guard let id = AppID(name) else { return nil }
                self = .window(id)
            case "camera" where name.hasPrefix("/dev/"): self = .camera(name)
            default: return nil
            }
        }
    }
}

extension PiPSource {
    /// The source that shows the same application on the other screen, or nil for a source without a screen.
    package var onOtherScreen: PiPSource? {
        switch self {
        case .external: .content
        case .content: .external
        case .window, .camera, .hud: nil
        }
    }

    /// The application id of the shown window, or nil for a source that is no window.
    package var windowID: AppID? {
        switch self {
        case .window(let id): id
        case .camera(let device): AppID(Self.cameraPrefix + (device.split(separator: "/").last ?? ""))
        case .external, .content, .hud: nil
        }
    }

    /// The prefix of the application ids of cameras' windows.
    static let cameraPrefix = "kagami-camera-"
}

extension PiPSource: TextCodable {
    /// The text form that `init(_:)` parses.
    package var description: String {
        switch self {
        case .external: "external"
        case .content: "content"
        case .window(let id): "window:\(id)"
        case .camera(let device): "camera:\(device)"
        case .hud: "hud"
        }
    }
}
