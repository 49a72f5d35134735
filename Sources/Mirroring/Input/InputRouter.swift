package import Geometry

/// An action that an input event leads to.
package enum InputAction: Hashable, Sendable {
    case deliver(ContentInput, to: HostedApplication)
    case overlay(OverlayID, OverlayInput)
    case act(BoundAction)
    /// Run a command of the user, bound to this key.
    case run(BoundCommand, by: DeviceKey)
    /// Switch to another virtual terminal, 1 to 12.
    case switchTerminal(Int)
}

/// The state of the applications and the screens at the moment of an event.
package struct InputContext: Hashable, Sendable {
    /// Whether a client of the panel's base has locked or confined the pointer, which must then stay there.
    package var isPointerHeld = false
    /// Whether the surface with keyboard focus inhibits shortcuts.
    package var inhibitsShortcuts = false
    /// The actions that would do nothing, whose keys go to the application.
    package var pointless: Set<BoundAction> = []
    /// Whether the session is locked.
    package var isLocked = false

    package init() {}
}

/// Turns the events of input devices into input for the content, the panel application and the overlays.
///
/// A device belongs to an output. A finger, button, tool, gesture or key that goes down is captured by the target that
/// it lies on. The contact is kept in one table, and everything that follows goes to its target until the contact ends.
/// Devices tied to the external belong to the content. Keys go to the application that was last pressed or brought to
/// the foreground. VT switching and key bindings come first, regardless of the keyboard focus.
///
/// Invariants: each contact ends exactly once, on the target where it began; a target receives nothing of a contact
/// that has ended; hovering and leaving alternate; every position lies on the content.
package struct InputRouter {
    package internal(set) var targets = InputTargets()
    /// The application with keyboard focus.
    package internal(set) var focus = HostedApplication.content
    /// What fingers on the controller do.
    var controllerMode = ControllerMode.direct
    var twoFingers = TwoFingers.view
    /// When fingers on the controller count as resting, or nil where resting has no meaning.
    var restRule: RestRule?
    /// The finger that may be about to rest.
    var resting: RestingFinger?
    var mapping: DeviceMapping
    var bindings: KeyBindings
    var contacts = ContactTable()
    /// The applications that have had touches since the last frame.
    var unframed: Set<HostedApplication> = []
    var pointer = PanelPointer()
    var pointers = ApplicationPointers()
    var tablets: Set<DeviceID> = []
    private var hadTouchscreen = false
    /// The keymap by which each application currently reads its keys.
    var keymaps: [HostedApplication: KeymapNames] = [:]
    var tools: [DeviceID: ToolPresence] = [:]
    /// The latest time of any event, for events without a time.
    var now = Timestamp(microseconds: 0)

    /// The applications that may get input.
    let applications: [HostedApplication]

    package init(
        rules: [DeviceRule] = [], bindings: KeyBindings = KeyBindings(),
        applications: [HostedApplication] = HostedApplication.all(ofDisplays: 0)
    ) {
        self.applications = applications
        mapping = DeviceMapping(rules: rules)
        self.bindings = bindings
    }

    /// The application that the panel and its controller act on while the panel application is not in front.
    var controlled: HostedApplication { targets.controlled }

    /// Applies other device rules, also to the present devices; call `cancelAll` first.
    package mutating func use(_ rules: [DeviceRule]) {
        mapping.use(rules)
    }

    /// Finds the devices' displays among those connected now; held contacts keep their targets.
    package mutating func use(_ displays: GlassDisplays) {
        mapping.use(displays)
    }

    /// The touchscreens with their displays.
    package var touchscreens: [TouchscreenStatus] { mapping.touchscreens }

    /// Applies another use of fingers on the controller, and cancels the fingers on its overlays.
    package mutating func use(_ mode: ControllerMode, _ twoFingers: TwoFingers, at time: Timestamp) -> [InputAction] {
        now = max(now, time)
        guard mode != controllerMode || twoFingers != self.twoFingers else { return [] }
        (controllerMode, self.twoFingers) = (mode, twoFingers)
        resting = nil
        let ids: [InputTarget] = [.overlay(.view), .overlay(.trackpad), .overlay(.press)]
        return end(contacts.all { ids.contains($0.target) })
    }

    /// Applies another rule for resting fingers on the controller.
    package mutating func use(_ rule: RestRule?) {
        guard rule != restRule else { return }
        restRule = rule
        resting = nil
    }

    /// Applies other key bindings; held keys keep their targets.
    package mutating func use(_ bindings: KeyBindings) {
        self.bindings = bindings.holding(self.bindings)
    }

    /// Whether a modifier key is held.
    package var hasModifiers: Bool { bindings.hasModifiers }

    /// The positions of the fingers on an application, by their numbers.
    package func fingers(on choice: HostedApplication) -> [(id: ContactID, point: Point<ContentSpace>)] {
        contacts.all { $0.isFinger && $0.target.application == choice }
            .compactMap { contact in contact.id.flatMap { id in contact.point.map { (id, $0) } } }
            .sorted { $0.id.number < $1.id.number }
    }

    /// Whether an application has the pointer, as far as the application knows.
    package func hasPointer(_ choice: HostedApplication) -> Bool { pointers[choice].isEntered }

    /// The pointer's position while it is over an overlay.
    package var overlayPointer: Point<PanelSpace>? {
        guard case .overlay = pointer.target else { return nil }
        return pointer.point
    }

    /// Routes one event and returns the resulting actions in order.
    package mutating func route(_ event: InputEvent, _ context: InputContext = InputContext()) -> [InputAction] {
        if let time = event.time { now = max(now, time) }
        switch event {
        case .deviceAdded(let device):
            return add(device)
        case .deviceRemoved(let device):
            return remove(device)
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame:
            return routeTouch(event)
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .pointerGesture:
            return routePointer(event, isHeld: context.isPointerHeld)
        case .tool(let device, let step, let time):
            return routeTool(step, of: device, time)
        case .key(let device, let code, let pressed, let time):
            return routeKey(code, pressed: pressed, on: device, time, context)
        case .lid:
            // The lid concerns only displays.
            return []
        }
    }

    /// Whether an event comes from a finger or a pen on the panel.
    package func isOnPanel(_ event: InputEvent) -> Bool {
        switch event {
        case .touchDown(let id, _, _, _), .touchMotion(let id, _, _, _), .touchUp(let id, _, _), .tool(let id, _, _):
            mapping.output(of: id, in: targets.geometry) == .panel
        default: false
        }
    }

    /// The place of the event's finger on the panel, or nil for any other event.
    package func fingerOnPanel(_ event: InputEvent) -> Point<PanelSpace>? {
        switch event {
        case .touchDown(let device, _, let position, _), .touchMotion(let device, _, let position, _):
            mapping.output(of: device, in: targets.geometry) == .panel ? targets.panelPoint(at: position) : nil
        default: nil
        }
    }

    func deliver(_ inputs: [ContentInput], to choice: HostedApplication) -> [InputAction] {
        inputs.map { .deliver($0, to: choice) }
    }
}

// MARK: - Devices

extension InputRouter {
    private mutating func add(_ device: DeviceDescription) -> [InputAction] {
        mapping.add(device)
        if device.capabilities.contains(.pointer) { pointer.devices.insert(device.id) }
        var news: [ContentInput] = []
        if device.capabilities.contains(.touch), !hadTouchscreen {
            hadTouchscreen = true
            news.append(.touchscreenCame)
        }
        if device.capabilities.contains(.tablet), tablets.insert(device.id).inserted {
            news.append(.tabletAdded(device))
        }
        return applications.flatMap { deliver(news, to: $0) }
    }

    /// Removes a device and ends all that it holds.
    private mutating func remove(_ device: DeviceID) -> [InputAction] {
        var actions = removeTool(of: device)
        actions += end(contacts.all(of: device).reversed())
        let isLastPointer = pointer.devices.remove(device) != nil && pointer.devices.isEmpty
        if isLastPointer {
            pointer.isPresent = false
            if case .overlay = pointer.target { actions += leavePointer() }
        }
        pointer.blindScrolls.remove(device)
        for choice in applications {
            let holdsButton = contacts.holdsButton(on: choice)
            let left =
                isLastPointer && !holdsButton
                ? pointers[choice].leave() : pointers[choice].leaveBars(holdsButton: holdsButton)
            actions += deliver(left, to: choice)
        }
        if tablets.remove(device) != nil {
            actions += applications.map { .deliver(.tabletRemoved(device), to: $0) }
        }
        mapping.remove(device)
        bindings.remove(device)
        return actions
    }
}

// MARK: - Changes

extension InputRouter {
    /// Applies the targets that lie in front from now on.
    ///
    /// Contacts on overlays that are gone are cancelled, and all other contacts keep their targets. A hovering or
    /// resting pointer or tool leaves what is covered and goes to the target under it. Call `cancelAll` first when the
    /// base changes.
    package mutating func update(
        _ next: InputTargets, at time: Timestamp, isPointerHeld: Bool = false
    ) -> [InputAction] {
        now = max(now, time)
        let lost = contacts.all { contact in
            switch contact.target {
            case .overlay(let id): next.areas[id] == nil
            case .application(_, via: let id?): next.areas[id]?.forwarded.isEmpty ?? true
            case .application, .nobody: false
            }
        }
        var actions = end(lost)
        keepBlind(lost)
        let wasHidden = targets.hidesContentBesidePanel
        if next.base != targets.base || next.controlled != targets.controlled {
            actions += movePointerOff()
            actions += takeToolsOff()
            let isOtherApplication = next.application != targets.application
            // Where an application has moved, the pointer is out of sight until a device moves it or presses.
            if pointer.target == .nobody, !isOtherApplication || targets.application == nil {
                pointer.isPresent = false
            }
            if let application = next.application, isOtherApplication { focus = application }
        }
        targets = next
        for choice in applications {
            let size = targets.geometry(of: choice).contentSize
            actions += deliver(pointers[choice].resize(to: size, now), to: choice)
        }
        if targets.hidesContentBesidePanel != wasHidden { actions += settleExternalPointer() }
        return actions + settlePointer(isHeld: isPointerHeld) + settleTools()
    }

    /// Keeps contacts that were held on the black of a dark screen without effect until they end.
    private mutating func keepBlind(_ ended: [Contact]) {
        for contact in ended where contact.target == .overlay(.blank) {
            var blind = Contact(contact.means, of: contact.device, from: contact.output, on: .nobody)
            blind.isBlind = true
            contacts.insert(blind)
        }
    }

    /// Whether a contact that came down while nothing was visible still touches this screen.
    ///
    /// Other contacts that come down on the screen then do nothing either.
    func isTouchedBlindly(_ output: DeviceOutput) -> Bool {
        !contacts.all { $0.isBlind && $0.touches && $0.output == output }.isEmpty
    }

    /// Ends every contact, because the targets are about to change.
    ///
    /// Fingers and tips that are still down must be lifted first. Contacts on `spared` go on.
    package mutating func cancelAll(at time: Timestamp, sparing spared: HostedApplication? = nil) -> [InputAction] {
        now = max(now, time)
        let onOverlays = contacts.all { if case .overlay = $0.target { true } else { false } }
        var actions = end(onOverlays)
        for choice in applications where choice != spared {
            actions += cancelTouches(on: choice)
            actions += end(contacts.all { $0.means == .gesture && $0.target.application == choice })
            for device in toolDevices where tools[device]?.target.application == choice {
                actions += withdrawTool(of: device)
            }
            actions.append(.deliver(.releaseAll(time), to: choice))
            actions += deliver(pointers[choice].leaveBars(holdsButton: false), to: choice)
        }
        _ = contacts.removeAll {
            !$0.isBlind && ($0.target.application == nil || $0.target.application != spared)
        }
        keepBlind(onOverlays)
        resting = nil
        return actions
    }

    /// Ends contacts: on overlays by a cancel, on applications by the event that ends the contact there.
    mutating func end(_ ended: [Contact]) -> [InputAction] {
        var actions: [InputAction] = []
        for contact in ended {
            if contact.isTool, contact.target.application != nil {
                actions += takeTool(of: contact.device)
            } else if contacts.remove(contact.device, contact.means) != nil {
                // The end of one contact may have ended other contacts.
                actions += self.end(of: contact)
            }
        }
        return actions
    }

    private mutating func end(of contact: Contact) -> [InputAction] {
        switch (contact.target, contact.means) {
        case (.overlay(let id), _):
            return contact.id.map { [.overlay(id, .cancel($0))] } ?? []
        case (.application(let choice, _), .finger):
            _ = cancelTouches(on: choice)
            return [.deliver(.touchCancel, to: choice)]
        case (.application(let choice, _), .gesture):
            return [.deliver(.pointerGesture(.end(isCancelled: true), now), to: choice)]
        case (.application(let choice, _), .key):
            return deliver(released(contact, .key(contact.code, pressed: false, now)), to: choice)
        case (.application(let choice, _), .button):
            return deliver(
                released(contact, .pointerButton(contact.code, pressed: false, now), .pointerFrame), to: choice)
        case (.application, .toolTip), (.application, .toolButton), (.nobody, _):
            return []
        }
    }

    /// What the application receives for the release of a key or button: nothing while another device holds it.
    func released(_ contact: Contact, _ inputs: ContentInput...) -> [ContentInput] {
        contact.isSent && !contacts.isStillDown(contact) ? inputs : []
    }
}
