package import Mirroring

/// Receives every event that `kagami events` prints.
package protocol ServiceEventObserver: AnyObject {
    func occurred(_ event: ServiceEvent)
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
