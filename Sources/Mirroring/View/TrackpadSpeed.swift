/// How fast the pointer moves for a finger's speed: slow fingers move it precisely, fast ones far.
package struct TrackpadSpeed: Hashable, Sendable {
    /// Content pixels for a panel pixel at medium speed.
    package let gain: Double
    private let pixelsPerMillimetre: Double

    package init(gain: Double, pixelsPerMillimetre: Double) {
        self.gain = gain
        self.pixelsPerMillimetre = max(pixelsPerMillimetre, 0.1)
    }

    /// Fingers that move less than this are at rest, in panel pixels.
    var slop: Double { Self.slopMillimetres * pixelsPerMillimetre }

    /// The pointer's movement, in content pixels, for a finger's, in panel pixels.
    func motion(_ dx: Double, _ dy: Double, microseconds: Int64) -> RelativeMotion {
        let seconds = Double(max(1000, microseconds)) / 1_000_000
        let speed = (dx * dx + dy * dy).squareRoot() / pixelsPerMillimetre / seconds
        let factor = gain * Self.factor(speed)
        return RelativeMotion(
            dx: dx * factor, dy: dy * factor, unacceleratedDX: dx * gain, unacceleratedDY: dy * gain)
    }

    private static let slopMillimetres = 1.3
    /// Factors at speeds in millimetres a second, straight in between: as steep as libinput's for touchpads.
    private static let profile: [(speed: Double, factor: Double)] = [(10, 0.3), (60, 1), (250, 1.8)]

    private static func factor(_ speed: Double) -> Double {
        guard let first = profile.first, let last = profile.last, speed > first.speed else { return profile[0].factor }
        for (low, high) in zip(profile, profile.dropFirst()) where speed <= high.speed {
            return low.factor + (high.factor - low.factor) * (speed - low.speed) / (high.speed - low.speed)
        }
        return last.factor
    }
}
