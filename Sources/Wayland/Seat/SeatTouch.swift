import Geometry
import Mirroring
import WaylandBinding

/// The seat's touch screen. A touch point belongs to the surface on which it came down until it goes up.
final class SeatTouch {
    private struct Contact {
        /// The number that clients know: the lowest that no other finger of the seat has, on whichever screen.
        let number: Int32
        let surface: Surface
        let client: Client
        let downSerial: UInt32
        var point: Point<LogicalSpace>
        /// Whether the client lagged when the finger moved, and was not told.
        var isUntold = false
        /// Takes the finger from the client.
        var grab: (any SeatGrab)?
        /// Follows the finger, which the client keeps.
        var follower: (any PressFollower)?
    }

    let resources = ResourceList<WlTouch>()
    /// Handles fingers on surfaces of clients without `wl_touch`.
    let standIn: TouchPointer
    private let scope: InputScope
    private var contacts: [ContactID: Contact] = [:]
    /// Clients that were sent events since their last `frame`.
    private var unframed: Set<Client> = []

    init(scope: InputScope, standIn: TouchPointer) {
        self.scope = scope
        self.standIn = standIn
    }

    func down(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        let target = scope.target(at: point)
        if let surface = target?.surface, !takesTouch(surface), standIn.down(id, on: surface.client, point, time) {
            return
        }
        guard contacts[id] == nil, scope.windows.pressed(on: target?.surface), let target else { return }
        let client = target.surface.client
        let serial = scope.actionSerial(for: client)
        let used = Set(contacts.values.map(\.number))
        let number = (0..<Int32.max).first { !used.contains($0) } ?? 0
        contacts[id] = Contact(
            number: number, surface: target.surface, client: client, downSerial: serial, point: point)
        let local = target.local(point)
        for touch in resources.of(client) {
            touch.sendDown(
                serial: serial, time: time.waylandMilliseconds, surface: target.surface.resource, id: number,
                x: local.x, y: local.y)
        }
        unframed.insert(client)
    }

    private func takesTouch(_ surface: Surface) -> Bool {
        !resources.of(surface.client).isEmpty && scope.windows.takesTouch(surface)
    }

    func motion(_ id: ContactID, _ point: Point<LogicalSpace>, _ time: Timestamp) {
        guard let contact = contacts[id] else { return standIn.motion(id, point, time) }
        contacts[id]?.point = point
        if let grab = contact.grab { return grab.moved(to: point, time) }
        defer { contact.follower?.moved(to: point, time) }
        if !contact.client.isLagging { return tellPlace(of: id, time) }
        if contact.isUntold { return }
        contacts[id]?.isUntold = true
        contact.client.onCatchUp { [weak self] in
            guard let self else { return }
            if contacts[id]?.isUntold == true { tellPlace(of: id, scope.now) }
            frame()
        }
    }

    private func tellPlace(of id: ContactID, _ time: Timestamp) {
        contacts[id]?.isUntold = false
        guard let contact = contacts[id], let local = scope.place(of: contact.surface)?.local(contact.point) else {
            return
        }
        for touch in resources.of(contact.client) {
            touch.sendMotion(time: time.waylandMilliseconds, id: contact.number, x: local.x, y: local.y)
        }
        unframed.insert(contact.client)
    }

    func up(_ id: ContactID, _ time: Timestamp) {
        if contacts[id]?.isUntold == true { tellPlace(of: id, time) }
        guard let contact = contacts.removeValue(forKey: id) else { return standIn.up(id, time) }
        if let grab = contact.grab { return grab.released(time) }
        sendUp(contact, time)
        contact.follower?.released(time)
    }

    func frame() {
        standIn.frame()
        for client in unframed {
            for touch in resources.of(client) { touch.sendFrame() }
        }
        unframed = []
    }

    /// Cancels all touch points.
    func cancel() {
        standIn.cancel()
        let ended = contacts.values
        contacts = [:]
        unframed = []
        for client in Set(ended.filter { $0.grab == nil }.map(\.client)) {
            for touch in resources.of(client) { touch.sendCancel() }
        }
        for contact in ended { (contact.grab ?? contact.follower)?.cancelled() }
    }

    /// Lifts fingers whose surfaces are gone.
    func layoutChanged(_ time: Timestamp) {
        lift(time) { scope.place(of: $0) == nil }
    }

    /// Lifts fingers whose surfaces are about to be destroyed or hidden.
    func willHide(_ root: Surface, _ time: Timestamp) {
        lift(time) { $0.root === root }
    }

    /// The touch point whose `down`, on one of the client's surfaces, had this serial, and its position.
    func contact(withDown serial: UInt32, client: Client) -> (id: ContactID, point: Point<LogicalSpace>)? {
        let found = contacts.first {
            $0.value.downSerial == serial && $0.value.client == client && $0.value.grab == nil
        }
        return found.map { ($0.key, $0.value.point) }
    }

    /// Has a finger followed, which the X server has and keeps; false if it has none.
    func followX(_ follower: any PressFollower) -> Bool {
        guard let (id, contact) = contacts.first(where: { $1.grab == nil && $1.client.usesPixels }) else {
            return false
        }
        contact.follower?.cancelled()
        contacts[id]?.follower = follower
        follower.moved(to: contact.point, scope.now)
        return true
    }

    /// Starts a grab with the finger.
    func begin(_ grab: any SeatGrab, for id: ContactID) {
        guard let contact = contacts[id] else { return grab.cancelled() }
        contacts[id]?.grab = grab
        grab.onEnd = { [weak self, weak grab] in
            if self?.contacts[id]?.grab === grab { self?.contacts[id] = nil }
        }
        grab.moved(to: contact.point, Timestamp(microseconds: 0))
    }

    /// Takes a finger from its client. The client loses its other fingers too, because `wl_touch.cancel` ends them all.
    func cancelAll(of client: Client, but id: ContactID) {
        for touch in resources.of(client) { touch.sendCancel() }
        let lost = contacts.filter { $0.key != id && $0.value.client == client && $0.value.grab == nil }
        for (id, contact) in lost {
            contacts[id] = nil
            contact.follower?.cancelled()
        }
        unframed.remove(client)
    }

    private func lift(_ time: Timestamp, where isGone: (Surface) -> Bool) {
        for (id, contact) in contacts where contact.grab == nil && isGone(contact.surface) {
            contacts[id] = nil
            sendUp(contact, time)
            contact.follower?.cancelled()
        }
        frame()
    }

    private func sendUp(_ contact: Contact, _ time: Timestamp) {
        guard contact.client.handle != nil else { return }
        let serial = scope.actionSerial(for: contact.client)
        for touch in resources.of(contact.client) {
            touch.sendUp(serial: serial, time: time.waylandMilliseconds, id: contact.number)
        }
        unframed.insert(contact.client)
    }
}
