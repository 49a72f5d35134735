/// Counters since the service started; every number only grows.
package struct ServiceCounters: Hashable, Sendable, Codable {
    /// Frames composed for the content's screen.
    package var framesComposed = 0
    package var panel = ScreenCounters()
    package var external = ScreenCounters()
    /// Displays that came and went.
    package var plugs = 0
    package var unplugs = 0
    /// Modes that a display refused.
    package var modeRefusals = 0
    /// Frames that a display refused.
    package var presentFailures = 0
    /// Contacts delivered to the content, and how many of these contacts were cancelled.
    package var touches = 0
    package var touchesCancelled = 0
    /// Wayland connections accepted.
    package var clients = 0
    /// The bytes that the renderer has read and written.
    package var traffic = MemoryTraffic()
    /// Turns of the event loop.
    package var wakeups = 0

    private enum CodingKeys: String, CodingKey {
        case framesComposed = "frames_composed"
        case panel, external, plugs, unplugs
        case modeRefusals = "mode_refusals"
        case presentFailures = "present_failures"
        case touches
        case touchesCancelled = "touches_cancelled"
        case clients, wakeups
        case traffic = "bytes"
    }

    package init() {}
}

/// Counters of one screen.
package struct ScreenCounters: Hashable, Sendable, Codable {
    /// Frames that appeared on the screen.
    package var framesPresented = 0
    /// How many of these frames moved the cursor and drew nothing.
    package var cursorMoves = 0
    /// How many of these frames were a client's buffer, which the display showed without drawing.
    package var clientBuffers = 0
    /// Pixels repainted, over all frames.
    package var damagedPixels = 0
    /// Pixels repainted by the last frame.
    package var lastDamagedPixels = 0

    private enum CodingKeys: String, CodingKey {
        case framesPresented = "frames_presented"
        case cursorMoves = "cursor_moves"
        case clientBuffers = "client_buffers"
        case damagedPixels = "damaged_pixels"
        case lastDamagedPixels = "last_damaged_pixels"
    }

    package init() {}

    /// Counts a frame that repainted `pixels`.
    package mutating func countRepaint(pixels: Int) {
        damagedPixels &+= pixels
        lastDamagedPixels = pixels
    }
}
