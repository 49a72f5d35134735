import CInput
import Mirroring

/// Reads a pen or another tool of a graphics tablet as an absolute pointer whose tip is the left button.
enum TabletReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let tool = libinput_event_get_tablet_tool_event(event.handle) else { return [] }
        let time = Timestamp(libinput: libinput_event_tablet_tool_get_time_usec(tool))
        switch event.type {
        case LIBINPUT_EVENT_TABLET_TOOL_AXIS: return hasMoved(tool) ? [place(tool, device, time)] : []
        case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
            let isNear =
                libinput_event_tablet_tool_get_proximity_state(tool) == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN
            return isNear ? [place(tool, device, time)] : []
        case LIBINPUT_EVENT_TABLET_TOOL_TIP:
            let isDown = libinput_event_tablet_tool_get_tip_state(tool) == LIBINPUT_TABLET_TOOL_TIP_DOWN
            return [
                place(tool, device, time), .pointerButton(device, button: ToolButton.left, pressed: isDown, time),
            ]
        default: return button(tool, of: device, at: time)
        }
    }

    private static func button(_ tool: OpaquePointer, of device: DeviceID, at time: Timestamp) -> [InputEvent] {
        let pressed = libinput_event_tablet_tool_get_button_state(tool) == LIBINPUT_BUTTON_STATE_PRESSED
        let code = ToolButton.pointerButton(for: libinput_event_tablet_tool_get_button(tool))
        return [.pointerButton(device, button: code, pressed: pressed, time)]
    }

    private static func hasMoved(_ tool: OpaquePointer) -> Bool {
        libinput_event_tablet_tool_x_has_changed(tool) != 0 || libinput_event_tablet_tool_y_has_changed(tool) != 0
    }

    private static func place(_ tool: OpaquePointer, _ device: DeviceID, _ time: Timestamp) -> InputEvent {
        let position = DevicePosition(
            clampedX: libinput_event_tablet_tool_get_x_transformed(tool, 1),
            y: libinput_event_tablet_tool_get_y_transformed(tool, 1))
        return .pointerPosition(device, position, time)
    }
}
