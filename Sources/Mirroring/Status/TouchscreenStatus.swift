/// A touchscreen or display tablet, and the display that it belongs to.
package struct TouchscreenStatus: Hashable, Sendable {
    /// As the kernel reports it.
    package var name: String
    /// The device file; nil for a virtual device.
    package var path: String?
    /// Nil where its display is not connected.
    package var output: OutputID?
    package var reason: GlassReason

    package init(name: String, path: String?, output: OutputID?, reason: GlassReason) {
        self.name = name
        self.path = path
        self.output = output
        self.reason = reason
    }
}
