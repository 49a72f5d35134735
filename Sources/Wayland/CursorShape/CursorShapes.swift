import WaylandBinding

/// `wp_cursor_shape_manager_v1`: lets clients choose one of Kagami's own cursors by name.
final class CursorShapes {
    private var global: Global<WpCursorShapeManagerV1>?

    init(_ display: WaylandDisplay) throws(WaylandError) {
        let manager = CursorShapeManager()
        global = try Global(display, version: 1) { _ in manager }
    }
}

private final class CursorShapeManager: WpCursorShapeManagerV1Requests {
    func getPointer(
        _ resource: Resource<WpCursorShapeManagerV1>, cursorShapeDevice: NewResource<WpCursorShapeDeviceV1>,
        pointer: Resource<WlPointer>
    ) {
        cursorShapeDevice.create(
            CursorShapeDevice { [weak pointer] serial, name in
                guard let pointer else { return }
                PointerObject.of(pointer)?.pointer(entering: pointer.client, with: serial)
                    .setCursor(of: pointer.client, serial: serial, named: name)
            })
    }

    func getTabletToolV2(
        _ resource: Resource<WpCursorShapeManagerV1>, cursorShapeDevice: NewResource<WpCursorShapeDeviceV1>,
        tabletTool: Resource<ZwpTabletToolV2>
    ) {
        cursorShapeDevice.create(
            CursorShapeDevice { [weak tabletTool] serial, name in
                guard let tabletTool, let object = tabletTool.handler as? ToolObject else { return }
                object.tablets?.setCursor(tabletTool, serial: serial, named: name)
            })
    }
}

/// One `wp_cursor_shape_device_v1`. It becomes inert when its pointer or tool is gone.
private final class CursorShapeDevice: WpCursorShapeDeviceV1Requests {
    private let show: (_ serial: UInt32, _ name: String) -> Void

    init(show: @escaping (_ serial: UInt32, _ name: String) -> Void) {
        self.show = show
    }

    func setShape(_ resource: Resource<WpCursorShapeDeviceV1>, serial: UInt32, shape: UInt32) {
        guard let shape = WpCursorShapeDeviceV1.Shape(rawValue: shape) else {
            return resource.post(WpCursorShapeDeviceV1.ErrorCode.invalidShape, "\(shape) is not a shape")
        }
        show(serial, shape.cssName)
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
