import Mirroring
import WaylandBinding

/// Marks a client that lays out its surfaces in pixels of the content, whatever the screen's scale: the X server.
final class PixelClient {
    /// Called after each commit of a surface that has no role.
    let committedWithoutRole: (Surface) -> Void

    init(committedWithoutRole: @escaping (Surface) -> Void) {
        self.committedWithoutRole = committedWithoutRole
    }
}

/// Marks the surface of an X window.
final class XWindowMark {
    let window: XWindowID

    init(_ window: XWindowID) {
        self.window = window
    }
}

extension Client {
    /// Whether the client's coordinates are pixels of the content.
    var usesPixels: Bool { attachments[PixelClient.self] != nil }
}
