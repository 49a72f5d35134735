import Geometry

/// How a bar is divided; drawn at any size by scaling its lengths as one.
package struct HUDLayout: Hashable, Sendable {
    /// The most boxes within boxes.
    package static let maximumDepth = 32
    package static let maximumBoxes = 256

    /// The size at which one design pixel is one pixel.
    package var design: Size<OutputSpace>
    package var root: HUDBox

    package init(design: Size<OutputSpace>, root: HUDBox) {
        self.design = design
        self.root = root
    }

    /// Pixels per design pixel when the bar is drawn at `size`: as large as fits both ways.
    package func scale(at size: Size<OutputSpace>) -> Double {
        let across = Double(size.width) / Double(max(1, design.width))
        let down = Double(size.height) / Double(max(1, design.height))
        return max(0, min(across, down))
    }
}
