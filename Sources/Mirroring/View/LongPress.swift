import Geometry

/// What a finger that rests on the controller in direct mode does.
package enum LongPress: String, Hashable, Sendable, CaseIterable {
    /// It aims with a magnifier, and taps where it aims when it is lifted.
    case loupe
    /// It is a right click when it is lifted.
    case rightClick = "right-click"
    /// What the application makes of it.
    case application
}

/// How long, and how still, a finger must rest before the controller takes it from the application.
package struct RestRule: Hashable, Sendable {
    package let microseconds: Int64
    /// In panel pixels.
    package let slop: Double

    /// `density` is in panel pixels per millimetre.
    package init(microseconds: Int64, density: Double) {
        self.microseconds = microseconds
        slop = Self.slopMillimetres * density
    }

    private static let slopMillimetres = 3.0
}

/// A finger that may turn out to rest.
struct RestingFinger: Hashable, Sendable {
    let device: DeviceID
    let means: Contact.Means
    let start: Point<PanelSpace>
    var point: Point<PanelSpace>
    /// When it has rested long enough.
    let due: Timestamp
}
