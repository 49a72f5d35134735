import Geometry
import Mirroring

/// The seat's touch screen. The surface that a finger comes down on keeps it until it goes up.
final class SeatTouch {
    private struct Contact {
        let surface: Surface
        let client: Client
        let downSerial: UInt32
        var point: Point<LogicalSpace>
        /// Takes the finger away from the client.
        var grab: (any SeatGrab)?
    }

    let resources = ResourceList<WlTouch>()
    /// Takes the fingers on surfaces of clients without touch.
    let standIn: TouchPointer
    private let scope: InputScope
    private var contacts: [ContactID: Contact] = [:]
    /// Clients that have had events since their last frame.
    private var unframed: Set<Client> = []

    init(scope: InputScope, standIn: TouchPointer) {
        self.scope = scope
        self.standIn = standIn
    }

    func down(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        let target = scope.target(at: point)
        if let client = target?.surface.client, resources.of(client).isEmpty,
            standIn.down(id, on: client, point, time)
        {
            return
        }
        guard contacts[id] == nil, scope.desktop.pressed(on: target?.surface), let target else { return }
        let client = target.surface.client
        let serial = scope.actionSerial(for: client)
        contacts[id] = Contact(surface: target.surface, client: client, downSerial: serial, point: point)
        let local = target.local(point)
        for touch in resources.of(client) {
            touch.sendDown(
                serial: serial, time: time.waylandMilliseconds, surface: target.surface.resource, id: id.number,
                x: local.x, y: local.y)
        }
        unframed.insert(client)
    }

    func motion(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        if standIn.motion(id, point, time) { return }
        guard let contact = contacts[id] else { return }
        contacts[id]?.point = point
        if let grab = contact.grab { return grab.moved(to: point, time) }
        guard let local = scope.place(of: contact.surface)?.local(point) else { return }
        for touch in resources.of(contact.client) {
            touch.sendMotion(time: time.waylandMilliseconds, id: id.number, x: local.x, y: local.y)
        }
        unframed.insert(contact.client)
    }

    func up(_ id: ContactID, _ time: Timestamp) {
        if standIn.up(id, time) { return }
        guard let contact = contacts.removeValue(forKey: id) else { return }
        if let grab = contact.grab { return grab.released(time) }
        sendUp(id, contact, time)
    }

    func frame() {
        standIn.frame()
        for client in unframed {
            for touch in resources.of(client) { touch.sendFrame() }
        }
        unframed = []
    }

    /// Every live contact ends without having meant anything.
    func cancel() {
        standIn.cancel()
        let ended = contacts.values
        contacts = [:]
        unframed = []
        for client in Set(ended.filter { $0.grab == nil }.map(\.client)) {
            for touch in resources.of(client) { touch.sendCancel() }
        }
        for contact in ended { contact.grab?.cancelled() }
    }

    /// Fingers on surfaces that are gone count as lifted.
    func layoutChanged(_ time: Timestamp) {
        lift(time) { scope.place(of: $0) == nil }
    }

    /// Likewise fingers on surfaces that are about to go.
    func willHide(_ root: Surface, _ time: Timestamp) {
        lift(time) { $0.root === root }
    }

    /// The live finger whose down event had this serial, if it is on one of the client's surfaces, and where it is.
    func contact(withDown serial: UInt32, client: Client) -> (id: ContactID, point: Point<LogicalSpace>)? {
        let found = contacts.first {
            $0.value.downSerial == serial && $0.value.client == client && $0.value.grab == nil
        }
        return found.map { ($0.key, $0.value.point) }
    }

    /// The finger moves something from now on.
    func begin(_ grab: any SeatGrab, for id: ContactID) {
        guard let contact = contacts[id] else { return grab.cancelled() }
        contacts[id]?.grab = grab
        grab.onEnd = { [weak self, weak grab] in
            if self?.contacts[id]?.grab === grab { self?.contacts[id] = nil }
        }
        grab.moved(to: contact.point, Timestamp(microseconds: 0))
    }

    /// The finger is taken from its client, which loses all its others with it: the wire has no smaller word.
    func cancelAll(of client: Client, but id: ContactID) {
        for touch in resources.of(client) { touch.sendCancel() }
        contacts = contacts.filter { $0.key == id || $0.value.client != client || $0.value.grab != nil }
        unframed.remove(client)
    }

    private func lift(_ time: Timestamp, where isGone: (Surface) -> Bool) {
        for (id, contact) in contacts where contact.grab == nil && isGone(contact.surface) {
            contacts[id] = nil
            sendUp(id, contact, time)
        }
        frame()
    }

    private func sendUp(_ id: ContactID, _ contact: Contact, _ time: Timestamp) {
        guard contact.client.handle != nil else { return }
        let serial = scope.actionSerial(for: contact.client)
        for touch in resources.of(contact.client) {
            touch.sendUp(serial: serial, time: time.waylandMilliseconds, id: id.number)
        }
        unframed.insert(contact.client)
    }
}
