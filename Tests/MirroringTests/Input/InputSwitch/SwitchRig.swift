import Geometry
import Mirroring
import Testing

/// The switch with both applications' routers behind it, and the checks that must hold after every event.
struct SwitchRig {
    private(set) var direction = InputSwitch(rules: [DeviceRule(name: "device 3", output: "external")])
    private var routers: [PanelForeground.Choice: InputRouter] = [:]
    private(set) var checkers: [PanelForeground.Choice: ContentChecker] = [:]
    private(set) var overlays: [OverlayID: OverlayChecker] = [:]
    /// Where each finger's last down went.
    private var owners: [Finger: PanelForeground.Choice] = [:]
    let context: String
    var holdsPointer = false

    private struct Finger: Hashable {
        let device: DeviceID
        let slot: Int32
    }

    init(context: String) {
        self.context = context
        for choice in PanelForeground.Choice.allCases {
            routers[choice] = InputRouter(rules: [DeviceRule(name: "device 3", output: "external")])
            checkers[choice] = ContentChecker(context: "\(context), \(choice)")
        }
    }

    var holdsNothing: Bool { checkers.values.allSatisfy(\.holdsNothing) && overlays.values.allSatisfy(\.live.isEmpty) }
    var downs: Int { checkers.values.reduce(0) { $0 + $1.downs } + overlays.values.reduce(0) { $0 + $1.downs } }

    /// Takes an event as the compositor would; returns what the switch made of it.
    @discardableResult
    mutating func route(_ event: InputEvent) -> [SwitchedInput] {
        let inputs = direction.route(event, places: places)
        perform(inputs)
        return inputs
    }

    mutating func update(_ ground: InputGround, at time: Timestamp = Timestamp(microseconds: 0)) {
        if ground.base != direction.ground.base || ground.geometry != direction.ground.geometry {
            cancelAll(at: time)
            #expect(holdsNothing, "\(context): something is held on ground that goes away")
        }
        perform(direction.update(ground, places: places))
        update(.content, ground.contentGeometry, at: time)
        update(.application, ground.applicationGeometry, at: time)
    }

    mutating func cancelAll(at time: Timestamp) {
        perform(direction.cancelAll())
        for choice in PanelForeground.Choice.allCases {
            check(choice, routers[choice]?.cancelAll(at: time) ?? [])
        }
    }

    private var places: PointerPlaces {
        func place(_ choice: PanelForeground.Choice) -> Point<PanelSpace> {
            guard let router = routers[choice], let viewport = router.geometry.viewport else {
                return Point(x: 0, y: 0)
            }
            return viewport.panelPoint(of: router.pointerPlace)
        }
        return PointerPlaces(content: place(.content), application: place(.application), isHeld: holdsPointer)
    }

    private mutating func update(_ choice: PanelForeground.Choice, _ geometry: InputGeometry, at time: Timestamp) {
        let actions = routers[choice]?.update(geometry, at: time) ?? []
        checkers[choice]?.size = geometry.contentSize
        check(choice, actions)
    }

    private mutating func perform(_ inputs: [SwitchedInput]) {
        for input in inputs {
            switch input {
            case .deliver(let event, let choice):
                follow(event, choice)
                check(choice, routers[choice]?.route(event) ?? [])
            case .pointerLeft(let choice): check(choice, routers[choice]?.pointerLeft() ?? [])
            case .pointerCame(let choice, let point):
                guard let viewport = routers[choice]?.geometry.viewport else { break }
                routers[choice]?.pointerHeld(at: viewport.externalPoint(at: point))
            case .overlay(let id, let input):
                overlays[id, default: OverlayChecker(context: "\(context), \(id)")].check(input)
            }
        }
    }

    private mutating func check(_ choice: PanelForeground.Choice, _ actions: [InputAction]) {
        checkers[choice]?.check(actions)
    }

    /// A finger's events all go where its down went.
    private mutating func follow(_ event: InputEvent, _ choice: PanelForeground.Choice) {
        switch event {
        case .touchDown(let device, let slot, _, _): owners[Finger(device: device, slot: slot)] = choice
        case .touchMotion(let device, let slot, _, _), .touchUp(let device, let slot, _),
            .touchCancel(let device, let slot, _):
            #expect(owners[Finger(device: device, slot: slot)] == choice, "\(context): a finger changed hands")
        default: break
        }
    }
}

/// Plays an overlay that input is handed to.
struct OverlayChecker {
    let context: String
    private(set) var live: Set<ContactID> = []
    private(set) var isHovered = false
    private(set) var downs = 0
    private(set) var ends = 0

    init(context: String) {
        self.context = context
    }

    mutating func check(_ input: OverlayInput) {
        switch input {
        case .down(let contact, _, let point, _):
            #expect(live.insert(contact).inserted, "\(context): a contact went down twice")
            #expect(point.isFinite, "\(context): \(point) is no point")
            downs += 1
        case .motion(let contact, let point, _):
            #expect(live.contains(contact), "\(context): a dead contact moved")
            #expect(point.isFinite, "\(context): \(point) is no point")
        case .up(let contact, _), .cancel(let contact):
            #expect(live.remove(contact) != nil, "\(context): a dead contact ended")
            ends += 1
        case .hover: isHovered = true
        case .hoverEnded:
            #expect(isHovered, "\(context): the pointer left twice")
            isHovered = false
        case .scroll: #expect(isHovered, "\(context): scrolled without a pointer")
        }
    }
}
