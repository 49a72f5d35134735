package import Geometry

/// The scale of an output, from its pixel density or from what a finger on the controller needs.
package enum ScaleChoice {
    /// The available scales.
    static let steps = [1, 1.25, 1.5, 2, 3].compactMap { Scale($0) }

    /// The scale for a mode on a display of this size, used in `role`.
    ///
    /// The step nearest to the display's density over the density that is comfortable in its role, but none that leaves
    /// less room than `leastRoom`; 1 where the physical size is unknown or implausible.
    package static func scale(mode: Size<ScanoutSpace>, physicalSize: PhysicalSize?, role: OutputRole) -> Scale {
        guard let physicalSize, let density = density(of: mode, on: physicalSize) else { return .one }
        let wanted = density / comfortableDensity(role)
        let fitting = steps.filter { $0 == .one || hasRoom(mode, at: $0) }
        // Of two equally near steps the smaller comes first.
        return fitting.min { abs($0.factor - wanted) < abs($1.factor - wanted) } ?? .one
    }

    /// The default scale for an output in `role`.
    package static func scale(of output: EnabledOutput, role: OutputRole) -> Scale {
        scale(mode: output.mode.size, physicalSize: output.description.physicalSize, role: role)
    }

    /// The least scale of an external, in quarters from 1, at which `smallButton` is `fingerWidth` wide on the panel, or
    /// the largest that leaves `leastRoom`.
    ///
    /// `panelPixels` is how many pixels of the panel show one of the external, and the panel has `density` of them
    /// `perMillimetre`.
    package static func scale(of external: EnabledOutput, panelPixels: Double, perMillimetre density: Double) -> Scale {
        let wanted = fingerWidth * density / (smallButton * panelPixels)
        let steps = (4...40).compactMap { Scale(Double($0) / 4) }
        let fitting = steps.filter { $0 == .one || hasRoom(external.mode.size, at: $0) }
        return fitting.first { $0.factor >= wanted } ?? fitting.last ?? .one
    }

    /// The side of a small button on a desktop, in logical pixels.
    private static let smallButton = 24.0
    /// Millimetres on the panel that a finger hits more often than not.
    private static let fingerWidth = 4.0

    /// Pixels per inch at which a scale of 1 is right.
    ///
    /// On a desk 24 inches of 1920x1080 (92) and 27 inches of 2560x1440 (109) are used at 1, 27 inches of 3840x2160
    /// (163) at 1.5. A panel held in the hands is nearer to the eyes.
    private static func comfortableDensity(_ role: OutputRole) -> Double {
        role == .panel ? 130 : 110
    }

    /// The least room on which applications are usable, in logical pixels, the longer side first.
    private static let leastRoom = (longer: 800.0, shorter: 480.0)

    private static func hasRoom(_ mode: Size<ScanoutSpace>, at scale: Scale) -> Bool {
        Double(max(mode.width, mode.height)) / scale.factor >= leastRoom.longer
            && Double(min(mode.width, mode.height)) / scale.factor >= leastRoom.shorter
    }

    /// Pixels per inch, or nil where the size cannot be that of the picture.
    static func density(of mode: Size<ScanoutSpace>, on size: PhysicalSize) -> Double? {
        guard !mode.isEmpty, size.width > 0, size.height > 0, !aspectRatios.contains(size) else { return nil }
        let across = Double(mode.width) / Double(size.width)
        let down = Double(mode.height) / Double(size.height)
        // EDID sizes may be rounded to whole centimetres, and some displays ignore that their pixels are not square; a
        // size of another aspect belongs to another mode, or to none.
        guard max(across, down) / min(across, down) <= 1.12 else { return nil }
        let density = (across * down).squareRoot() * 25.4
        return plausibleDensities.contains(density) ? density : nil
    }

    /// From wall-sized televisions to the densest telephones.
    private static let plausibleDensities = 20.0...800.0

    /// Displays that do not know their size report an aspect ratio in its place, as it is or in centimetres.
    private static let aspectRatios: Set<PhysicalSize> = Set(
        [(16, 9), (16, 10), (4, 3), (5, 4), (21, 9)].flatMap { width, height in
            [1, 10, 100].map { PhysicalSize(width: width * $0, height: height * $0) }
        })
}

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
