import FoundationEssentials
import CLinux
import Foundation
import Geometry
import Mirroring
import Testing

@testable import Wayland

/// Programs that nobody here wrote, in our windows.
@Suite(.serialized) struct StockClientTests {
    private let server: TestServer

    init() throws {
        server = try TestServer(layout: .filling)
    }

    private func start(_ name: String, _ arguments: [String] = []) throws -> RealClient {
        try #require(
            try RealClient(name, arguments, environment: ["WAYLAND_DEBUG": "client"], on: server),
            "\(name) is not installed")
    }

    /// Presents frames as they are asked for until the scene looks as wanted.
    private func show(_ client: RealClient, until isDone: () -> Bool) -> Bool {
        client.serve {
            server.present()
            return isDone()
        }
    }

    @Test func footIsLaidOutTypedInAndPointedAt() throws {
        let foot = try start("foot", ["-c", "/dev/null", "sleep", "60"])
        let panel = Rect<ContentSpace>(x: 0, y: 0, width: 640, height: 480)
        #expect(show(foot) { server.frames.contains(panel) }, "\(foot.log.suffix(2000))")
        #expect(server.content.description?.appID == "foot")

        server.key(UInt32(KEY_A), pressed: true)
        server.key(UInt32(KEY_A), pressed: false)
        server.point(100.5, 50.25)
        #expect(show(foot) { foot.log.contains(", 30, 0)") && foot.log.contains("100.50000000, 50.25000000)") })
        #expect(foot.log.contains(", 30, 1)"), "the key was pressed before it was released")

        var screen = TestServer.screen
        screen.size = Size(width: 1600, height: 900)
        server.content.layOut(on: screen)
        let external = Rect<ContentSpace>(x: 0, y: 0, width: 1600, height: 900)
        #expect(show(foot) { server.frames.contains(external) && server.content.isSettled })
        #expect(foot.isRunning)
    }

    @Test func wevPrintsWhatItGets() throws {
        let wev = try start("stdbuf", ["-oL", "wev"])
        #expect(show(wev) { !server.frames.isEmpty }, "\(wev.log.suffix(2000))")
        server.point(20, 30)
        server.button(pressed: true)
        server.button(pressed: false)
        server.key(UInt32(KEY_B), pressed: true)
        server.key(UInt32(KEY_B), pressed: false)
        server.content.deliver(
            .pointerAxis(PointerAxis(source: .wheel, dy: 15, clicks120Y: 120), Timestamp(microseconds: 9000)))
        server.content.deliver(.pointerFrame)
        server.touch(.down(1, 40, 50))
        server.touch(.up(1))
        #expect(show(wev) { wev.log.contains("wl_touch@") && wev.log.contains(".up(") })
        wev.stop()
        let text = wev.finish()
        for part in [
            "wl_pointer] enter", "button: 272 (left), state: 1 (pressed)", "sym: b", "utf8: 'b'", "axis: 0 (vertical)",
            "wl_touch] down", "wl_touch] up",
        ] {
            #expect(text.contains(part), "\(part) in \(text.suffix(3000))")
        }
    }

    @Test func westonSimpleShmAnimates() throws {
        let painter = try start("weston-simple-shm")
        #expect(show(painter) { server.pixels.contains { $0 & 0xff_ffff != 0 } }, "\(painter.log.suffix(2000))")
        _ = server.observer.takeDamage()
        var pictures: Set<[UInt32]> = []
        var time: Int64 = 1_000_000
        #expect(
            painter.serve {
                // What it draws depends on the callback's time alone.
                time += 40_000
                server.present(at: time)
                pictures.insert(server.middleRow)
                return pictures.count >= 5
            }, "the picture stands still")
        #expect(!server.observer.takeDamage().isEmpty)
        #expect(painter.isRunning)
    }

    @Test func westonSimpleTouchDrawsUnderTheFinger() throws {
        let painter = try start("weston-simple-touch")
        #expect(show(painter) { !server.frames.isEmpty }, "\(painter.log.suffix(2000))")
        server.touch(.down(0, 60, 60))
        for step in 0..<20 { server.touch(.motion(0, 60 + Double(step) * 5, 60)) }
        server.touch(.up(0))
        #expect(show(painter) { painter.log.contains(".up(") })
        #expect(painter.log.components(separatedBy: ".motion(").count > 20)
    }
}
