package import Geometry

/// Where a hint is on the panel.
package struct HintPlace: Hashable, Sendable {
    package let frame: Rect<PanelSpace>

    /// A hint of this size: beside the handle that it is about, else in the middle above the lower edge.
    package init(_ hint: Hint, size: Size<PanelSpace>, on panel: Size<PanelSpace>, handle: MenuHandle?, margin: Int) {
        guard hint == .handle, let handle else {
            frame = Rect(
                x: max(0, (panel.width - size.width) / 2), y: max(0, panel.height - size.height - 2 * margin),
                width: size.width, height: size.height)
            return
        }
        let area = handle.area
        let middle = (area.x + (area.width - size.width) / 2, area.y + (area.height - size.height) / 2)
        frame = handle.place(size, gap: margin, at: middle, on: panel)
    }
}
