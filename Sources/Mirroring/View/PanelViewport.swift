package import Geometry

/// The one mapping between panel and external pixels, used for drawing, damage and input.
///
/// The external's whole picture is shown at `frame` on the panel, centred and with the same scale in both directions:
/// `scale` panel pixels per external pixel. The rest of the panel is bars.
package struct PanelViewport: Hashable, Sendable {
    package let panel: Size<PanelSpace>
    package let external: Size<ContentSpace>
    /// Panel pixels per external pixel.
    package let scale: Double
    /// The rectangle of the external's whole picture in whole panel pixels.
    ///
    /// The size is the scaled size rounded to the nearest pixel, at least 1. A zoomed picture extends past `area`.
    package let frame: Rect<PanelSpace>
    /// The part of the panel that the snapshot may cover.
    package let area: Rect<PanelSpace>

    /// The viewport that shows the whole of `external` in a rectangle of the panel.
    ///
    /// The rectangle may extend past the edges of `area`, which is the whole panel if nil. `scale` is the scale before
    /// the frame was rounded to whole pixels, or nil for the frame's own scale.
    package init(
        panel: Size<PanelSpace>, external: Size<ContentSpace>, frame: Rect<PanelSpace>,
        area: Rect<PanelSpace>? = nil, scale: Double? = nil
    ) {
        self.panel = panel
        self.external = external
        self.frame = frame
        self.area = area ?? panel.bounds
        self.scale = scale ?? (external.isEmpty ? 1 : Double(frame.width) / Double(external.width))
    }

    /// The same screens with the snapshot in another rectangle of the panel.
    package func shown(at frame: Rect<PanelSpace>) -> PanelViewport {
        PanelViewport(panel: panel, external: external, frame: frame)
    }

    /// The viewport that fits `external` into what `margins` leave of `panel`, magnified to `maximumScale` at most.
    package init(
        panel: Size<PanelSpace>, external: Size<ContentSpace>, maximumScale: Double = 1, margins: EdgeMargins = .none
    ) {
        self.panel = panel
        self.external = external
        let inset = margins.inset(panel.bounds)
        area = inset.isEmpty ? panel.bounds : inset
        guard !panel.isEmpty, !external.isEmpty else {
            scale = 1
            frame = .zero
            return
        }
        let fit = min(Double(area.width) / Double(external.width), Double(area.height) / Double(external.height))
        scale = min(fit, maximumScale)
        let width = max(1, min(area.width, Int((Double(external.width) * scale).rounded())))
        let height = max(1, min(area.height, Int((Double(external.height) * scale).rounded())))
        frame = Rect(
            x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width,
            height: height)
    }
}

/// The mapping between the two screens.
///
/// The whole external is drawn onto the whole of `frame`, so each axis has its exact ratio of `external` to `frame`.
/// The ratios differ from `scale` by no more than the rounding of the frame to whole pixels. Drawing, damage and input
/// all use these ratios and therefore agree to the last pixel.
extension PanelViewport {
    /// The filter that averages the pixels of a reduced snapshot and smooths the pixels of an enlarged one.
    package func filter(inLinearLight usesLinearLight: Bool = false) -> ScaleFilter {
        if frame.width > external.width { return .linear }
        return usesLinearLight ? .areaInLinearLight : .area
    }

    /// The panel pixels that show the snapshot.
    package var visible: Rect<PanelSpace> { frame.intersection(area) }

    /// The external's pixels that are visible, at least in part.
    package var seen: Rect<ContentSpace> {
        let shown = visible.offset(x: -frame.x, y: -frame.y)
        guard !shown.isEmpty else { return .zero }
        let (left, right) = Self.cover(shown.x, shown.maxX, from: frame.width, to: external.width)
        let (top, bottom) = Self.cover(shown.y, shown.maxY, from: frame.height, to: external.height)
        return Rect(left: left, top: top, right: right, bottom: bottom)
    }

    /// External pixels per panel pixel, horizontally.
    package var ratioX: Double { frame.isEmpty ? 1 : Double(external.width) / Double(frame.width) }

    /// External pixels per panel pixel, vertically.
    package var ratioY: Double { frame.isEmpty ? 1 : Double(external.height) / Double(frame.height) }

    /// The external's point under a panel point; a point outside the snapshot is outside the external.
    package func externalPoint(at point: Point<PanelSpace>) -> Point<ContentSpace> {
        Point(x: (point.x - Double(frame.x)) * ratioX, y: (point.y - Double(frame.y)) * ratioY)
    }

    /// The panel's point at which the snapshot shows an external point.
    package func panelPoint(of point: Point<ContentSpace>) -> Point<PanelSpace> {
        Point(x: point.x / ratioX + Double(frame.x), y: point.y / ratioY + Double(frame.y))
    }

    /// Whether the point is on the snapshot and not in the bars.
    package func containsSnapshot(at point: Point<PanelSpace>) -> Bool { visible.contains(point) }

    /// The point of the external that is nearest to `point`; a coordinate that is not a number becomes 0.
    package func clamped(_ point: Point<ContentSpace>) -> Point<ContentSpace> { external.clamped(point) }

    /// The visible panel pixels whose area average covers any pixel of `damage`.
    ///
    /// The result is exact: panel pixel `i` covers `i * external / frame ..< (i + 1) * external / frame`, in whole
    /// numbers.
    package func panelDamage(of damage: Region<ContentSpace>) -> Region<PanelSpace> {
        guard !frame.isEmpty else { return Region() }
        let whole = external.bounds
        if damage.rects == [whole] { return Region(visible) }
        return damage.intersection(whole).mapRects { rect in
            let (left, right) = Self.cover(rect.x, rect.maxX, from: external.width, to: frame.width)
            let (top, bottom) = Self.cover(rect.y, rect.maxY, from: external.height, to: frame.height)
            return Rect(x: frame.x + left, y: frame.y + top, width: right - left, height: bottom - top)
        }.intersection(visible)
    }

    /// The pixels in a line of `to` that `start ..< end` in a line of `from` touches when scaled to it.
    private static func cover(_ start: Int, _ end: Int, from: Int, to: Int) -> (start: Int, end: Int) {
        (start * to / from, (end * to + from - 1) / from)
    }
}

/// Distances from the four edges of a screen.
package struct EdgeMargins: Hashable, Sendable {
    package var top: Int
    package var right: Int
    package var bottom: Int
    package var left: Int

    package static let none = EdgeMargins()

    package init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
        self.top = top
        self.right = right
        self.bottom = bottom
        self.left = left
    }

    /// The larger margin of each edge.
    package func union(_ other: EdgeMargins) -> EdgeMargins {
        EdgeMargins(
            top: max(top, other.top), right: max(right, other.right), bottom: max(bottom, other.bottom),
            left: max(left, other.left))
    }

    /// These margins in logical pixels, rounded up, from margins in pixels.
    package func logical(at scale: Scale) -> EdgeMargins {
        func logical(_ value: Int) -> Int { Int(clamping: (Double(max(0, value)) / scale.factor).rounded(.up)) }
        return EdgeMargins(top: logical(top), right: logical(right), bottom: logical(bottom), left: logical(left))
    }

    /// The part of a rectangle within these margins; where the margins meet, an empty part within the rectangle.
    package func inset<Space>(_ rect: Rect<Space>) -> Rect<Space> {
        let left = min(rect.x.addingClamped(max(0, left)), rect.maxX)
        let top = min(rect.y.addingClamped(max(0, top)), rect.maxY)
        return Rect(
            left: left, top: top, right: max(left, rect.maxX.subtractingClamped(max(0, right))),
            bottom: max(top, rect.maxY.subtractingClamped(max(0, bottom))))
    }
}
