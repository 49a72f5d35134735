import Mirroring
import Testing

@testable import LoginSeat

@Suite struct DeviceRegistryTests {
    private func description(_ id: DeviceID) -> DeviceDescription {
        DeviceDescription(id: id, name: "device \(id.number)", capabilities: [.touch])
    }

    @Test func numbersAreNeverUsedTwice() {
        var registry = DeviceRegistry<String>()
        let first = registry.add("a", describe: description)
        #expect(registry.remove("a") == first.id)
        let second = registry.add("a", describe: description)
        #expect(second.id != first.id)
        #expect(registry.id(of: "a") == second.id)
    }

    @Test func unknownDevicesHaveNoNumber() {
        var registry = DeviceRegistry<String>()
        #expect(registry.id(of: "a") == nil)
        #expect(registry.remove("a") == nil)
    }

    @Test func listsDevicesInTheOrderTheyCame() {
        var registry = DeviceRegistry<Int>()
        let added = (0..<20).map { registry.add($0, describe: description) }
        #expect(registry.all == added)
        _ = registry.remove(7)
        #expect(registry.all == added.filter { $0.id != added[7].id })
    }
}
