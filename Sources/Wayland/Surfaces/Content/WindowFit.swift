import Geometry

/// Shows a window at another size than its layout has.
///
/// A window whose minimum size is larger than the screen is shown smaller, so that all of it can be seen and reached. A
/// window with a scale of its own is shown at that scale. Such a window and its popups are laid out as if the screen
/// were larger or smaller. Drawing, damage and input all use this one mapping.
struct WindowFit: Hashable {
    /// Logical pixels of the screen per logical pixel of the layout.
    let factor: Double
    /// The window's corner in the layout.
    private let corner: Point<LogicalSpace>
    /// The same corner on the screen.
    private let place: Point<LogicalSpace>

    /// Shows a layout in pixels on a screen of this scale, whose left edge is at `left` in the layout and at `x` in the logical space;
    /// nil if these pixels are the logical ones, too.
    init?(pixelsAt scale: Scale, from left: Int = 0, to x: Int = 0) {
        if scale == .one, left == x { return nil }
        factor = 1 / scale.factor
        (corner, place) = (Point(x: Double(left), y: 0), Point(x: Double(x), y: 0))
    }

    /// Fits the laid-out `window` into the middle of `area`; nil if the window is not too large.
    init?(_ window: Rect<LogicalSpace>, within area: Rect<LogicalSpace>) {
        self.init(window, scaledBy: 1, within: area)
        if factor >= 1 { return nil }
    }

    /// Scales the laid-out `window` by a factor into the middle of `area`; nil if either is empty.
    ///
    /// A window that would be too large is scaled by less.
    init?(_ window: Rect<LogicalSpace>, scaledBy wanted: Double, within area: Rect<LogicalSpace>) {
        guard !area.isEmpty, !window.isEmpty else { return nil }
        let (width, height) = (Double(window.width), Double(window.height))
        factor = min(wanted, Double(area.width) / width, Double(area.height) / height)
        corner = Point(x: Double(window.x), y: Double(window.y))
        place = Point(
            x: Double(area.x) + (Double(area.width) - width * factor) / 2,
            y: Double(area.y) + (Double(area.height) - height * factor) / 2)
    }

    /// Converts a point of the layout to the screen.
    func shown(_ point: Point<LogicalSpace>) -> Point<LogicalSpace> {
        Point(x: place.x + (point.x - corner.x) * factor, y: place.y + (point.y - corner.y) * factor)
    }

    /// Converts a point of the screen to the layout.
    func laidOut(_ point: Point<LogicalSpace>) -> Point<LogicalSpace> {
        Point(x: corner.x + (point.x - place.x) / factor, y: corner.y + (point.y - place.y) / factor)
    }

    /// The part of the layout that is shown in `bounds` of the screen, in whole pixels.
    func laidOut(_ bounds: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        let first = laidOut(Point(x: Double(bounds.x), y: Double(bounds.y)))
        let last = laidOut(Point(x: Double(bounds.maxX), y: Double(bounds.maxY)))
        return Rect(
            left: Int(clamping: first.x.rounded(.up)), top: Int(clamping: first.y.rounded(.up)),
            right: Int(clamping: last.x.rounded(.down)), bottom: Int(clamping: last.y.rounded(.down)))
    }

    /// The pixels of the screen that show a rectangle of the layout.
    func shown(_ rect: Rect<LogicalSpace>, at scale: Scale) -> Rect<ContentSpace> {
        let first = scale.physical(shown(Point(x: Double(rect.x), y: Double(rect.y))))
        let last = scale.physical(shown(Point(x: Double(rect.maxX), y: Double(rect.maxY))))
        return Rect(
            left: Int(clamping: first.x.rounded()), top: Int(clamping: first.y.rounded()),
            right: Int(clamping: last.x.rounded()), bottom: Int(clamping: last.y.rounded()))
    }
}
