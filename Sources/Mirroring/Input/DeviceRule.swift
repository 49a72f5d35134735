import Geometry

/// Ties input devices to an output.
package struct DeviceRule: Hashable, Sendable {
    /// The device's full name as the kernel reports it.
    package var name: String
    /// A connector's name, `panel` or `external`.
    package var output: String

    package init(name: String, output: String) {
        self.name = name
        self.output = output
    }
}
