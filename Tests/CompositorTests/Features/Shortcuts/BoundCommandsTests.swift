import Mirroring
import Testing

@testable import Compositor

@Suite struct BoundCommandsTests {
    private let keyboard = DeviceID(2)
    private let fake = FakeMenu()

    private func bench() -> Bench {
        var configuration = Configuration()
        configuration.bindings.commands = [BoundKeys([], 140): ["/opt/bin/calculate", "--big"]]
        configuration.bindings.machineKeys = [.volumeUp: ["louder"]]
        let bench = Bench(configuration: configuration, menu: fake)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: keyboard, name: "Keys", capabilities: [.keyboard])))
        bench.content.mapWindow(appID: "map")
        bench.loop.settle()
        _ = bench.content.takeInputs()
        return bench
    }

    private func press(_ code: UInt32, on bench: Bench) {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, bench.loop.now))
        }
    }

    private func keys(_ bench: Bench) -> Int {
        bench.content.takeInputs().filter { if case .key = $0 { true } else { false } }.count
    }

    @Test func theKeyIsNotTheApplicationsAndFailuresAreTold() {
        let bench = bench()
        press(140, on: bench)
        #expect(fake.commands == [["/opt/bin/calculate", "--big"]])
        #expect(bench.notices.texts.isEmpty)
        fake.failure = "it is dark"
        press(115, on: bench)
        #expect(fake.commands.last == ["louder"])
        #expect(bench.notices.texts.last == "Failed: louder: it is dark")
        #expect(keys(bench) == 0)
        press(30, on: bench)
        #expect(keys(bench) == 2)
    }

    @Test func behindALockOnlyTheMachinesKeysWork() {
        let bench = bench()
        bench.content.observer?.contentLocked(true)
        press(140, on: bench)
        #expect(fake.commands.isEmpty && keys(bench) == 2)
        press(115, on: bench)
        #expect(fake.commands == [["louder"]] && keys(bench) == 0)
    }

    @Test func aHeldVolumeKeyGoesOnUntilItIsUpOrItsKeyboardIsGone() {
        let bench = bench()
        func key(_ code: UInt32, _ pressed: Bool) {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, bench.loop.now))
        }
        func runs(in milliseconds: Int64...) -> [Int] {
            milliseconds.map { time in
                let before = fake.commands.count
                bench.loop.advance(microseconds: time * 1000)
                return fake.commands.count - before
            }
        }
        key(115, true)
        #expect(fake.commands.count == 1)
        #expect(runs(in: 499, 1, 100, 100) == [0, 1, 1, 1])
        key(115, false)
        #expect(runs(in: 100, 500, 500) == [0, 0, 0])
        // One at a time, however often the key is pressed.
        for pressed in [true, false, true] { key(115, pressed) }
        #expect(runs(in: 500, 100, 100) == [1, 1, 1])
        bench.compositor.input.inputReceived(.deviceRemoved(keyboard))
        #expect(runs(in: 100, 500) == [0, 0])
        key(140, true)
        #expect(runs(in: 500, 500) == [0, 0], "other commands run once")
    }
}
