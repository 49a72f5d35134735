import Runtime
import WaylandBinding

/// `wp_cursor_shape_manager_v1`: lets clients choose one of Kagami's own cursors by name.
final class CursorShapes: WpCursorShapeManagerV1Requests {
    static func announce(_ display: WaylandDisplay) throws(RuntimeError) -> AnyGlobal {
        try Global<WpCursorShapeManagerV1>(display, version: 1) { _ in CursorShapes() }
    }

    func getPointer(
        _ resource: Resource<WpCursorShapeManagerV1>, cursorShapeDevice: NewResource<WpCursorShapeDeviceV1>,
        pointer: Resource<WlPointer>
    ) {
        cursorShapeDevice.create(CursorShapeDevice(pointer, pointer.handler as? any CursorChooser))
    }

    func getTabletToolV2(
        _ resource: Resource<WpCursorShapeManagerV1>, cursorShapeDevice: NewResource<WpCursorShapeDeviceV1>,
        tabletTool: Resource<ZwpTabletToolV2>
    ) {
        cursorShapeDevice.create(CursorShapeDevice(tabletTool, tabletTool.handler as? any CursorChooser))
    }
}

/// One `wp_cursor_shape_device_v1`. It becomes inert when its pointer or tool is gone.
private final class CursorShapeDevice: WpCursorShapeDeviceV1Requests {
    private weak var object: AnyResource?
    private weak var chooser: (any CursorChooser)?

    init(_ object: AnyResource, _ chooser: (any CursorChooser)?) {
        self.object = object
        self.chooser = chooser
    }

    func setShape(_ resource: Resource<WpCursorShapeDeviceV1>, serial: UInt32, shape: UInt32) {
        guard let shape = WpCursorShapeDeviceV1.Shape(rawValue: shape) else {
            return resource.post(WpCursorShapeDeviceV1.ErrorCode.invalidShape, "\(shape) is not a shape")
        }
        if let object { chooser?.setCursor(of: object, serial: serial, named: shape.cssName) }
    }
}

extension WpCursorShapeDeviceV1.Shape {
    /// The name of the CSS cursor property: `vertical-text` for `verticalText`, `nw-resize` for `nwResize`.
    var cssName: String {
        "\(self)".reduce(into: "") { name, character in
            name += character.isUppercase ? "-\(character.lowercased())" : String(character)
        }
    }
}
