import Mirroring
import Runtime
import WaylandBinding

/// Identifies a tool. A tool with a serial number is the same on every tablet.
struct ToolKey: Hashable {
    let tool: TabletTool
    /// The tablet; nil for a tool with a serial number.
    let device: DeviceID?

    init(_ tool: TabletTool, on device: DeviceID) {
        self.tool = tool
        self.device = tool.serial == 0 ? device : nil
    }
}

/// One client's `zwp_tablet_seat_v2` with the tablets and tools announced to it.
final class TabletSeat: ZwpTabletSeatV2Requests {
    let resource: Resource<ZwpTabletSeatV2>
    private var tablets: [DeviceID: Resource<ZwpTabletV2>] = [:]
    private var tools: [ToolKey: Resource<ZwpTabletToolV2>] = [:]

    init(_ resource: Resource<ZwpTabletSeatV2>) {
        self.resource = resource
    }

    var client: Client { resource.client }

    /// The client's resource for a tablet; nil if it was destroyed.
    func tablet(_ id: DeviceID) -> Resource<ZwpTabletV2>? { tablets[id].flatMap { $0.isAlive ? $0 : nil } }

    /// The client's resource for a tool; nil if it was destroyed.
    func tool(_ key: ToolKey) -> Resource<ZwpTabletToolV2>? { tools[key].flatMap { $0.isAlive ? $0 : nil } }

    func add(_ tablet: DeviceDescription) {
        let object = Resource<ZwpTabletV2>(client: client, version: resource.version)
        guard resource.isAlive, object.isAlive else { return }
        object.handler = TabletObject()
        tablets[tablet.id] = object
        resource.sendTabletAdded(id: object)
        object.sendName(name: tablet.name)
        if let hardware = tablet.hardware {
            object.sendId(vid: hardware.vendor, pid: hardware.product)
            object.sendPath(path: hardware.path)
        }
        object.sendDone()
    }

    func remove(_ tablet: DeviceID) {
        tablets.removeValue(forKey: tablet)?.sendRemoved()
    }

    func add(_ key: ToolKey, tablets: SeatTablets) {
        let object = Resource<ZwpTabletToolV2>(client: client, version: resource.version)
        guard resource.isAlive, object.isAlive else { return }
        object.handler = ToolObject(tablets)
        tools[key] = object
        resource.sendToolAdded(id: object)
        object.sendType(toolType: key.tool.kind.wire)
        if key.tool.serial != 0 {
            object.sendHardwareSerial(
                hardwareSerialHi: UInt32(truncatingIfNeeded: key.tool.serial >> 32),
                hardwareSerialLo: UInt32(truncatingIfNeeded: key.tool.serial))
        }
        if key.tool.hardwareID != 0 {
            object.sendHardwareIdWacom(
                hardwareIdHi: UInt32(truncatingIfNeeded: key.tool.hardwareID >> 32),
                hardwareIdLo: UInt32(truncatingIfNeeded: key.tool.hardwareID))
        }
        for capability in TabletTool.Capability.allCases where key.tool.capabilities.contains(capability) {
            object.sendCapability(capability: capability.wire)
        }
        object.sendDone()
    }

    func remove(_ key: ToolKey) {
        tools.removeValue(forKey: key)?.sendRemoved()
    }
}

/// One `zwp_tablet_v2`.
private final class TabletObject: ZwpTabletV2Requests {}

/// One `zwp_tablet_tool_v2`.
private final class ToolObject: ZwpTabletToolV2Requests, CursorChooser {
    private weak var tablets: SeatTablets?

    init(_ tablets: SeatTablets) {
        self.tablets = tablets
    }

    func setCursor(
        _ resource: Resource<ZwpTabletToolV2>, serial: UInt32, surface: Resource<WlSurface>?, hotspotX: Int32,
        hotspotY: Int32
    ) {
        tablets?.setCursor(
            resource, serial: serial, surface: surface.flatMap(Surface.of),
            hotspot: SurfaceOffset(x: Int(hotspotX), y: Int(hotspotY)))
    }

    func setCursor(of object: AnyResource, serial: UInt32, named name: String) {
        if let tool = object as? Resource<ZwpTabletToolV2> { tablets?.setCursor(tool, serial: serial, named: name) }
    }
}

extension TabletTool.Kind {
    fileprivate var wire: ZwpTabletToolV2.TypeCode {
        switch self {
        case .pen: .pen
        case .eraser: .eraser
        case .brush: .brush
        case .pencil: .pencil
        case .airbrush: .airbrush
        case .mouse: .mouse
        case .lens: .lens
        }
    }
}

extension TabletTool.Capability {
    fileprivate var wire: ZwpTabletToolV2.Capability {
        switch self {
        case .pressure: .pressure
        case .distance: .distance
        case .tilt: .tilt
        case .rotation: .rotation
        case .slider: .slider
        case .wheel: .wheel
        }
    }
}

/// `zwp_tablet_manager_v2`: announces graphics tablets and their tools. Pads are not announced.
final class TabletManager: ZwpTabletManagerV2Requests {
    private let tablets: SeatTablets

    private init(_ tablets: SeatTablets) {
        self.tablets = tablets
    }

    static func announce(_ display: WaylandDisplay, seat: Seat) throws(RuntimeError) -> AnyGlobal {
        let tablets = SeatTablets(scope: seat.scope, standIn: PenPointer(seat.pointer))
        seat.add(tablets)
        return try Global<ZwpTabletManagerV2>(display, version: 1) { _ in TabletManager(tablets) }
    }

    func getTabletSeat(
        _ resource: Resource<ZwpTabletManagerV2>, tabletSeat: NewResource<ZwpTabletSeatV2>, seat: Resource<WlSeat>
    ) {
        let object = tabletSeat.createInert()
        guard object.isAlive else { return }
        let tabletSeat = TabletSeat(object)
        object.handler = tabletSeat
        tablets.add(tabletSeat)
    }
}
