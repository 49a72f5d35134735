package import Geometry

/// A row of displays, over which the content is laid out as one picture.
///
/// The row is as high as the display that lays the content out. A display of another height shows its part at its own
/// height, so that the picture goes on from display to display.
package struct DisplayRow: Hashable, Sendable {
    /// The name of the row as an output, which no connector has.
    package static let outputName = "Row-1"

    /// The size of the whole picture.
    package let size: Size<ContentSpace>
    private let views: [OutputID: PanelViewport]

    /// The row of `displays`, from left to right; nil for fewer than two, and where the picture would be too large.
    package init?(_ displays: [EnabledOutput], height: Int) {
        guard displays.count > 1, height > 0, displays.allSatisfy({ !$0.size.isEmpty }) else { return nil }
        func scaled(_ width: Int, by factor: Double) -> Int {
            max(1, Int(clamping: (Double(width) * factor).rounded()))
        }
        let widths = displays.map { scaled($0.size.width, by: Double(height) / Double($0.size.height)) }
        let width = widths.reduce(0) { $0.addingClamped($1) }
        guard width <= MemoryBuffer.maximumSide else { return nil }
        let size = Size<ContentSpace>(width: width, height: height)
        var (views, start): ([OutputID: PanelViewport], Int) = ([:], 0)
        for (display, part) in zip(displays, widths) {
            let growth = Double(display.size.height) / Double(height)
            let before = Int((Double(start) * growth).rounded())
            // Rounding must leave no gap at the end.
            let length = max(scaled(width, by: growth), before + display.size.width)
            let frame = Rect<PanelSpace>(x: -before, y: 0, width: length, height: display.size.height)
            views[display.id] = PanelViewport(panel: display.size.reinterpreted(), external: size, frame: frame)
            start += part
        }
        (self.size, self.views) = (size, views)
    }

    /// The part of the picture that a display shows; nil for a display that is not in the row.
    package subscript(id: OutputID) -> PanelViewport? { views[id] }
}
