import Geometry

/// Follows every physical contact from its down to its up and turns it into contacts of the content.
///
/// A contact is live when its down was delivered, and swallowed otherwise: it began in the bars, or was
/// cancelled while the finger stayed on. A swallowed contact sends nothing until the finger lifts.
///
/// Invariants: each delivered down gets exactly one up or is covered by one cancel; nothing is sent for a
/// contact after that; every position is inside the content.
///
/// `wl_touch.cancel` ends all contacts of the seat at once. So when one contact is given up, by its device or
/// with it, all live ones are cancelled and the others are swallowed.
package struct TouchTracker {
    /// A live contact and where it is.
    package struct Contact: Hashable, Sendable {
        package let id: ContactID
        package var position: Point<ExternalSpace>
    }

    private struct Key: Hashable {
        let device: DeviceID
        let slot: Int32
    }

    private enum Finger {
        case live(Contact)
        case swallowed
    }

    private var fingers: [Key: Finger] = [:]
    private var hasUnframedEvents = false

    package init() {}

    /// The live contacts, by number.
    package var liveContacts: [Contact] {
        fingers.values.compactMap { if case .live(let contact) = $0 { contact } else { nil } }
            .sorted { $0.id.number < $1.id.number }
    }

    /// A finger was put on. A slot that was already live has lost its up: it is lifted first.
    package mutating func down(
        _ device: DeviceID, slot: Int32, at hit: InputHit, _ time: Timestamp
    ) -> [ContentInput] {
        let lost = up(device, slot: slot, time)
        let key = Key(device: device, slot: slot)
        guard case .content(let point) = hit else {
            fingers[key] = .swallowed
            return lost
        }
        let contact = Contact(id: freeID, position: point)
        fingers[key] = .live(contact)
        hasUnframedEvents = true
        return lost + [.touchDown(contact.id, point, time)]
    }

    /// A finger has moved; over the bars it moves along the content's edge.
    package mutating func motion(
        _ device: DeviceID, slot: Int32, at hit: InputHit, _ time: Timestamp
    ) -> [ContentInput] {
        let key = Key(device: device, slot: slot)
        guard case .live(var contact) = fingers[key] else { return [] }
        let point: Point<ExternalSpace>
        switch hit {
        case .content(let inside): point = inside
        case .bars(let nearest): point = nearest
        case .nowhere: return []
        }
        guard point != contact.position else { return [] }
        contact.position = point
        fingers[key] = .live(contact)
        hasUnframedEvents = true
        return [.touchMotion(contact.id, point, time)]
    }

    /// A finger was lifted.
    package mutating func up(_ device: DeviceID, slot: Int32, _ time: Timestamp) -> [ContentInput] {
        guard case .live(let contact)? = fingers.removeValue(forKey: Key(device: device, slot: slot)) else {
            return []
        }
        hasUnframedEvents = true
        return [.touchUp(contact.id, time)]
    }

    /// The touches since the last frame happened at once.
    package mutating func frame() -> [ContentInput] {
        guard hasUnframedEvents else { return [] }
        hasUnframedEvents = false
        return [.touchFrame]
    }

    /// The device gave one contact up.
    package mutating func cancel(_ device: DeviceID, slot: Int32) -> [ContentInput] {
        guard case .live? = fingers.removeValue(forKey: Key(device: device, slot: slot)) else { return [] }
        return endAll()
    }

    /// The device is gone, and its fingers with it.
    package mutating func remove(_ device: DeviceID) -> [ContentInput] {
        let hadLive = fingers.contains { key, finger in
            if case .live = finger { key.device == device } else { false }
        }
        fingers = fingers.filter { $0.key.device != device }
        return hadLive ? endAll() : []
    }

    /// What is under the fingers changes: all live contacts end.
    package mutating func cancelAll() -> [ContentInput] {
        liveContacts.isEmpty ? [] : endAll()
    }

    private mutating func endAll() -> [ContentInput] {
        fingers = fingers.mapValues { _ in .swallowed }
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
