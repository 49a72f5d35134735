import Testing
import WaylandBinding

@testable import Wayland

@Suite struct VirtualPointerTests {
    private let server: TestServer
    private let client: ShellClient
    private let tool: WireClient
    private let device: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        _ = client.window()
        tool = server.connect(privilege: .tool).0
        let manager = tool.bind("zwlr_virtual_pointer_manager_v1")
        device = tool.newID()
        tool.send(manager, 0, [.uint(0), .uint(device)])
        tool.roundTrip()
    }

    private func frame() {
        tool.send(device, 4)
        tool.roundTrip()
        client.wire.roundTrip()
    }

    private func events(_ opcode: UInt16) -> [WireMessage] { client.wire.events(of: client.pointer, opcode) }

    private func moveTo(_ x: UInt32, _ y: UInt32, of width: UInt32 = 640, _ height: UInt32 = 480) {
        tool.send(device, 1, [.uint(1), .uint(x), .uint(y), .uint(width), .uint(height)])
    }

    @Test func nothingIsToldBeforeTheFrame() {
        moveTo(100, 50)
        tool.send(device, 2, [.uint(2), .uint(0x110), .uint(1)])
        tool.roundTrip()
        client.wire.roundTrip()
        #expect(events(0).isEmpty)
        frame()
        #expect(events(0).last?.fixed(2) == 100 && events(0).last?.fixed(3) == 50)
        #expect(events(3).map { Array($0.words.dropFirst()) } == [[2, 0x110, 1]])
    }

    @Test func movementsAddUpAndStayOnTheScreen() {
        moveTo(200, 200, of: 1280, 960)
        tool.send(device, 0, [.uint(1), .fixed(5), .fixed(-10)])
        tool.send(device, 0, [.uint(1), .fixed(5), .fixed(0)])
        frame()
        #expect(events(2).last?.fixed(1) == 110 && events(2).last?.fixed(2) == 90)
        tool.send(device, 0, [.uint(1), .fixed(-8_000_000), .fixed(8_000_000)])
        frame()
        #expect(events(2).last?.fixed(1) == 0 && events(2).last?.fixed(2) == 479)
        moveTo(.max, 0, of: 1, .max)
        moveTo(5, 5, of: 0, 0)
        frame()
        #expect(events(2).last?.fixed(1) == 639 && events(2).last?.fixed(2) == 0)
    }

    @Test func scrollingIsToldAsOne() {
        moveTo(100, 50)
        tool.send(device, 5, [.uint(0)])
        tool.send(device, 7, [.uint(3), .uint(0), .fixed(15), .int(1)])
        tool.send(device, 3, [.uint(3), .uint(1), .fixed(-4)])
        tool.send(device, 6, [.uint(3), .uint(1)])
        frame()
        #expect(events(6).map(\.words) == [[0]])
        #expect(events(4).map { $0.words[1] } == [0, 1])
        #expect(events(4).map { $0.fixed(2) } == [15, -4])
        #expect(events(9).map(\.words) == [[0, 120]])
        #expect(events(7).map { $0.words[1] } == [1])
        frame()
        #expect(events(4).count == 2)
    }

    @Test func aDeviceThatGoesReleasesItsButtons() {
        moveTo(100, 50)
        tool.send(device, 2, [.uint(2), .uint(0x110), .uint(1)])
        frame()
        tool.send(device, 2, [.uint(2), .uint(0x111), .uint(1)])
        tool.hangUp()
        client.wire.roundTrip()
        #expect(events(3).map { $0.words[3] } == [1, 0])
    }

    @Test(arguments: [(UInt16(3), 0), (6, 0), (7, 0), (5, 1)] as [(UInt16, UInt32)])
    func axesThatAreNone(opcode: UInt16, code: UInt32) {
        switch opcode {
        case 3: tool.send(device, 3, [.uint(1), .uint(2), .fixed(1)])
        case 6: tool.send(device, 6, [.uint(1), .uint(2)])
        case 7: tool.send(device, 7, [.uint(1), .uint(2), .fixed(1), .int(1)])
        default: tool.send(device, 5, [.uint(4)])
        }
        tool.roundTrip()
        #expect(tool.error?.object == device && tool.error?.code == code)
    }

    @Test func anEndlessFrameIsToldInParts() {
        for _ in 0..<30 {
            for _ in 0..<100 { tool.send(device, 0, [.uint(1), .fixed(0.25), .fixed(0)]) }
            tool.roundTrip()
        }
        client.wire.roundTrip()
        #expect(!events(0).isEmpty)
    }
}
