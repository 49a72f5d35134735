package import Geometry

/// A box with its position on a bar of one size.
package struct PlacedBox {
    /// In the bar's pixels, within the enclosing box.
    package let rect: Rect<OutputSpace>
    /// The rectangle inside the padding: an element draws nothing outside it.
    package let inner: Rect<OutputSpace>
    package let background: HUDColor?
    /// In pixels.
    package let radius: Double
    package let style: PlacedStyle
    /// Nil for a group.
    package let element: HUDElement?
    package let children: [PlacedBox]

    /// The same boxes moved by an offset.
    package func offset(x: Int, y: Int) -> PlacedBox {
        PlacedBox(
            rect: rect.offset(x: x, y: y), inner: inner.offset(x: x, y: y), background: background, radius: radius,
            style: style, element: element, children: children.map { $0.offset(x: x, y: y) })
    }
}

/// A box's style with all inherited values resolved.
package struct PlacedStyle: Hashable, Sendable {
    package var font = "sans-serif"
    /// In pixels.
    package var fontSize = 11.0
    package var color = HUDColor(0xF2F4F7)
    package var isBold = false
    /// Pixels per design pixel.
    package var scale = 1.0

    fileprivate func overridden(by style: HUDStyle) -> PlacedStyle {
        var placed = self
        placed.font = style.font ?? font
        placed.fontSize = style.fontSize.map { $0 * scale } ?? fontSize
        placed.color = style.color ?? color
        placed.isBold = style.isBold ?? isBold
        return placed
    }
}

extension HUDLayout {
    /// Lays out every box on a bar of this size, each group before the boxes in it.
    ///
    /// Boxes that contain only `absent` kinds and have no background leave their room to the others.
    package func placed(at size: Size<OutputSpace>, absent: Set<HUDElement.Kind> = []) -> PlacedBox {
        let scale = scale(at: size)
        var style = PlacedStyle()
        style.scale = scale
        style.fontSize *= scale
        let area = Area(left: 0, top: 0, right: Double(size.width), bottom: Double(size.height))
        return root.placed(in: area, style: style, depth: 0, absent: absent)
    }
}

/// A rectangle before its edges are rounded to whole pixels, so that neighbours share an edge.
private struct Area {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var rect: Rect<OutputSpace> {
        func whole(_ value: Double) -> Int { Int(clamping: value.rounded()) }
        let (left, top) = (whole(left), whole(top))
        return Rect(left: left, top: top, right: max(left, whole(right)), bottom: max(top, whole(bottom)))
    }

    func inset(by margin: Double) -> Area {
        // A margin that is too large shrinks the rectangle to its centre, never to a negative size.
        let across = min(margin, max(0, right - left) / 2)
        let down = min(margin, max(0, bottom - top) / 2)
        return Area(left: left + across, top: top + down, right: right - across, bottom: bottom - down)
    }
}

extension HUDBox {
    private func isAbsent(_ absent: Set<HUDElement.Kind>) -> Bool {
        guard background == nil else { return false }
        if case .element(let element) = content { return absent.contains(element.kind) }
        return !children.isEmpty && children.allSatisfy { $0.isAbsent(absent) }
    }

    fileprivate func placed(
        in area: Area, style outer: PlacedStyle, depth: Int, absent: Set<HUDElement.Kind>
    ) -> PlacedBox {
        let style = outer.overridden(by: self.style)
        let inner = area.inset(by: padding * style.scale)
        var element: HUDElement?
        var areas: [Area] = []
        let boxes = depth >= HUDLayout.maximumDepth ? [] : children.filter { !$0.isAbsent(absent) }
        switch content {
        case .element(let shown): element = shown
        case .row:
            areas = Self.divide(inner.left, inner.right, among: boxes, spacing, style.scale).map {
                Area(left: $0.0, top: inner.top, right: $0.1, bottom: inner.bottom)
            }
        case .column:
            areas = Self.divide(inner.top, inner.bottom, among: boxes, spacing, style.scale).map {
                Area(left: inner.left, top: $0.0, right: inner.right, bottom: $0.1)
            }
        case .stack: areas = boxes.map { _ in inner }
        }
        let placed = zip(boxes, areas).map { $0.placed(in: $1, style: style, depth: depth + 1, absent: absent) }
        return PlacedBox(
            rect: area.rect, inner: inner.rect, background: background, radius: radius * style.scale, style: style,
            element: element, children: placed)
    }

    /// The start and end of each box between two edges: fixed lengths come first, and the rest is shared by `grow`.
    private static func divide(
        _ start: Double, _ end: Double, among boxes: [HUDBox], _ spacing: Double, _ scale: Double
    ) -> [(Double, Double)] {
        let gaps = spacing * scale * Double(max(0, boxes.count - 1))
        let fixed = boxes.reduce(0) { $0 + ($1.length ?? 0) * scale }
        let shares = boxes.reduce(0) { $0 + ($1.length == nil ? $1.grow : 0) }
        let rest = max(0, end - start - gaps - fixed)
        var position = start
        return boxes.map { box in
            let length = box.length.map { $0 * scale } ?? (shares > 0 ? rest * box.grow / shares : 0)
            // Boxes that do not fit are cut off at the edge.
            let span = (min(position, end), min(position + length, end))
            position += length + spacing * scale
            return span
        }
    }
}
