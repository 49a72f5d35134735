import Geometry

/// The configuration of picture in picture: its place, its motion and its cost.
package struct PiPConfiguration: Hashable, Sendable {
    /// The source that a toggle without a source starts, or nil for the first possible one.
    package var source: PiPSource?
    package var corner: PiPCorner = .bottomRight
    /// The initial size, as a share of the largest picture that fits the panel.
    package var share = 0.35
    /// The sizes that a double tap cycles through, as shares in ascending order.
    package var shares = [0.25, 0.35, 0.5]
    package var minimumShare = 0.12
    package var maximumShare = 0.8
    /// The distances from the panel's edges that stay free, in panel pixels.
    package var margins = PiPMargins(all: 16)
    package var interaction: PiPInteraction = .move
    package var animationMicroseconds: Int64 = 250_000
    /// Whether the picture moves at once instead of being animated.
    package var reducesMotion = false
    /// The most frames per second.
    package var maximumRate = 30
    package var updates: PiPUpdates = .live
    /// Whether the shown window is asked to take the size of the picture.
    package var asksForSize = false
    /// The command line that shows a camera.
    ///
    /// `{device}` and `{app_id}` stand for the camera's device and for its window's application id.
    package var cameraPlayer = [
        "mpv", "--no-config", "--profile=low-latency", "--untimed", "--no-audio", "--no-osc",
        "--no-input-default-bindings",
        "--no-terminal", "--wayland-app-id={app_id}", "av://v4l2:{device}",
    ]
    /// Whether a picture starts by itself when the content leaves the panel's foreground.
    package var startsAutomatically = false
    /// The time after which a picture stops by itself; 0 for never.
    package var autoStopMicroseconds: Int64 = 0
    /// How long a start waits for its source, unless the request says otherwise.
    package var startTimeoutMicroseconds: Int64 = 5_000_000
    /// How long a restore waits for the client.
    package var restoreTimeoutMicroseconds: Int64 = 1_000_000
    /// How long a skip or play-pause waits for its acknowledgement.
    package var playbackTimeoutMicroseconds: Int64 = 1_000_000
    /// How long the buttons stay visible after the last touch.
    package var buttonMicroseconds: Int64 = 5_000_000

    package init() {}
}

/// What input inside the picture does.
package enum PiPInteraction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Input moves and resizes the picture.
    case move
    /// Input goes to the source; the rim moves the picture.
    case forward
}

/// When the picture is redrawn.
package enum PiPUpdates: String, Hashable, Sendable, Codable, CaseIterable {
    /// Whenever its source changes, up to the maximum rate.
    case live
    /// Never; the last picture stays.
    case paused
    /// Only on request.
    case onDemand = "on-demand"
}

/// The distances from the panel's edges that a resting picture keeps, in panel pixels.
package struct PiPMargins: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }

    package init(all margin: Int) {
        self.init(left: margin, top: margin, right: margin, bottom: margin)
    }
}
