import TestSupport
import Testing

@testable import Mirroring

@Suite struct ContactTableTests {
    private struct Press: Hashable {
        let device: Int
        let code: UInt32
    }

    private func contact(_ press: Press) -> Contact {
        Contact(.key(press.code), of: DeviceID(press.device), from: .panel, on: .application(.content))
    }

    @Test(arguments: Effort.seeds(sample: 10, torture: 500))
    func aKeyIsDownWhileAnyDeviceHoldsIt(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed + 5)
        var table = ContactTable()
        // What it must be: each press by itself.
        var model: Set<Press> = []
        func isDown(_ code: UInt32) -> Bool { model.contains { $0.code == code } }
        for _ in 0..<2000 {
            let press = Press(
                device: Int.random(in: 0..<4, using: &generator), code: UInt32.random(in: 1..<6, using: &generator))
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<9 where !model.contains(press):
                let wasUp = !isDown(press.code)
                #expect(table.insert(contact(press)) == wasUp)
                model.insert(press)
            case 9..<18:
                let removed = table.remove(DeviceID(press.device), .key(press.code))
                #expect((removed != nil) == (model.remove(press) != nil))
            case 18:
                for contact in table.all(of: DeviceID(press.device)) { table.remove(contact.device, contact.means) }
                model = model.filter { $0.device != press.device }
            default: break
            }
            #expect(table.all { _ in true }.count == model.count)
            for code in 1..<6 as Range<UInt32> {
                #expect(table.isStillDown(contact(Press(device: 9, code: code))) == isDown(code))
            }
        }
    }

    @Test func contactsAreFoundInTheOrderInWhichTheyWentDown() {
        var table = ContactTable()
        let presses = [(3, 30), (1, 50), (2, 10), (1, 20)].map { Press(device: $0.0, code: UInt32($0.1)) }
        for press in presses { table.insert(contact(press)) }
        #expect(table.all { _ in true }.map(\.code) == [30, 50, 10, 20])
        #expect(table.all(of: DeviceID(1)).map(\.code) == [50, 20])
        #expect(table.removeAll { $0.code > 20 }.map(\.code) == [30, 50])
        #expect(table.all { _ in true }.map(\.code) == [10, 20])
    }
}

@Suite struct DeviceListTests {
    @Test func devicesStayInTheirOrder() {
        func device(_ number: Int, _ name: String) -> DeviceDescription {
            DeviceDescription(id: DeviceID(number), name: name, capabilities: [.keyboard])
        }
        var list = DeviceList([device(7, "a"), device(3, "b"), device(5, "c")])
        list.remove(DeviceID(3))
        list.remove(DeviceID(99))
        list.add(device(1, "d"))
        list.add(device(7, "again"))
        #expect(list.all.map(\.name) == ["c", "d", "again"])
        #expect(list.count == 3)
    }

    /// Eight times as many devices must not cost sixty-four times as much.
    @Test func comingAndGoingCostsTheSameHoweverManyThereAre() {
        func time(_ count: Int) -> Duration {
            processorTime {
                var list = DeviceList()
                var router = InputRouter()
                _ = router.update(
                    InputTargets(geometry: RouterRig.home, base: .content), at: Timestamp(microseconds: 0))
                let events: [InputEvent] =
                    (0..<count).flatMap { number -> [InputEvent] in
                        let device = DeviceDescription(
                            id: DeviceID(number), name: "d", capabilities: [.keyboard, .pointer])
                        return [
                            .deviceAdded(device),
                            .key(device.id, code: 30, pressed: true, Timestamp(microseconds: 1)),
                        ]
                    } + (0..<count).map { .deviceRemoved(DeviceID($0)) }
                for event in events {
                    if case .deviceAdded(let device) = event { list.add(device) }
                    if case .deviceRemoved(let id) = event { list.remove(id) }
                    _ = router.route(event)
                }
            }
        }
        let few = (0..<3).map { _ in time(1000) }.min() ?? .zero
        #expect(time(8000) < few * 28)
    }
}
