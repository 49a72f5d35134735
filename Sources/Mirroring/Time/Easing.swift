/// How an animation proceeds.
enum Easing {
    /// The progress, 0 to 1, after that share of the time: a cubic whose slope ends at zero.
    static func out(_ passed: Double) -> Double {
        let left = 1 - passed
        return 1 - left * left * left
    }
}
