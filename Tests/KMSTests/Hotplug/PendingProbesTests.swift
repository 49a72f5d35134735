import Testing

@testable import KMS

@Suite struct PendingProbesTests {
    @Test func onlyNamedConnectorsAreAsked() {
        var probes = PendingProbes()
        probes.add(card: "card0", connector: ConnectorID(40))
        probes.add(card: "card0", connector: ConnectorID(41))
        #expect(probes.connectors(ofCard: "card0") == [ConnectorID(40), ConnectorID(41)])
        #expect(probes.connectors(ofCard: "card1") == [])
    }

    @Test func anEventWithoutANameIsAboutAll() {
        var probes = PendingProbes()
        probes.add(card: "card0", connector: ConnectorID(40))
        probes.add(card: "card0", connector: nil)
        #expect(probes.connectors(ofCard: "card0") == nil)
    }
}
