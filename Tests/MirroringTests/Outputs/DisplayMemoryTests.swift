import Geometry
import TestSupport
import Testing

@testable import Mirroring

/// What is remembered of displays.
@Suite struct DisplayMemoryTests {
    private func entry(_ number: Int, scale: Double = 2, at output: String = "HDMI-A-1") -> DisplayMemory.Entry {
        DisplayMemory.Entry(
            identity: DisplayIdentity(make: "KGM", model: "Test", serial: "\(number)"), output: OutputID(output),
            settings: DisplaySettings(scale: Scale(scale)))
    }

    private func display(_ serial: String?, at output: String = "HDMI-A-1") -> OutputDescription {
        Displays.connected(output, serial: serial)
    }

    @Test func displaysAreToldApartByTheirEDID() {
        let memory = DisplayMemory([entry(1, scale: 1.5), entry(2, scale: 3)])
        #expect(memory[display("1")]?.scale == Scale(1.5))
        #expect(memory[display("2", at: "DP-7")]?.scale == Scale(3))
        #expect(memory[display("3")] == nil && memory[display(nil)] == nil)
    }

    @Test func displaysWithoutOneAreToldApartByTheirConnector() {
        let silent = DisplayMemory.Entry(
            identity: DisplayIdentity(), output: OutputID("VGA-1"), settings: DisplaySettings(scale: Scale(2)))
        let memory = DisplayMemory([silent])
        var output = display(nil, at: "VGA-1")
        #expect(memory[output] == nil, "that one says what it is")
        output.identity = DisplayIdentity()
        #expect(memory[output]?.scale == Scale(2))
        output.id = OutputID("VGA-2")
        #expect(memory[output] == nil)
    }

    @Test func theOldestAreForgottenFirst() {
        let all = (0..<DisplayMemory.limit + 10).map { entry($0) }
        let memory = DisplayMemory(all)
        #expect(memory.entries == Array(all.suffix(DisplayMemory.limit)))
        #expect(DisplayMemory(memory.entries + [entry(12, scale: 3)]).entries.last == entry(12, scale: 3))
        let empty = DisplayMemory.Entry(
            identity: DisplayIdentity(), output: OutputID("DP-1"), settings: DisplaySettings())
        #expect(DisplayMemory([empty]).entries.isEmpty)
    }

    /// Against a plain dictionary, by the topology's events.
    @Test(arguments: UInt64(0)..<20)
    func eachDisplayHasWhatWasSetLast(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var rig = rig()
        var expected: [String: DisplaySettings] = [:]
        for _ in 0..<80 {
            let serial = ["1", "2", "3"].randomElement(using: &random) ?? "1"
            let connector = ["HDMI-A-1", "DP-1"].randomElement(using: &random) ?? "DP-1"
            let output = display(serial, at: connector)
            rig.feed(.outputsChanged([Displays.panel]))
            rig.feed(.outputsChanged([Displays.panel, output]))
            let enabled = rig.topology.enabledOutputs[output.id]
            #expect(enabled?.transform == expected[serial]?.transform ?? .normal)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                rig.feed(.displayForgotten(output.id))
                expected[serial] = nil
            case 1: rig.feed(.recalled(DisplayMemory(rig.topology.choices.memory.entries)))
            default:
                let settings = DisplaySettings(
                    scale: random.chance(50) ? Scale(1.5) : nil,
                    transform: Transform.allCases.randomElement(using: &random))
                guard let enabled, let transform = settings.transform else { continue }
                let turned = EnabledOutput(description: output, mode: enabled.mode, transform: transform)
                rig.feed(.displaySet(turned, settings))
                expected[serial] = (expected[serial] ?? DisplaySettings()).updated(with: settings)
            }
            #expect(rig.topology.choices.memory[output] == expected[serial])
        }
    }
}
