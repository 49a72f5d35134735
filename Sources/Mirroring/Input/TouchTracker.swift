package import Geometry

/// Follows fingers from their down to their up and turns them into touch contacts of the content.
///
/// A finger is live once its down was delivered. All others are ignored: those that began in the bars, and those whose
/// contact was cancelled while they stayed on. They need no state, since only a down makes a finger live.
///
/// Invariants: each delivered down gets exactly one up or is covered by one cancel; nothing is sent for a
/// contact after that; every position is inside the content.
///
/// `wl_touch.cancel` ends all contacts of the seat at once. So when a device cancels one contact or is removed, all live
/// contacts are cancelled and the fingers that stay on are ignored.
package struct TouchTracker {
    /// A live contact and where it is.
    package struct Contact: Hashable, Sendable {
        package let id: ContactID
        package var position: Point<ContentSpace>
    }

    private struct Key: Hashable {
        let device: DeviceID
        let slot: Int32
    }

    /// The live fingers.
    private var contacts: [Key: Contact] = [:]
    private var hasUnframedEvents = false

    package init() {}

    /// The live contacts, by number.
    package var liveContacts: [Contact] {
        contacts.values.sorted { $0.id.number < $1.id.number }
    }

    /// Takes a finger's down. A slot that is still live has lost its up: its contact is ended first.
    package mutating func down(
        _ device: DeviceID, slot: Int32, at hit: InputHit, _ time: Timestamp
    ) -> [ContentInput] {
        let lost = up(device, slot: slot, time)
        guard case .content(let point) = hit else { return lost }
        let contact = Contact(id: freeID, position: point)
        contacts[Key(device: device, slot: slot)] = contact
        hasUnframedEvents = true
        return lost + [.touchDown(contact.id, point, time)]
    }

    /// Takes a finger's motion; over the bars it moves along the content's edge.
    package mutating func motion(
        _ device: DeviceID, slot: Int32, at hit: InputHit, _ time: Timestamp
    ) -> [ContentInput] {
        let key = Key(device: device, slot: slot)
        guard var contact = contacts[key] else { return [] }
        let point: Point<ContentSpace>
        switch hit {
        case .content(let inside): point = inside
        case .bars(let nearest): point = nearest
        case .nowhere: return []
        }
        guard point != contact.position else { return [] }
        contact.position = point
        contacts[key] = contact
        hasUnframedEvents = true
        return [.touchMotion(contact.id, point, time)]
    }

    /// Takes a finger's up.
    package mutating func up(_ device: DeviceID, slot: Int32, _ time: Timestamp) -> [ContentInput] {
        guard let contact = contacts.removeValue(forKey: Key(device: device, slot: slot)) else { return [] }
        hasUnframedEvents = true
        return [.touchUp(contact.id, time)]
    }

    /// Ends a frame: the touches since the last one happened at once.
    package mutating func frame() -> [ContentInput] {
        guard hasUnframedEvents else { return [] }
        hasUnframedEvents = false
        return [.touchFrame]
    }

    /// Takes a device's cancel of one contact.
    package mutating func cancel(_ device: DeviceID, slot: Int32) -> [ContentInput] {
        contacts[Key(device: device, slot: slot)] == nil ? [] : cancelAll()
    }

    /// Removes a device and its fingers.
    package mutating func remove(_ device: DeviceID) -> [ContentInput] {
        contacts.keys.contains { $0.device == device } ? cancelAll() : []
    }

    /// Cancels all live contacts, because what is under them changes.
    package mutating func cancelAll() -> [ContentInput] {
        guard !contacts.isEmpty else { return [] }
        contacts = [:]
        hasUnframedEvents = false
        return [.touchCancel]
    }

    /// The lowest number that no live contact has.
    private var freeID: ContactID {
        let taken = liveContacts
        let gap = taken.indices.first { taken[$0].id.number != Int32($0) } ?? taken.count
        return ContactID(Int32(clamping: gap))
    }
}
