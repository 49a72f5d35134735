package import Mirroring

/// Receives every event that `kagami events` prints.
package protocol ServiceEventObserver: AnyObject {
    func occurred(_ event: ServiceEvent)
}

/// Hears of the external, and of whether something is to be seen on it, with each change of the screens.
package protocol ExternalFollower: AnyObject {
    func externalChanged(to external: OutputDescription?, isSeen: Bool)
}

/// Publishes what happens, with the time.
package final class ServiceEvents {
    private let loop: any LoopPort
    package weak var observer: (any ServiceEventObserver)?

    init(_ loop: any LoopPort) {
        self.loop = loop
    }

    func emit(_ occurrence: ServiceEvent.Occurrence) {
        observer?.occurred(ServiceEvent(occurrence, at: loop.now))
    }
}
