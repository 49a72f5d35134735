import Geometry

/// Places windows that choose their own size.
enum WindowPlacement {
    /// Centres a window of this size over `anchor` and moves it into `bounds`; of a larger window the top left corner
    /// stays visible.
    static func centred(
        _ size: Size<LogicalSpace>, over anchor: Rect<LogicalSpace>, within bounds: Rect<LogicalSpace>
    ) -> Rect<LogicalSpace> {
        let x = anchor.x.addingClamped(anchor.width.subtractingClamped(size.width) / 2)
        let y = anchor.y.addingClamped(anchor.height.subtractingClamped(size.height) / 2)
        return clamped(Rect(x: x, y: y, width: size.width, height: size.height), within: bounds)
    }

    /// The window, moved as little as possible to lie within the bounds.
    static func clamped(_ window: Rect<LogicalSpace>, within bounds: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        let x = max(bounds.x, min(window.x, bounds.maxX.subtractingClamped(window.width)))
        let y = max(bounds.y, min(window.y, bounds.maxY.subtractingClamped(window.height)))
        return Rect(x: x, y: y, width: window.width, height: window.height)
    }
}
