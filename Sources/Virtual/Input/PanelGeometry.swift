package import Geometry
import Mirroring

/// The place of the virtual touchscreen: over the whole panel, mounted as the panel is.
package struct PanelGeometry: Hashable, Sendable {
    /// The panel's size as its user sees it.
    package var size: Size<PanelSpace>
    /// The transform from the panel's picture to its scanout.
    package var transform: Transform

    package init(size: Size<PanelSpace>, transform: Transform = .normal) {
        self.size = size
        self.transform = transform
    }

    /// The position on the sensor of a point of the panel's picture.
    func devicePosition(of point: Point<PanelSpace>) throws(VirtualInputError) -> DevicePosition {
        guard !size.isEmpty, point.isFinite, (0...Double(size.width)).contains(point.x),
            (0...Double(size.height)).contains(point.y)
        else { throw .outsidePanel(point, size) }
        let scanout: Size<ScanoutSpace> = transform.apply(to: size)
        let place: Point<ScanoutSpace> = transform.apply(to: point, within: size)
        return DevicePosition(x: place.x / Double(scanout.width), y: place.y / Double(scanout.height))
    }
}

/// Tells which of the kernel's `EV_KEY` codes are buttons and which are keys.
///
/// Source: linux/input-event-codes.h; buttons sit between the two blocks of keys.
enum LinuxEventCode {
    /// Whether a code is a button: from `BTN_MISC` up to the digitiser's tools and the gear buttons.
    static func isButton(_ code: UInt32) -> Bool { (0x100..<0x160).contains(code) }

    /// Whether a code is a key: from `KEY_ESC` to `KEY_MAX`, without the buttons.
    static func isKey(_ code: UInt32) -> Bool { (1...0x2ff).contains(code) && !isButton(code) }
}
