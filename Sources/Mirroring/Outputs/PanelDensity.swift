import Geometry

extension EnabledOutput {
    /// The panel's density in pixels per millimetre, for touch targets and legible text.
    ///
    /// A panel whose physical size is unknown or implausible counts as one of seven inches.
    package var panelPixelsPerMillimetre: Double {
        if let known = knownPixelsPerMillimetre { return known }
        let (width, height) = (Double(mode.size.width), Double(mode.size.height))
        let diagonal = (width * width + height * height).squareRoot()
        return max(1, diagonal / (Self.usualDiagonal * Self.millimetresPerInch))
    }

    /// Pixels per millimetre; nil for a display whose physical size is unknown or implausible.
    package var knownPixelsPerMillimetre: Double? {
        guard let size = description.physicalSize else { return nil }
        return ScaleChoice.density(of: mode.size, on: size).map { $0 / Self.millimetresPerInch }
    }

    private static let millimetresPerInch = 25.4
    private static let usualDiagonal = 7.0
}
