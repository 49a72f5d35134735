import Geometry

extension LitOutput {
    /// The panel's pixels a millimetre, for what a finger has to hit and eyes have to read.
    ///
    /// A panel that does not say how large it is, or cannot be believed, is taken for one of seven inches.
    package var panelPixelsPerMillimetre: Double {
        if let known = knownPixelsPerMillimetre { return known }
        let (width, height) = (Double(mode.size.width), Double(mode.size.height))
        let diagonal = (width * width + height * height).squareRoot()
        return max(1, diagonal / (Self.usualDiagonal * Self.millimetresPerInch))
    }

    /// Pixels a millimetre; nil for a display that does not say how large it is, or cannot be believed.
    package var knownPixelsPerMillimetre: Double? {
        guard let size = description.physicalSize else { return nil }
        return ScaleChoice.density(of: mode.size, on: size).map { $0 / Self.millimetresPerInch }
    }

    private static let millimetresPerInch = 25.4
    private static let usualDiagonal = 7.0
}
