import Mirroring

extension DevicePosition {
    /// The position at these fractions, clamped to the edges for badly calibrated sensors.
    init(clampedX x: Double, y: Double) {
        self.init(x: Self.fraction(x), y: Self.fraction(y))
    }

    private static func fraction(_ value: Double) -> Double {
        value.isFinite ? min(max(value, 0), 1) : 0
    }
}
