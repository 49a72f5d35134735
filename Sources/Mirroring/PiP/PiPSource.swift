/// What a picture in picture shows.
package enum PiPSource: Hashable, Sendable {
    /// The live snapshot of the external screen.
    case external
    /// The hosted application where there is no external.
    case content
    /// One toplevel of the hosted application, by its application id.
    case window(AppID)
    /// A camera, by the path of its device, shown by a player in a window of its own. Made by `init(_:)` alone, which reads
    /// every path that it has let in.
    case camera(String)
    /// The status bar that the service draws.
    case hud

    /// The most bytes of a window's id, as it is published, and of a camera's path.
    private static let longestName = AppID.longest

    /// The accepted forms of a source's text, for messages.
    package static let choices = "external, content, hud, window:APP_ID or camera:/dev/videoN"

    /// Parses `external`, `content`, `hud`, `window:APP_ID` or `camera:/dev/videoN`; nil for anything else.
    package init?(_ text: String) {
        switch text {
        case "external": self = .external
        case "content": self = .content
        case "hud": self = .hud
        default:
            // By bytes: with an accent that follows, the colon is another character.
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
    /// The source that shows the same application on the other screen; nil for one that no screen carries.
    package var onOtherScreen: PiPSource? {
        switch self {
        case .external: .content
        case .content: .external
        case .window, .camera, .hud: nil
        }
    }

    /// The application id of the window that is shown; nil for a source that is no window.
    package var windowID: AppID? {
        switch self {
        case .window(let id): id
        case .camera(let device): AppID(Self.cameraPrefix + (device.split(separator: "/").last ?? ""))
        case .external, .content, .hud: nil
        }
    }

    /// What the application ids of cameras' windows begin with.
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
