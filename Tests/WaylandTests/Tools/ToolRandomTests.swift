import WaylandBinding
import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Wayland

/// Whatever tools do while the keyboard goes to and fro, each press is released exactly once where it was told.
@Suite struct ToolRandomTests {
    private let both: TwoApplications
    private let clients: [ShellClient]

    init() throws {
        both = try TwoApplications()
        clients = [both.main, both.panel].map { ShellClient($0) }
        _ = clients[0].window(width: 640, height: 480)
        _ = clients[1].window(width: 320, height: 200)
    }

    /// What is held, by what it is, after events whose last two words are a code and a state; each press and each release
    /// must be a change.
    private func held(_ events: [WireMessage], _ client: Int) -> Set<UInt32> {
        events.reduce(into: []) { held, event in
            let (code, state) = (event.words[2], event.words[3])
            let isChange = state == 1 ? held.insert(code).inserted : held.remove(code) != nil
            #expect(isChange, "\(code) \(state) at client \(client)")
        }
    }

    @Test(arguments: UInt64(0)..<6)
    func pressesAndReleasesStayPairs(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let servers = [both.main, both.panel]
        var focused = 0
        var tool = try Tool(both.main)
        for _ in 0..<150 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4:
                tool.keys.key(UInt32.random(in: 30...33, using: &random), UInt32.random(in: 0...1, using: &random))
            case 5...6:
                tool.press(UInt32.random(in: 0x110...0x111, using: &random), UInt32.random(in: 0...1, using: &random))
            case 7...8:
                focused = 1 - focused
                both.focus(servers[focused])
            default:
                tool.wire.hangUp()
                tool = try Tool(both.main)
            }
            let idle = clients[1 - focused]
            idle.wire.roundTrip()
            #expect(held(idle.wire.events(of: idle.keyboard, 3), 1 - focused).isEmpty)
            #expect(held(idle.wire.events(of: idle.pointer, 3), 1 - focused).isEmpty)
        }
        tool.wire.hangUp()
        for (index, client) in clients.enumerated() {
            client.wire.roundTrip()
            #expect(held(client.wire.events(of: client.keyboard, 3), index).isEmpty)
            #expect(held(client.wire.events(of: client.pointer, 3), index).isEmpty)
        }
    }

    /// A tool with a keyboard and a pointer of its own.
    private struct Tool {
        let wire: WireClient
        let keys: VirtualKeys
        private let pointer: UInt32

        init(_ server: TestServer) throws {
            wire = server.connect(privilege: .tool).0
            keys = try VirtualKeys(wire, seat: wire.bind("wl_seat"))
            let manager = wire.bind("zwlr_virtual_pointer_manager_v1")
            pointer = wire.newID()
            wire.send(manager, 0, [.uint(0), .uint(pointer)])
        }

        func press(_ button: UInt32, _ state: UInt32) {
            wire.send(pointer, 1, [.uint(1), .uint(1), .uint(1), .uint(2), .uint(2)])
            wire.send(pointer, 2, [.uint(2), .uint(button), .uint(state)])
            wire.send(pointer, 4)
            wire.roundTrip()
        }
    }
}
