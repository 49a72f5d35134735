import Compositor
import Control
import Geometry
import KMS
import Mirroring
import Virtual

/// Handlers of `VirtualDisplayRequests` and of the requests for virtual input.
enum VirtualHandlers {
    static func all(_ hardware: Hardware, _ compositor: Compositor) -> [any CommandHandler] {
        let commands: [any HardwareRequest.Type] = [
            PlugRequest.self, UnplugRequest.self, RefuseRequest.self, TouchRequest.self, PointerRequest.self,
            GestureRequest.self, PenRequest.self, KeyRequest.self,
        ]
        func handler<C: HardwareRequest>(_: C.Type) -> any CommandHandler {
            VirtualHandler<C>(hardware: hardware, compositor: compositor)
        }
        return commands.map { handler($0) }
    }
}

/// A request that virtual hardware carries out.
private protocol HardwareRequest: ControlCommand where Reply == Done {
    /// The connector that the request names; nil if it names none and uses devices.
    var connector: OutputID? { get }

    func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws
}

extension HardwareRequest {
    fileprivate var connector: OutputID? { nil }
}

private struct VirtualHandler<Command: HardwareRequest>: CommandHandler {
    let hardware: Hardware
    let compositor: Compositor

    func answer(_ command: Command, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        if let connector = command.connector {
            if hardware.cards?.outputs.contains(where: { $0.id == connector }) ?? false {
                return .failure("\(connector) is a card's connector: give the virtual display another name")
            }
        } else {
            // Only a real keyboard may type at a real lock screen.
            if hardware.cards != nil, compositor.lock.isLocked { return .failure("the session is locked") }
            // Unused virtual devices would only look like hardware beside real ones, so they are added at their first use.
            hardware.input.add(hardware.virtual.input)
        }
        // Points are pixels of the panel's current mode.
        hardware.virtual.input.panel =
            compositor.panel.map { PanelGeometry(size: $0.size.reinterpreted(), transform: $0.transform) }
            ?? PanelGeometry(size: .zero)
        do {
            try command.perform(on: hardware.virtual, for: ObjectIdentifier(call.connection))
            return .done
        } catch {
            return .failure("\(error)")
        }
    }
}

extension PlugRequest: HardwareRequest {
    fileprivate var connector: OutputID? { output }

    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        try hardware.display.plug(
            PluggedDisplay(
                name: output.name, size: Size(width: width, height: height), refreshMilliHertz: refreshMilliHertz,
                physicalSize: physicalSize), owner: isWhileConnected ? connection : nil)
    }
}

extension UnplugRequest: HardwareRequest {
    fileprivate var connector: OutputID? { output }

    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        try hardware.display.unplug(output.name)
    }
}

extension RefuseRequest: HardwareRequest {
    fileprivate var connector: OutputID? { mode.output }

    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        try hardware.display.refuse(
            Size(width: mode.width, height: mode.height), on: mode.output.name, tries: tries)
    }
}

extension TouchRequest: HardwareRequest {
    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        let input = hardware.input
        switch self {
        case .down(let slot, let point): try input.touchDown(slot: slot, at: point)
        case .move(let slot, let point): try input.touchMotion(slot: slot, to: point)
        case .up(let slot): try input.touchUp(slot: slot)
        case .cancel(let slot): try input.touchCancel(slot: slot)
        }
        input.touchFrame()
    }
}

extension PointerRequest: HardwareRequest {
    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        let input = hardware.input
        switch self {
        case .move(let point): try input.pointerMove(to: point)
        case .motion(let dx, let dy): try input.pointerMove(dx: dx, dy: dy)
        case .button(let code, let pressed): try input.pointerButton(code, pressed: pressed)
        case .scroll(let x, let y): try input.scroll(clicksX: Double(x), clicksY: Double(y))
        case .fingerScroll(let dx, let dy): try input.scroll(fingersDX: dx, dy: dy)
        }
    }
}

extension GestureRequest: HardwareRequest {
    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        let input = hardware.input
        switch self {
        case .begin(let kind, let fingers): try input.gestureBegin(kind, fingers: fingers)
        case .update(let movement): try input.gestureUpdate(movement)
        case .end(let isCancelled): try input.gestureEnd(isCancelled: isCancelled)
        }
    }
}

extension PenRequest: HardwareRequest {
    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        let input = hardware.input
        switch self {
        case .near(let kind, let point, let axes): try input.toolNear(kind, at: point, axes)
        case .move(let point, let axes): try input.toolMove(to: point, axes)
        case .down(let point, let axes): try input.toolDown(at: point, axes)
        case .up: try input.toolUp()
        case .button(let code, let pressed): try input.toolButton(code, pressed: pressed)
        case .away: try input.toolAway()
        }
    }
}

extension KeyRequest: HardwareRequest {
    fileprivate func perform(on hardware: VirtualHardware, for connection: ObjectIdentifier) throws {
        try hardware.input.key(code, pressed: pressed)
    }
}
