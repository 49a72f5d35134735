package import Geometry
import Mirroring

/// Where the virtual touchscreen lies: over the whole panel, mounted as the panel is.
package struct PanelGeometry: Hashable, Sendable {
    /// The panel as its user sees it.
    package var size: Size<PanelSpace>
    /// The transform from the panel's picture to its scanout.
    package var transform: Transform

    package init(size: Size<PanelSpace>, transform: Transform = .normal) {
        self.size = size
        self.transform = transform
    }

    /// The position on the sensor of a point of the picture.
    func devicePosition(of point: Point<PanelSpace>) throws(VirtualInputError) -> DevicePosition {
        guard !size.isEmpty, point.isFinite, (0...Double(size.width)).contains(point.x),
            (0...Double(size.height)).contains(point.y)
        else { throw .outsidePanel(point, size) }
        let scanout: Size<ScanoutSpace> = transform.apply(to: size)
        let place: Point<ScanoutSpace> = transform.apply(to: point, within: size)
        return DevicePosition(x: place.x / Double(scanout.width), y: place.y / Double(scanout.height))
    }
}
