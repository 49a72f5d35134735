import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

/// A compositor with two applications and recording overlays, and the checks that must hold after every event.
final class InputRig {
    let bench: Bench
    let context: String
    private let application = FakeContent()
    private(set) var checkers: [HostedApplication: ContentChecker] = [:]
    private(set) var overlays: [OverlayID: OverlayChecker] = [:]
    /// The live fingers, and who has them.
    private var fingers: [Finger: Owner] = [:]
    /// The fingers that came down where nothing could be seen, until they are lifted.
    private var blind: [Finger: DeviceOutput] = [:]
    /// An overlay of the rig has all of the panel.
    var isPanelTaken = false
    private(set) var coveredEvents = 0

    private struct Finger: Hashable {
        let device: DeviceID
        let slot: Int32
    }

    /// A contact as its target knows it.
    private enum Owner: Hashable {
        case application(HostedApplication, ContactID)
        case overlay(OverlayID, ContactID)
    }

    init(configuration: Configuration, outputs: [OutputDescription], context: String) {
        self.context = context
        bench = Bench(configuration: configuration, outputs: outputs, application: application)
        bench.compositor.foreground.applicationStarted()
        for choice in HostedApplication.all(ofDisplays: 0) {
            checkers[choice] = ContentChecker(context: "\(context), \(choice)")
        }
        for id in [OverlayID.statusBar, .restart] {
            overlays[id] = OverlayChecker(context: "\(context), \(id)")
        }
    }

    var holdsNothing: Bool {
        checkers.values.allSatisfy(\.holdsNothing) && overlays.values.allSatisfy(\.live.isEmpty)
    }
    var downs: Int { checkers.values.reduce(0) { $0 + $1.downs } + overlays.values.reduce(0) { $0 + $1.downs } }
    var ends: Int { checkers.values.reduce(0) { $0 + $1.ends } + overlays.values.reduce(0) { $0 + $1.ends } }
    private var starts: Int { checkers.values.reduce(0) { $0 + $1.starts } }
    var strokes: Int { checkers.values.reduce(0) { $0 + $1.strokes } }

    /// Lets a client of the panel's base hold the pointer.
    func holdPointer(_ isHeld: Bool) {
        bench.content.holdsPointer = isHeld
        application.holdsPointer = isHeld
    }

    /// A device's event, as the service gets it.
    func route(_ event: InputEvent) {
        let (isCovered, before, now) = (isCovered(event), starts, bench.loop.now)
        noteBlind(event)
        bench.compositor.input.inputReceived(event)
        let owners = check()
        if isCovered {
            coveredEvents += 1
            #expect(starts == before, "\(context): \(event) came through what covers it, at \(now)")
        }
        follow(event, owners)
        forgetLifted()
    }

    // MARK: What covers the screens, by what can be seen

    /// Whether the spot that the event is about cannot be seen, or is taken by something else than the applications.
    private func isCovered(_ event: InputEvent) -> Bool {
        guard let device = event.device else { return false }
        let plan = bench.compositor.plan
        if plan.isDark { return true }
        let output = output(of: device)
        if case .touchDown(_, let slot, _, _) = event {
            let finger = Finger(device: device, slot: slot)
            if blind.contains(where: { $0.key != finger && $0.value == output }) { return true }
        }
        if case .key = event { return false }
        if output.isBeyondPanel { return isHidden(output) }
        // What is dragged from before goes on below an overlay.
        let isTaken = isPanelTaken && !bench.compositor.lock.isLocked && !checkers.values.contains(where: \.drags)
        switch event {
        case .touchDown, .tool: return output == .panel && (plan.panel?.isBlank == true || isTaken)
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .pointerGesture:
            return plan.panel?.isBlank == true ? plan.panelBase != .controller : isTaken
        default: return false
        }
    }

    private func noteBlind(_ event: InputEvent) {
        let plan = bench.compositor.plan
        switch event {
        case .touchDown(let device, let slot, let position, _):
            let output = output(of: device)
            let isHidden =
                output.isBeyondPanel ? isHidden(output) : output == .panel && plan.panel?.isBlank == true
            let finger = Finger(device: device, slot: slot)
            blind[finger] = isHidden && position.x.isFinite && position.y.isFinite ? output : nil
        case .touchUp(let device, let slot, _), .touchCancel(let device, let slot, _):
            blind[Finger(device: device, slot: slot)] = nil
        case .deviceRemoved(let device): blind = blind.filter { $0.key.device != device }
        // It may belong to another screen from now on.
        case .deviceAdded: blind = [:]
        default: break
        }
    }

    private func isHidden(_ output: DeviceOutput) -> Bool {
        let plan = bench.compositor.plan
        let screen: PlannedScreen? =
            switch output {
            case .external: plan.screen(in: .external)
            case .copy(let id): plan.screens[id]
            case .panel, .nowhere: nil
            }
        return screen.map { plan.hidden.contains($0.output.id) } ?? false
    }

    private func output(of device: DeviceID) -> DeviceOutput {
        bench.compositor.input.router.mapping.output(of: device, in: bench.compositor.plan.inputGeometry)
    }

    /// Anything else that happens to the service. When the ground under the fingers changes, all must be ended, but for
    /// what the panel application holds on a panel that goes on showing it.
    func change(_ body: (Bench) -> Void) {
        let before = ground
        body(bench)
        bench.loop.settle()
        _ = check()
        forgetLifted()
        let now = ground
        guard now != before else { return }
        let isApplicationLeft = now.showsApplication && before.showsApplication && now.panel == before.panel
        let isEmpty = isApplicationLeft ? holdsNothingElsewhere : holdsNothing
        #expect(isEmpty, "\(context): something is held on ground that has gone away")
    }

    private var holdsNothingElsewhere: Bool {
        checkers[.content]?.holdsNothing != false && overlays.values.allSatisfy(\.live.isEmpty)
    }

    func setOverlay(_ id: OverlayID, _ area: OverlayArea?) {
        overlays[id]?.isModal = area?.isModal ?? false
        bench.compositor.overlays.setInput(id, area: area, sink: overlays[id])
        _ = check()
        forgetLifted()
        if area == nil { #expect(overlays[id]?.live.isEmpty == true, "\(context): held on an overlay that has gone") }
    }

    /// What the screens show, but for copies, which come and go without a break; input is cancelled when it changes.
    private struct Ground: Hashable {
        let outputs: [String]
        let panel: EnabledOutput?
        let base: String
        let place: String
        let showsApplication: Bool
    }

    private var ground: Ground {
        let compositor = bench.compositor
        let copies = compositor.plan.copies.map(\.output.id)
        return Ground(
            outputs: bench.display.enabled.filter { !copies.contains($0.key) }.map { "\($0.key) \($0.value)" }.sorted(),
            panel: compositor.plan.panel?.output, base: "\(compositor.plan.panelBase as Any)",
            place: "\(compositor.contentPlace as Any)", showsApplication: compositor.plan.panelBase == .application)
    }

    /// Checks what the applications and overlays have received since; returns the contacts that it was about.
    private func check() -> [Owner] {
        var owners: [Owner] = []
        for (choice, content) in [(HostedApplication.content, bench.content), (.application, application)] {
            for delivery in content.takeDeliveries() {
                checkers[choice]?.size = delivery.size
                checkers[choice]?.check(delivery.input)
                switch delivery.input {
                case .touchDown(let id, _, _), .touchMotion(let id, _, _), .touchUp(let id, _):
                    owners.append(.application(choice, id))
                default: break
                }
            }
        }
        for (id, overlay) in overlays { owners += overlay.takeFingers().map { .overlay(id, $0) } }
        #expect(overlays.values.count(where: \.isHovered) <= 1, "\(context): the pointer is in two places")
        return owners
    }

    /// A finger's events all go where its down went.
    private func follow(_ event: InputEvent, _ owners: [Owner]) {
        switch event {
        case .touchDown(let device, let slot, _, _):
            let finger = Finger(device: device, slot: slot)
            var began = owners
            if let lost = fingers[finger] {
                let end = began.firstIndex(of: lost)
                #expect(end != nil, "\(context): a lost up went elsewhere")
                end.map { _ = began.remove(at: $0) }
            }
            #expect(began.count <= 1, "\(context): a finger went down twice")
            fingers[finger] = began.first
        case .touchMotion(let device, let slot, _, _), .touchUp(let device, let slot, _):
            let finger = Finger(device: device, slot: slot)
            for owner in owners { #expect(fingers[finger] == owner, "\(context): a finger changed hands") }
            if case .touchUp = event { fingers[finger] = nil }
        default:
            #expect(owners.isEmpty || event.isPress, "\(context): \(event) moved a finger")
        }
    }

    /// Forgets the fingers whose contacts have ended; their numbers may be used again.
    private func forgetLifted() {
        fingers = fingers.filter { isLive($0.value) }
    }

    private func isLive(_ owner: Owner) -> Bool {
        switch owner {
        case .application(let choice, let id): checkers[choice]?.contacts[id] != nil
        case .overlay(let id, let contact): overlays[id]?.live.contains(contact) == true
        }
    }
}

extension InputEvent {
    /// The device whose user does something; nil for arrivals, removals and ends.
    fileprivate var device: DeviceID? {
        guard isNewAction else { return nil }
        return switch self {
        case .touchDown(let id, _, _, _), .touchMotion(let id, _, _, _): id
        case .pointerMotion(let id, _, _), .pointerPosition(let id, _, _), .pointerAxis(let id, _, _),
            .pointerGesture(let id, _, _), .tool(let id, _, _):
            id
        case .pointerButton(let id, _, _, _), .key(let id, _, _, _): id
        default: nil
        }
    }

    /// Whether an overlay may get a contact of it without a finger.
    fileprivate var isPress: Bool {
        switch self {
        case .pointerMotion, .pointerPosition, .pointerButton, .tool: true
        default: false
        }
    }
}

/// An overlay that checks what it receives.
final class OverlayChecker: OverlayInputSink {
    let context: String
    private(set) var live: Set<ContactID> = []
    private(set) var isHovered = false
    /// Whether keys belong to it.
    var isModal = false
    private(set) var downs = 0
    private(set) var ends = 0
    private var named: [ContactID] = []

    init(context: String) {
        self.context = context
    }

    /// The contacts that were named since, in order.
    func takeFingers() -> [ContactID] {
        defer { named = [] }
        return named
    }

    func take(_ input: OverlayInput) {
        switch input {
        case .down(let contact, _, let point, _):
            #expect(live.insert(contact).inserted, "\(context): a contact went down twice")
            #expect(point.isFinite, "\(context): \(point) is no point")
            downs += 1
            named.append(contact)
        case .motion(let contact, let point, _):
            #expect(live.contains(contact), "\(context): a dead contact moved")
            #expect(point.isFinite, "\(context): \(point) is no point")
            named.append(contact)
        case .up(let contact, _):
            end(contact)
            named.append(contact)
        case .cancel(let contact): end(contact)
        case .hover: isHovered = true
        case .hoverEnded:
            #expect(isHovered, "\(context): the pointer left twice")
            isHovered = false
        case .scroll: #expect(isHovered, "\(context): scrolled without a pointer")
        case .key: #expect(isModal, "\(context): a key came to an overlay that is not modal")
        }
    }

    private func end(_ contact: ContactID) {
        #expect(live.remove(contact) != nil, "\(context): a dead contact ended")
        ends += 1
    }
}
