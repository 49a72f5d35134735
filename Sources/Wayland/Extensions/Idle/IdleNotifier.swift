package import Mirroring
import Runtime
import WaylandBinding

/// `ext_idle_notifier_v1`: notifies clients when the user becomes idle or active.
final class IdleNotifier {
    private var global: Global<ExtIdleNotifierV1>?

    init(_ content: WaylandContent) throws(RuntimeError) {
        let watch = IdleWatch(LoopIdleClock(content.display.loop))
        watch.isInhibited = { [weak tools = content.tools] in tools?.isIdleInhibited == true }
        watch.isInhibitedByMachine = { [weak tools = content.tools] in tools?.otherInhibitors[.logind] != nil }
        content.attachments[IdleWatch.self] = watch
        content.add(watch)
        global = try Global(content.display, version: 1, audience: .unconfined) { [weak watch] _ in
            watch.map(IdleNotifierObject.init)
        }
    }
}

/// One client's `ext_idle_notifier_v1`.
private final class IdleNotifierObject: ExtIdleNotifierV1Requests {
    private weak var watch: IdleWatch?

    init(_ watch: IdleWatch) {
        self.watch = watch
    }

    func getIdleNotification(
        _ resource: Resource<ExtIdleNotifierV1>, id: NewResource<ExtIdleNotificationV1>, timeout: UInt32,
        seat: Resource<WlSeat>
    ) {
        let object = id.create(IdleNotification())
        guard object.isAlive, let watch else { return }
        let subscription = IdleSubscription(
            milliseconds: timeout, onIdle: { [weak object] in object?.sendIdled() },
            onResume: { [weak object] in object?.sendResumed() })
        object.onDestroy { [weak watch] in watch?.remove(subscription) }
        watch.add(subscription)
    }
}

/// One `ext_idle_notification_v1`.
private final class IdleNotification: ExtIdleNotificationV1Requests {}

extension WaylandContent: IdlePort {
    package func watchIdleness(seconds: [Int]) {
        guard let watch = attachments[IdleWatch.self] else { return }
        for subscription in attachments[ServiceIdleness.self]?.subscriptions ?? [] { watch.remove(subscription) }
        let subscriptions = seconds.map { seconds in
            IdleSubscription(
                milliseconds: UInt32(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue),
                onIdle: { [weak self] in self?.idleObserver?.userBecameIdle(forSeconds: seconds) },
                onResume: { [weak self] in self?.idleObserver?.userCameBack() })
        }
        attachments[ServiceIdleness.self] = ServiceIdleness(subscriptions)
        for subscription in subscriptions { watch.add(subscription) }
    }

    package func tellMachine(ofIdlenessAfter seconds: Int) {
        attachments[MachineIdleness.self]?.use(seconds)
    }

    package func userActed() {
        tools.userActed()
    }

    package var idlenessInhibitors: [IdlenessInhibitor] { tools.inhibitors }

    package func screensChanged(areDark: Bool) {
        tools.areScreensDark = areDark
        tools.inhibitionMayHaveChanged()
    }

    /// What inhibits idleness beside surfaces, by one of the ways, from now on.
    package func inhibitIdleness(_ inhibitors: [IdlenessInhibitor], by source: IdlenessInhibitor.Source) {
        tools.otherInhibitors[source] = inhibitors.isEmpty ? nil : inhibitors
        tools.inhibitionMayHaveChanged()
    }

    /// Whether nothing can be seen on any screen.
    package var areScreensDark: Bool { tools.areScreensDark }

    /// How long ago the user last did something, in microseconds.
    package var idleMicroseconds: Int64 { attachments[IdleWatch.self]?.idleMicroseconds ?? 0 }

    /// Tells `machine`, which is held weakly, about idleness and inhibition.
    package func tellOfIdleness(_ machine: any MachineIdlenessPort) {
        guard let watch = attachments[IdleWatch.self] else { return }
        attachments[MachineIdleness.self] = MachineIdleness(machine, watch)
    }
}

/// Tells the machine about idleness and inhibition.
private final class MachineIdleness: InhibitionObserver {
    private weak var machine: (any MachineIdlenessPort)?
    private let watch: IdleWatch
    private var subscription: IdleSubscription?

    init(_ machine: any MachineIdlenessPort, _ watch: IdleWatch) {
        self.machine = machine
        self.watch = watch
        watch.inhibitionObserver = self
    }

    /// Reports idleness after so many seconds, counted from now on; never for 0.
    func use(_ seconds: Int) {
        if let subscription { watch.remove(subscription) }
        subscription = nil
        machine?.userIsIdle(false)
        guard seconds > 0 else { return }
        let next = IdleSubscription(
            milliseconds: UInt32(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue),
            onIdle: { [weak self] in self?.machine?.userIsIdle(true) },
            onResume: { [weak self] in self?.machine?.userIsIdle(false) })
        subscription = next
        watch.add(next)
    }

    func inhibitionChanged(to isInhibited: Bool) {
        machine?.idlenessIsInhibited(isInhibited)
    }
}

/// The service's own subscriptions.
private final class ServiceIdleness {
    let subscriptions: [IdleSubscription]

    init(_ subscriptions: [IdleSubscription]) {
        self.subscriptions = subscriptions
    }
}

/// Idleness is shared: an inhibitor in one application counts in all.
extension ToolPlace {
    /// A program inhibits it, by a surface that is seen or on the session bus.
    var isIdleInhibited: Bool {
        otherInhibitors[.screenSaver] != nil
            || !areScreensDark && contents.contains { $0.attachments[IdleInhibitors.self]?.isActive == true }
    }

    /// All that inhibits it.
    var inhibitors: [IdlenessInhibitor] {
        let surfaces =
            areScreensDark ? [] : contents.flatMap { $0.attachments[IdleInhibitors.self]?.active ?? [] }
        return surfaces + IdlenessInhibitor.Source.allCases.flatMap { otherInhibitors[$0] ?? [] }
    }

    func inhibitionMayHaveChanged() {
        for content in contents { content.attachments[IdleWatch.self]?.inhibitionMayHaveChanged() }
    }
}
