import Geometry
import TestSupport
import Testing

@testable import Mirroring

@Suite struct HeldCodesTests {
    private struct Press: Hashable {
        let device: Int
        let code: UInt32
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func aCodeIsDownWhileAnyDeviceHoldsIt(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed + 5)
        var held = HeldCodes()
        // What it must be: each press by itself.
        var model: Set<Press> = []
        func isDown(_ code: UInt32) -> Bool { model.contains { $0.code == code } }
        for _ in 0..<2000 {
            let press = Press(
                device: Int.random(in: 0..<4, using: &generator), code: UInt32.random(in: 1..<6, using: &generator))
            let device = DeviceID(press.device)
            switch Int.random(in: 0..<20, using: &generator) {
            case 0..<9:
                let wasUp = !isDown(press.code)
                #expect(held.press(press.code, on: device) == wasUp)
                model.insert(press)
            case 9..<18:
                let wasHeld = model.remove(press) != nil
                #expect(held.release(press.code, on: device) == (wasHeld && !isDown(press.code)))
            case 18:
                let codes = model.filter { $0.device == press.device }.map(\.code).sorted()
                model = model.filter { $0.device != press.device }
                #expect(held.removeAll(of: device) == codes.filter { !isDown($0) })
            default:
                held.removeAll()
                model = []
            }
            #expect(held.isEmpty == model.isEmpty)
            for code in 1..<6 as Range<UInt32> { #expect(held.contains(code) == isDown(code)) }
        }
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
        func seconds(_ count: Int) -> Double {
            let duration = ContinuousClock().measure {
                var list = DeviceList()
                var direction = InputSwitch()
                var router = InputRouter()
                let places = PointerPlaces(content: Point(x: 0, y: 0), application: Point(x: 0, y: 0))
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
                    _ = direction.route(event, places: places)
                    _ = router.route(event)
                }
            }
            return duration / .seconds(1)
        }
        let few = (0..<3).map { _ in seconds(1000) }.min() ?? 0
        #expect(seconds(8000) < few * 28)
    }
}
