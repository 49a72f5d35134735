/// The panel's brightness in whole per cent of its backlight.
///
/// The brightness is never 0, because a dark panel could not be made bright again.
package struct Brightness: Hashable, Sendable {
    package let percent: Int

    package static let percents = 1...100
    /// The steps that the menu cycles through.
    private static let steps = [10, 25, 50, 75, 100]

    package init(percent: Int) {
        self.percent = min(max(percent, Self.percents.lowerBound), Self.percents.upperBound)
    }

    /// The brightness of a backlight that is set to `level` of `levels`, or nil for a backlight without levels.
    package init?(level: Int, of levels: Int) {
        guard levels > 0 else { return nil }
        self.init(percent: Int((Double(level) * 100 / Double(levels)).rounded()))
    }

    /// The nearest level of a backlight, at least 1.
    package func level(of levels: Int) -> Int {
        max(1, Int((Double(levels) * Double(percent) / 100).rounded()))
    }

    /// The next step of the menu: the next brighter step, or the darkest step after the brightest.
    package var next: Brightness {
        Brightness(percent: Self.steps.first { $0 > percent } ?? Self.steps[0])
    }
}

/// The core's access to the panel's backlight.
package protocol BacklightPort: AnyObject {
    /// The backlight's brightness, or nil where there is no backlight.
    var brightness: Brightness? { get }

    /// Whether this user may set the backlight.
    var isWritable: Bool { get }

    /// Sets the backlight; `completion` gets nil, or the reason of a failure.
    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void)

    /// Turns the backlight off, or on again at its previous brightness.
    func setPower(isOn: Bool)
}
