import Mirroring
import TestSupport
import Testing

@testable import Control

/// Random bytes, broken JSON and valid requests in random pieces from clients that come and go.
@Suite struct ControlFuzzTests {
    @Test(arguments: Effort.seeds(sample: 8, torture: 400))
    func garbageLeavesTheServerStanding(_ seed: UInt64) throws {
        var limits = ControlLimits()
        limits.requestBytes = 4096
        limits.queuedBytes = 8192
        limits.connections = 6
        let fixture = try ControlFixture(limits: limits)
        let server = try #require(fixture.server)
        var generator = SplitMix64(seed: seed + 1)
        var clients: [RawClient] = []
        for step in 0..<3000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: clients.append(try fixture.connect())
            case 1:
                if let index = clients.indices.randomElement(using: &generator) { clients.remove(at: index) }
            case 2:
                server.publish(ServiceEvent(.seatPaused, at: Timestamp(microseconds: Int64(step))))
            case 3:
                for line in clients.randomElement(using: &generator)?.receive() ?? [] {
                    #expect(line.hasPrefix("{") && line.hasSuffix("}"))
                }
            default:
                clients.randomElement(using: &generator)?.send(Self.noise(&generator))
            }
            fixture.settle(turns: Int.random(in: 0...2, using: &generator))
            #expect(server.connectionCount <= limits.connections)
        }
        clients = []
        // A process that another test is just starting may hold copies of the clients' sockets for a moment.
        fixture.settle { server.connectionCount == 0 }
        #expect(server.connectionCount == 0)
        #expect(
            fixture.exchange(try fixture.connect(), "{\"command\":\"outputs\"}\n") == [#"{"ok":true,"outputs":[]}"#])
    }

    /// A request, whole, cut, altered or repeated; or bytes that were never one.
    private static func noise(_ generator: inout SplitMix64) -> [UInt8] {
        let requests = ControlRequestTests.table.map(\.1) + ControlRequestTests.refusals.map(\.0)
        var bytes = Array((requests.randomElement(using: &generator) ?? "").utf8)
        switch Int.random(in: 0..<7, using: &generator) {
        case 0:
            bytes = (0..<Int.random(in: 0...600, using: &generator)).map { _ in .random(in: 0...255, using: &generator)
            }
        case 1: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        case 2:
            for _ in 0..<3 {
                if let index = bytes.indices.randomElement(using: &generator) {
                    bytes[index] = .random(in: 0...255, using: &generator)
                }
            }
        case 3: bytes = [UInt8](repeating: UInt8(ascii: "["), count: Int.random(in: 0...5000, using: &generator))
        default: break
        }
        return bytes + (Bool.random(using: &generator) ? [10] : [])
    }
}
