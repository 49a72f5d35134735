import Geometry
import TestSupport
import Testing

@testable import Mirroring

@Suite struct KeyPadTests {
    /// Seven inches of 1024x600.
    private let pad = KeyPad(in: Rect(x: 0, y: 0, width: 1024, height: 600), density: 6.675, size: 1)

    @Test func everyKeyIsOnce() {
        let keys = KeyPad.rows.flatMap(\.self)
        #expect(Set(keys) == Set(PadKey.allCases))
        #expect(keys.count == PadKey.allCases.count)
        #expect(Set(keys.map(\.code)).count == keys.count)
    }

    @Test func keysAreAsHighAsAFingerNeeds() {
        #expect(pad.frame.maxY == 600)
        for (_, place) in pad.places { #expect(Double(place.height) / 6.675 >= 8.9) }
    }

    @Test(arguments: Effort.seeds(sample: 40, torture: 2000)) func keysLieBesideEachOtherOnThePad(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let room = Rect<PanelSpace>(
            x: 0, y: .random(in: 0...100, using: &random), width: .random(in: 120...4000, using: &random),
            height: .random(in: 100...3000, using: &random))
        let pad = KeyPad(
            in: room, density: .random(in: 0.5...20, using: &random), size: .random(in: 0.5...3, using: &random))
        #expect(pad.frame.height * 2 <= room.height)
        let places = pad.places.map(\.place)
        for (index, place) in places.enumerated() {
            #expect(!place.isEmpty)
            #expect(pad.frame.intersection(place) == place)
            for other in places[(index + 1)...] { #expect(place.intersection(other).isEmpty) }
        }
        for (key, place) in pad.places {
            let middle = Point<PanelSpace>(
                x: Double(place.x) + Double(place.width) / 2, y: Double(place.y) + Double(place.height) / 2)
            #expect(pad.key(at: middle) == key)
        }
        #expect(pad.key(at: Point(x: 5, y: Double(pad.frame.y) - 1)) == nil)
    }

    private func middle(_ key: PadKey) -> Point<PanelSpace> {
        let place = pad.places.first { $0.key == key }?.place ?? .zero
        return Point(x: Double(place.x + place.width / 2), y: Double(place.y + place.height / 2))
    }

    @Test func aKeyOfTwoFingersGoesUpWithTheLast() {
        var contacts = PadContacts()
        let time = Timestamp(microseconds: 0)
        let (one, other) = (ContactID(1), ContactID(2))
        #expect(contacts.take(.down(one, .finger, middle(.up), time), on: pad) == .init(key: .up, isPressed: true))
        #expect(contacts.take(.motion(one, middle(.down), time), on: pad) == nil)
        #expect(contacts.take(.down(other, .finger, middle(.up), time), on: pad) == nil)
        #expect(contacts.pressed == [.up])
        #expect(contacts.take(.up(one, time), on: pad) == nil)
        #expect(contacts.take(.cancel(other), on: pad) == .init(key: .up, isPressed: false))
        #expect(contacts.pressed.isEmpty)
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 1000)) func everyKeyThatGoesDownGoesUpOnce(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var contacts = PadContacts()
        var down: Set<PadKey> = []
        var live: Set<ContactID> = []
        func note(_ change: PadContacts.Change?) {
            guard let change else { return }
            #expect(down.contains(change.key) != change.isPressed)
            if change.isPressed { down.insert(change.key) } else { down.remove(change.key) }
        }
        let time = Timestamp(microseconds: 0)
        for _ in 0..<200 {
            let contact = ContactID(.random(in: 0..<5, using: &random))
            let point = Point<PanelSpace>(
                x: .random(in: -10...1040, using: &random), y: .random(in: 380...610, using: &random))
            if live.contains(contact) {
                live.remove(contact)
                note(contacts.take(random.chance(50) ? .up(contact, time) : .cancel(contact), on: pad))
            } else {
                live.insert(contact)
                note(contacts.take(.down(contact, random.chance(80) ? .finger : .button(0x111), point, time), on: pad))
            }
            #expect(contacts.pressed == down)
        }
        for contact in live { note(contacts.take(.cancel(contact), on: pad)) }
        #expect(down.isEmpty)
    }
}
