import CInput
import Mirroring

/// Reads a pen or another tool of a graphics tablet.
enum TabletReader {
    static func read(_ event: borrowing LibinputEvent, of device: DeviceID) -> [InputEvent] {
        guard let tablet = libinput_event_get_tablet_tool_event(event.handle),
            let tool = libinput_event_tablet_tool_get_tool(tablet)
        else { return [] }
        let time = Timestamp(libinput: libinput_event_tablet_tool_get_time_usec(tablet))
        let (place, axes) = (position(tablet), axes(tablet, of: tool))
        let read: ToolEvent =
            switch event.type {
            case LIBINPUT_EVENT_TABLET_TOOL_PROXIMITY:
                libinput_event_tablet_tool_get_proximity_state(tablet) == LIBINPUT_TABLET_TOOL_PROXIMITY_STATE_IN
                    ? .near(describe(tool), place, axes) : .away
            case LIBINPUT_EVENT_TABLET_TOOL_TIP:
                libinput_event_tablet_tool_get_tip_state(tablet) == LIBINPUT_TABLET_TOOL_TIP_DOWN
                    ? .down(place, axes) : .up
            case LIBINPUT_EVENT_TABLET_TOOL_BUTTON:
                .button(
                    libinput_event_tablet_tool_get_button(tablet),
                    pressed: libinput_event_tablet_tool_get_button_state(tablet) == LIBINPUT_BUTTON_STATE_PRESSED)
            default: .motion(place, axes)
            }
        return [.tool(device, read, time)]
    }

    private static func position(_ tablet: OpaquePointer) -> DevicePosition {
        DevicePosition(
            clampedX: libinput_event_tablet_tool_get_x_transformed(tablet, 1),
            y: libinput_event_tablet_tool_get_y_transformed(tablet, 1))
    }

    private static func axes(_ tablet: OpaquePointer, of tool: OpaquePointer) -> ToolAxes {
        let known = capabilities(of: tool)
        return ToolAxes(
            pressure: known.contains(.pressure) ? libinput_event_tablet_tool_get_pressure(tablet) : 0,
            distance: known.contains(.distance) ? libinput_event_tablet_tool_get_distance(tablet) : 0,
            tiltX: known.contains(.tilt) ? libinput_event_tablet_tool_get_tilt_x(tablet) : 0,
            tiltY: known.contains(.tilt) ? libinput_event_tablet_tool_get_tilt_y(tablet) : 0,
            rotation: known.contains(.rotation) ? libinput_event_tablet_tool_get_rotation(tablet) : 0,
            slider: known.contains(.slider) ? libinput_event_tablet_tool_get_slider_position(tablet) : 0,
            wheelDegrees: known.contains(.wheel) ? libinput_event_tablet_tool_get_wheel_delta(tablet) : 0,
            wheelClicks: known.contains(.wheel)
                ? Int(libinput_event_tablet_tool_get_wheel_delta_discrete(tablet)) : 0)
    }

    private static func describe(_ tool: OpaquePointer) -> TabletTool {
        TabletTool(
            kind: kind(of: tool), serial: libinput_tablet_tool_get_serial(tool),
            hardwareID: libinput_tablet_tool_get_tool_id(tool), capabilities: capabilities(of: tool))
    }

    private static func capabilities(of tool: OpaquePointer) -> Set<TabletTool.Capability> {
        let known: [(TabletTool.Capability, CInt)] = [
            (.pressure, libinput_tablet_tool_has_pressure(tool)), (.distance, libinput_tablet_tool_has_distance(tool)),
            (.tilt, libinput_tablet_tool_has_tilt(tool)), (.rotation, libinput_tablet_tool_has_rotation(tool)),
            (.slider, libinput_tablet_tool_has_slider(tool)), (.wheel, libinput_tablet_tool_has_wheel(tool)),
        ]
        return Set(known.filter { $0.1 != 0 }.map(\.0))
    }

    private static func kind(of tool: OpaquePointer) -> TabletTool.Kind {
        switch libinput_tablet_tool_get_type(tool) {
        case LIBINPUT_TABLET_TOOL_TYPE_ERASER: .eraser
        case LIBINPUT_TABLET_TOOL_TYPE_BRUSH: .brush
        case LIBINPUT_TABLET_TOOL_TYPE_PENCIL: .pencil
        case LIBINPUT_TABLET_TOOL_TYPE_AIRBRUSH: .airbrush
        case LIBINPUT_TABLET_TOOL_TYPE_MOUSE: .mouse
        case LIBINPUT_TABLET_TOOL_TYPE_LENS: .lens
        default: .pen
        }
    }
}
