package import Geometry

/// An event of a tablet's tool on the content, in pixels of its screen. Each is a frame of its own.
///
/// Between `enter` and `leave` the content has the tool; between `down` and `up` its tip touches.
package enum ToolInput: Hashable, Sendable {
    case enter(TabletTool, Point<ContentSpace>, ToolAxes)
    case motion(Point<ContentSpace>, ToolAxes)
    case down
    case up
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case leave
}
