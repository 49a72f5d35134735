package import Geometry

/// An enabled output: its display, mode and transform.
package struct EnabledOutput: Hashable, Sendable {
    package let description: OutputDescription
    package let mode: Mode
    /// From the upright picture to the framebuffer.
    package let transform: Transform

    package var id: OutputID { description.id }

    /// The picture's size as viewed, after the transform.
    package var size: Size<OutputSpace> { transform.inverse.apply(to: mode.size) }
}
