/// How bright the panel is, in whole per cent of its backlight, never 0: a dark panel could not be made bright again.
package struct Brightness: Hashable, Sendable {
    package let percent: Int

    package static let percents = 1...100
    /// What the menu goes through.
    private static let steps = [10, 25, 50, 75, 100]

    package init(percent: Int) {
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    /// The brightness of a backlight that is set to `level` of `levels`; nil for one without levels.
    package init?(level: Int, of levels: Int) {
        guard levels > 0 else { return nil }
        self.init(percent: Int((Double(level) * 100 / Double(levels)).rounded()))
    }

    /// The nearest level of a backlight, at least 1.
    package func level(of levels: Int) -> Int {
        max(1, Int((Double(levels) * Double(percent) / 100).rounded()))
    }

    /// The next step of the menu: brighter, and after the brightest the darkest.
    package var next: Brightness {
        Brightness(percent: Self.steps.first { $0 > percent } ?? Self.steps[0])
    }
}

/// What the core needs of the panel's backlight.
package protocol BacklightPort: AnyObject {
    /// What the backlight is set to; nil where there is none.
    var brightness: Brightness? { get }

    /// Whether this user may set it.
    var isWritable: Bool { get }

    /// Sets the backlight; `completion` gets nil, or why that failed.
    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void)

    /// Turns the light off, or on again as bright as before.
    func setPower(isOn: Bool)
}
