import Foundation
import Mirroring
import Runtime
import Testing

@testable import kagami

/// Power supplies in a folder that looks like the kernel's.
@Suite struct SysfsPowerSupplyTests {
    private typealias Supply = [String: String]
    private static let mains = ["type": "Mains", "online": "1"]
    private static let battery = ["type": "Battery", "scope": "System", "status": "Discharging"]

    private func isOnBattery(_ supplies: [String: Supply]) throws -> Bool {
        let folder = try TemporaryDirectory()
        try write(supplies, to: folder)
        return SysfsPowerSupply(root: folder.path, loop: try EventLoop()).isOnBattery
    }

    private func write(_ supplies: [String: Supply], to folder: TemporaryDirectory) throws {
        for (name, files) in supplies {
            let path = "\(folder.path)/\(name)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (file, text) in files {
                try "\(text)\n".write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
            }
        }
    }

    @Test func aBatteryThatIsEmptiedCountsWithoutAPlug() throws {
        let (mains, battery) = (Self.mains, Self.battery)
        let unplugged = mains.merging(["online": "0"]) { $1 }
        #expect(try isOnBattery(["AC": unplugged, "BAT0": battery]))
        #expect(try isOnBattery(["BAT0": battery]))
        #expect(try !isOnBattery(["AC": mains, "BAT0": battery]), "a weak charger")
        #expect(try !isOnBattery(["AC": unplugged, "BAT0": battery.merging(["status": "Full"]) { $1 }]))
        #expect(try !isOnBattery(["mouse": battery.merging(["scope": "Device"]) { $1 }]))
        #expect(try !isOnBattery(["AC": mains]))
        #expect(try !isOnBattery([:]))
        #expect(try isOnBattery(["BAT0": battery.merging(["status": "Charging"]) { $1 }, "BAT1": battery]))
    }

    @Test func changesAreReportedOnce() throws {
        let folder = try TemporaryDirectory()
        try write(["AC": Self.mains, "BAT0": Self.battery], to: folder)
        let supply = SysfsPowerSupply(root: folder.path, loop: try EventLoop())
        let observer = Observer()
        supply.observer = observer
        supply.look()
        #expect(observer.changes == 0)
        try write(["AC": ["online": "0"]], to: folder)
        supply.look()
        supply.look()
        #expect(observer.changes == 1 && supply.isOnBattery)
    }

    private final class Observer: PowerSupplyObserver {
        private(set) var changes = 0

        func powerSupplyChanged() { changes += 1 }
    }
}
