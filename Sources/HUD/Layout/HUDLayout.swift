package import Geometry

/// The layout of a bar; for other sizes all lengths are scaled uniformly.
package struct HUDLayout: Hashable, Sendable {
    /// The deepest nesting of boxes.
    package static let maximumDepth = 32
    package static let maximumBoxes = 256

    /// The size at which one design pixel is one pixel.
    package var design: Size<OutputSpace>
    package var root: HUDBox

    package init(design: Size<OutputSpace>, root: HUDBox) {
        self.design = design
        self.root = root
    }

    /// Pixels per design pixel at `size`: the largest that fits both ways.
    package func scale(at size: Size<OutputSpace>) -> Double {
        let across = Double(size.width) / Double(max(1, design.width))
        let down = Double(size.height) / Double(max(1, design.height))
        return max(0, min(across, down))
    }
}
