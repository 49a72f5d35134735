import Geometry
import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct UncertainConnectorsTests {
    private func output(
        _ name: String, _ connection: ProbedOutput.Connection, _ type: ConnectorType = .hdmiA, hasModes: Bool = true
    ) -> ProbedOutput {
        let mode = Mode(size: Size(width: 1024, height: 768), refreshMilliHertz: 60_000)
        return ProbedOutput(
            connection: connection,
            description: OutputDescription(
                id: OutputID(name), connector: type, isConnected: connection != .disconnected,
                modes: connection != .disconnected && hasModes ? [mode] : []))
    }

    private func connected(_ outputs: [OutputDescription]) -> [String] {
        outputs.filter(\.isConnected).map(\.id.name)
    }

    @Test func theyCountWhereNothingElseIs() {
        var uncertain = UncertainConnectors()
        #expect(
            connected(uncertain.settle([output("VGA-1", .unknown), output("HDMI-A-1", .disconnected)])) == ["VGA-1"])
    }

    @Test func theyDoNotCountBesideACertainOne() {
        var uncertain = UncertainConnectors()
        let outputs = uncertain.settle([output("VGA-1", .unknown), output("HDMI-A-1", .connected)])
        #expect(connected(outputs) == ["HDMI-A-1"])
        #expect(outputs[0].modes.isEmpty)
    }

    @Test func whatCountedGoesOnCountingWhenADisplayIsPluggedIn() {
        var uncertain = UncertainConnectors()
        _ = uncertain.settle([output("VGA-1", .unknown), output("HDMI-A-1", .disconnected)])
        for _ in 0..<2 {
            let outputs = uncertain.settle([output("VGA-1", .unknown), output("HDMI-A-1", .connected)])
            #expect(connected(outputs) == ["VGA-1", "HDMI-A-1"])
        }
        // Once its driver has said that nothing is there, it is as any other.
        _ = uncertain.settle([output("VGA-1", .disconnected), output("HDMI-A-1", .connected)])
        let outputs = uncertain.settle([output("VGA-1", .unknown), output("HDMI-A-1", .connected)])
        #expect(connected(outputs) == ["HDMI-A-1"])
    }

    @Test func aBuiltInOneAlwaysCounts() {
        var uncertain = UncertainConnectors()
        let outputs = uncertain.settle([output("DSI-1", .unknown, .dsi), output("HDMI-A-1", .connected)])
        #expect(connected(outputs) == ["DSI-1", "HDMI-A-1"])
    }

    @Test func oneWithoutModesNeverCounts() {
        var uncertain = UncertainConnectors()
        #expect(connected(uncertain.settle([output("VGA-1", .unknown, hasModes: false)])).isEmpty)
    }
}
