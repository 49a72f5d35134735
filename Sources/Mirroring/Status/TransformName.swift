package import Geometry

/// A transform by its name in configuration and status: `normal`, `90`, `flipped-270`.
package struct TransformName: Hashable, Sendable, CustomStringConvertible {
    package let transform: Transform

    package init(_ transform: Transform) {
        self.transform = transform
    }

    /// Nil for any text that names no transform.
    package init?(_ name: String) {
        guard let index = Self.all.firstIndex(of: name), let transform = Transform(rawValue: Int32(index)) else {
            return nil
        }
        self.transform = transform
    }

    /// Every name, in the order of `wl_output.transform`.
    package static let all = [
        "normal", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
    ]

    package var description: String { Self.all[Int(transform.rawValue)] }
}
