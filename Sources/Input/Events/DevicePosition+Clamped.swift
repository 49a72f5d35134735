import Mirroring

extension DevicePosition {
    /// The place at these fractions; what a badly calibrated sensor reports beyond its edge counts as the edge.
    init(clampedX x: Double, y: Double) {
        self.init(x: Self.fraction(x), y: Self.fraction(y))
    }

    private static func fraction(_ value: Double) -> Double {
        value.isFinite ? min(max(value, 0), 1) : 0
    }
}
