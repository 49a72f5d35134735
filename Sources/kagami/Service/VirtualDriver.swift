import Compositor
import Control
import Geometry
import Mirroring
import Virtual

/// Carries out `kagami virtual ...`.
struct VirtualDriver {
    let hardware: VirtualHardware
    let compositor: Compositor

    func handle(_ request: ControlRequest) -> ControlReply {
        // Points are pixels of the panel's present mode.
        hardware.input.panel =
            compositor.panel.map { PanelGeometry(size: $0.size.reinterpreted(), transform: $0.transform) }
            ?? PanelGeometry(size: .zero)
        do {
            switch request {
            case .plug(let display): try plug(display)
            case .unplug(let id): try hardware.display.unplug(id.name)
            case .refuse(let id, let width, let height, let tries):
                try hardware.display.refuse(Size(width: width, height: height), on: id.name, tries: tries)
            case .touch(let touch): try perform(touch)
            case .pointer(let pointer): try perform(pointer)
            case .gesture(let gesture): try perform(gesture)
            case .pen(let pen): try perform(pen)
            case .key(let key): try hardware.input.key(key.code, pressed: key.pressed)
            default: return .failure("not a request for virtual hardware")
            }
            return .done
        } catch {
            return .failure("\(error)")
        }
    }

    private func plug(_ display: VirtualPlug) throws {
        try hardware.display.plug(
            PluggedDisplay(
                name: display.output.name, size: Size(width: display.width, height: display.height),
                refreshMilliHertz: display.refreshMilliHertz))
    }

    private func perform(_ touch: VirtualTouch) throws {
        let input = hardware.input
        switch touch {
        case .down(let slot, let point): try input.touchDown(slot: slot, at: point)
        case .move(let slot, let point): try input.touchMotion(slot: slot, to: point)
        case .up(let slot): try input.touchUp(slot: slot)
        case .cancel(let slot): try input.touchCancel(slot: slot)
        }
        input.touchFrame()
    }

    private func perform(_ gesture: VirtualGesture) throws {
        let input = hardware.input
        switch gesture {
        case .begin(let kind, let fingers): try input.gestureBegin(kind, fingers: fingers)
        case .update(let movement): try input.gestureUpdate(movement)
        case .end(let isCancelled): try input.gestureEnd(isCancelled: isCancelled)
        }
    }

    private func perform(_ pen: VirtualPen) throws {
        let input = hardware.input
        switch pen {
        case .near(let kind, let point, let axes): try input.toolNear(kind, at: point, axes)
        case .move(let point, let axes): try input.toolMove(to: point, axes)
        case .down(let point, let axes): try input.toolDown(at: point, axes)
        case .up: try input.toolUp()
        case .button(let code, let pressed): try input.toolButton(code, pressed: pressed)
        case .away: try input.toolAway()
        }
    }

    private func perform(_ pointer: VirtualPointer) throws {
        let input = hardware.input
        switch pointer {
        case .move(let point): try input.pointerMove(to: point)
        case .motion(let dx, let dy): try input.pointerMove(dx: dx, dy: dy)
        case .button(let code, let pressed): try input.pointerButton(code, pressed: pressed)
        case .scroll(let x, let y): try input.scroll(clicksX: Double(x), clicksY: Double(y))
        case .fingerScroll(let dx, let dy): try input.scroll(fingersDX: dx, dy: dy)
        }
    }
}
