package import Geometry

/// Where a hint is on the panel.
package struct HintPlace: Hashable, Sendable {
    package let frame: Rect<PanelSpace>

    /// A hint of this size: beside the handle that it is about, else in the middle above the lower edge.
    package init(_ hint: Hint, size: Size<PanelSpace>, on panel: Size<PanelSpace>, handle: MenuHandle?, margin: Int) {
        var (x, y) = ((panel.width - size.width) / 2, panel.height - size.height - 2 * margin)
        if hint == .handle, let handle {
            let area = handle.area
            switch handle.edge {
            case .left: (x, y) = (area.maxX + margin, area.y + (area.height - size.height) / 2)
            case .right: (x, y) = (area.x - margin - size.width, area.y + (area.height - size.height) / 2)
            case .top: (x, y) = (area.x + (area.width - size.width) / 2, area.maxY + margin)
            case .bottom: (x, y) = (area.x + (area.width - size.width) / 2, area.y - margin - size.height)
            }
        }
        frame = Rect(
            x: max(0, min(x, panel.width - size.width)), y: max(0, min(y, panel.height - size.height)),
            width: size.width, height: size.height)
    }
}
