import Geometry
import Mirroring
import Testing

@testable import Wayland

/// Two displays on one loop are two worlds.
@Suite struct SharedLoopTests {
    @Test func clientsOfBothAreServedAndNeitherSeesTheOthersWindows() throws {
        let first = try TestServer(layout: .filling)
        var screen = TestServer.screen
        screen.name = "PANEL-1"
        screen.size = Size(width: 320, height: 200)
        let second = try TestServer(layout: .filling, screen: screen, besides: first)
        let one = ShellClient(first)
        let other = ShellClient(second)
        one.map(one.makeToplevel(), width: 640, height: 480, pixel: 0xFF11_1111)
        other.map(other.makeToplevel(), width: 320, height: 200, pixel: 0xFF22_2222)
        first.pump()
        #expect(first.frames.count == 1)
        #expect(second.frames.count == 1)
        #expect(first.pixels == [0xFF11_1111])
        #expect(second.pixels == [0xFF22_2222])
    }

    @Test func aDisplayThatGoesLeavesTheLoopAlone() throws {
        let first = try TestServer(layout: .filling)
        var second: TestServer? = try TestServer(layout: .filling, besides: first)
        let client = second?.connect().0
        client?.roundTrip()
        second = nil
        first.pump()
        let (survivor, _) = first.connect()
        survivor.roundTrip()
        #expect(survivor.bind("wl_compositor") != 0)
    }
}
