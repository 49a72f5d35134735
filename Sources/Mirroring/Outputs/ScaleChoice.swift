package import Geometry

/// Chooses the scale of an output by its pixel density or by the needs of fingers on the controller.
package enum ScaleChoice {
    /// The available scales.
    static let steps = [1, 1.25, 1.5, 2, 3].compactMap { Scale($0) }

    /// The scale for a mode on a display of this size, used in `role`.
    ///
    /// The scale is the step nearest to the display's density divided by the comfortable density of its role. Steps
    /// that leave less room than `leastRoom` are left out. The scale is 1 where the physical size is unknown or
    /// implausible.
    package static func scale(mode: Size<ScanoutSpace>, physicalSize: PhysicalSize?, role: OutputRole) -> Scale {
        guard let physicalSize, let density = density(of: mode, on: physicalSize) else { return .one }
        let wanted = density / comfortableDensity(role)
        let fitting = steps.filter { $0 == .one || hasRoom(mode, at: $0) }
        // Of two equally near steps, the smaller one comes first.
        return fitting.min { abs($0.factor - wanted) < abs($1.factor - wanted) } ?? .one
    }

    /// The default scale for an output in `role`.
    package static func scale(of output: EnabledOutput, role: OutputRole) -> Scale {
        scale(mode: output.mode.size, physicalSize: output.description.physicalSize, role: role)
    }

    /// The scale at which a television can be read from across a room; nil for other displays, and if the default scale is as
    /// large.
    ///
    /// At four times the distance of a monitor, letters would have to be four times as large, which leaves too little room.
    /// Televisions usually show about 1080 rows of logical pixels, so these rows give the scale; a television without more rows
    /// gets 1.5.
    package static func distantScale(of output: EnabledOutput) -> Scale? {
        guard isTelevision(output) else { return nil }
        let rows = Double(min(output.mode.size.width, output.mode.size.height))
        let wanted = max(1.5, rows / televisionRows)
        let fitting = steps.filter { hasRoom(output.mode.size, at: $0) }
        let nearest = fitting.min { abs($0.factor - wanted) < abs($1.factor - wanted) }
        return nearest.flatMap { $0.factor > scale(of: output, role: .external).factor ? $0 : nil }
    }

    /// Whether people look at the display from across a room, as its size suggests.
    private static func isTelevision(_ output: EnabledOutput) -> Bool {
        guard let size = output.description.physicalSize, density(of: output.mode.size, on: size) != nil else {
            return false
        }
        let (width, height) = (Double(size.width), Double(size.height))
        return (width * width + height * height).squareRoot() >= leastTelevision
    }

    /// 40 inches in millimetres, with room for a size in whole centimetres.
    private static let leastTelevision = 1010.0
    private static let televisionRows = 1080.0

    /// The least scale of an external at which `smallButton` is `fingerWidth` wide on the panel.
    ///
    /// The scale is a multiple of a quarter, at least 1, and at most the largest one that leaves `leastRoom`.
    ///
    /// `panelPixels` is the number of panel pixels that show one pixel of the external. The panel has `density` pixels
    /// per millimetre.
    package static func scale(of external: EnabledOutput, panelPixels: Double, perMillimetre density: Double) -> Scale {
        let wanted = fingerWidth * density / (smallButton * panelPixels)
        let steps = (4...40).compactMap { Scale(Double($0) / 4) }
        let fitting = steps.filter { $0 == .one || hasRoom(external.mode.size, at: $0) }
        return fitting.first { $0.factor >= wanted } ?? fitting.last ?? .one
    }

    /// The side of a small button on a desktop, in logical pixels.
    private static let smallButton = 24.0
    /// The width on the panel, in millimetres, that a finger hits more often than not.
    private static let fingerWidth = 4.0

    /// The pixels per inch at which a scale of 1 is right.
    ///
    /// On a desk, 24 inches of 1920x1080 (92) and 27 inches of 2560x1440 (109) are used at a scale of 1, and 27 inches
    /// of 3840x2160 (163) at 1.5. A panel held in the hands is nearer to the eyes.
    private static func comfortableDensity(_ role: OutputRole) -> Double {
        role == .panel ? 130 : 110
    }

    /// The least room in which applications are usable, in logical pixels.
    private static let leastRoom = (longer: 800.0, shorter: 480.0)

    private static func hasRoom(_ mode: Size<ScanoutSpace>, at scale: Scale) -> Bool {
        Double(max(mode.width, mode.height)) / scale.factor >= leastRoom.longer
            && Double(min(mode.width, mode.height)) / scale.factor >= leastRoom.shorter
    }

    /// Pixels per inch, or nil where the size cannot belong to the picture.
    static func density(of mode: Size<ScanoutSpace>, on size: PhysicalSize) -> Double? {
        guard !mode.isEmpty, size.width > 0, size.height > 0, !aspectRatios.contains(size) else { return nil }
        let across = Double(mode.width) / Double(size.width)
        let down = Double(mode.height) / Double(size.height)
        // EDID sizes may be rounded to whole centimetres, and some displays ignore that their pixels are not square. A
        // size of another aspect ratio belongs to another mode or to none.
        guard max(across, down) / min(across, down) <= 1.12 else { return nil }
        let density = (across * down).squareRoot() * 25.4
        return plausibleDensities.contains(density) ? density : nil
    }

    /// The plausible pixels per inch, from wall-sized televisions to the densest telephones.
    private static let plausibleDensities = 20.0...800.0

    /// The aspect ratios that displays report instead of an unknown size, as they are or times 10 or 100.
    private static let aspectRatios: Set<PhysicalSize> = Set(
        [(16, 9), (16, 10), (4, 3), (5, 4), (21, 9)].flatMap { width, height in
            [1, 10, 100].map { PhysicalSize(width: width * $0, height: height * $0) }
        })
}

extension EnabledOutput {
    /// The panel's density in pixels per millimetre, for touch targets and legible text.
    ///
    /// A panel with an unknown or implausible physical size counts as seven inches large.
    package var panelPixelsPerMillimetre: Double {
        if let known = knownPixelsPerMillimetre { return known }
        let (width, height) = (Double(mode.size.width), Double(mode.size.height))
        let diagonal = (width * width + height * height).squareRoot()
        return max(1, diagonal / (Self.usualDiagonal * Self.millimetresPerInch))
    }

    /// Pixels per millimetre, or nil for a display with an unknown or implausible physical size.
    package var knownPixelsPerMillimetre: Double? {
        guard let size = description.physicalSize else { return nil }
        return ScaleChoice.density(of: mode.size, on: size).map { $0 / Self.millimetresPerInch }
    }

    private static let millimetresPerInch = 25.4
    private static let usualDiagonal = 7.0
}
