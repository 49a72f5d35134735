/// A coordinate space, used as a type parameter so that points of different spaces cannot be mixed.
///
/// Every space has its origin at the top left, x to the right and y down, in units of its own pixels.
public protocol CoordinateSpace: Sendable {}

/// Pixels of the panel as its user sees them, after the panel's rotation.
public enum PanelSpace: CoordinateSpace {}

/// Pixels of the screen that the root content is laid out on, as its viewer sees them.
///
/// While mirroring, this screen is the external display. Otherwise it is the panel, and the panel viewport is the
/// identity.
public enum ContentSpace: CoordinateSpace {}

/// Logical pixels as clients see them: content pixels divided by the content's scale.
public enum LogicalSpace: CoordinateSpace {}

/// Logical pixels from the top left corner of one surface.
public enum SurfaceSpace: CoordinateSpace {}

/// Pixels of one client buffer, before its transform, scale and viewport.
public enum BufferSpace: CoordinateSpace {}

/// Pixels of any one output as its viewer sees them.
public enum OutputSpace: CoordinateSpace {}

/// Pixels of an output's framebuffer in the order they are scanned out, before its rotation is seen.
public enum ScanoutSpace: CoordinateSpace {}
