import Control
import Foundation
import Geometry
import Mirroring
import Runtime
import Synchronization
import Testing

@testable import kagami

/// Commands against a live control socket in this process.
@Suite struct LiveCommandTests {
    @Test func tapIsADownAndAnUp() throws {
        let service = try LiveService()
        #expect(try service.run("virtual touch tap 12.5 7") == 0)
        #expect(service.handler.requests == [.touch(.down(slot: 0, Point(x: 12.5, y: 7))), .touch(.up(slot: 0))])
    }

    @Test func aHeldTapKeepsTheFingerDown() throws {
        let service = try LiveService()
        let clock = ContinuousClock()
        let begin = clock.now
        #expect(try service.run("virtual touch tap 12.5 7 --hold 150") == 0)
        #expect(begin.duration(to: clock.now) >= .milliseconds(150))
        #expect(service.handler.requests == [.touch(.down(slot: 0, Point(x: 12.5, y: 7))), .touch(.up(slot: 0))])
    }

    @Test func chordGoesDownInOrderAndUpInReverse() throws {
        let service = try LiveService()
        #expect(try service.run("virtual key leftctrl+c") == 0)
        #expect(
            service.handler.requests
                == [(29, true), (46, true), (46, false), (29, false)].map { code, pressed in
                    .key(VirtualKey(code: code, pressed: pressed))
                })
    }

    @Test func commandsSendWhatTheySay() throws {
        let service = try LiveService()
        let lines: [(String, ControlRequest)] = [
            ("mirror off", .mirror(false)),
            ("config reload", .reloadConfiguration),
            ("externals use DP-2", .useExternal(OutputID("DP-2"))),
            ("externals use auto", .useExternal(nil)),
            (
                "virtual plug HDMI-A-1 3840x2160@59.94",
                .plug(VirtualPlug(output: OutputID("HDMI-A-1"), width: 3840, height: 2160, refreshMilliHertz: 59940))
            ),
            ("virtual unplug HDMI-A-1", .unplug(OutputID("HDMI-A-1"))),
            ("virtual refuse DP-1 8x6", .refuse(OutputID("DP-1"), width: 8, height: 6)),
            ("virtual refuse DP-1 8x6 --tries 3", .refuse(OutputID("DP-1"), width: 8, height: 6, tries: 3)),
            ("virtual touch move 3 1 2", .touch(.move(slot: 3, Point(x: 1, y: 2)))),
            ("virtual touch cancel", .touch(.cancel(slot: 0))),
            ("virtual pointer motion -10 5", .pointer(.motion(dx: -10, dy: 5))),
            ("virtual pointer scroll 0 -3", .pointer(.scroll(clicksX: 0, clicksY: -3))),
            ("virtual pointer scroll --fingers 0 0", .pointer(.fingerScroll(dx: 0, dy: 0))),
            ("virtual pointer button right press", .pointer(.button(0x111, pressed: true))),
            ("virtual key f1 release", .key(VirtualKey(code: 59, pressed: false))),
        ]
        for (line, _) in lines { #expect(try service.run(line) == 0) }
        #expect(service.handler.requests == lines.map(\.1))
    }

    @Test func screenshotIsWrittenByTheCommand() throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("old", to: "a.png")
        service.handler.written = Array(repeating: 7, count: 600_000)
        #expect(try service.run("screenshot panel \(file)") == 0)
        #expect(service.handler.requests == [.screenshot(.panel)])
        #expect(service.handler.fileCounts == [1])
        #expect(try FilePath.read(file) == service.handler.written)
    }

    @Test func picturesOfTheBarAreOpenedByTheCommand() throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("face", to: "a.png")
        #expect(try service.run("hud set --avatar \(file) --background \(file)") == 0)
        #expect(try service.run("hud set --avatar \(folder.path)/missing.png") == 1)
        var values = HUDValues()
        values.avatar = .set(.attached(0))
        values.background = .set(.attached(1))
        #expect(service.handler.requests == [.hud(.set(values))])
        #expect(service.handler.fileCounts == [2])
    }

    @Test func refusalIsAFailureAndLeavesTheFileAlone() throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("old", to: "a.png")
        service.handler.refusal = "no external"
        #expect(try service.run("screenshot external \(file)") == 1)
        #expect(try FilePath.read(file) == Array("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
    }

    @Test func aReplyOfTheWrongKindIsAFailure() throws {
        let service = try LiveService()
        #expect(try service.run("status") == 1)
        #expect(try service.run("outputs") == 1)
        #expect(try service.run("config show") == 1)
    }

    @Test func replaySendsARecordingInItsOrder() throws {
        let service = try LiveService()
        let directory = try TemporaryDirectory()
        let lines = ["touch-down", "touch-motion", "touch-up"].enumerated().map { index, type in
            #"{"device":1,"slot":0,"time_us":\#(1000 * (index + 1)),"type":"\#(type)","x":0.5,"y":0.5}"#
        }
        let file = try directory.write(lines.joined(separator: "\n") + "\n\n", to: "session")
        #expect(try service.run("input replay --speed 100 \(file)") == 0)
        let events = service.handler.requests.flatMap { request -> [RecordedInput] in
            if case .injectInput(let events) = request { events } else { [] }
        }
        let json = JSONLine()
        #expect(
            events.map { String(decoding: json.encode($0), as: UTF8.self).contains("touch-") } == [true, true, true])
        #expect(events.map(\.time.microseconds) == [1000, 2000, 3000])
    }
}

/// A control server that remembers requests, and the command line run beside it.
private final class LiveService {
    final class Handler: ControlHandler {
        var requests: [ControlRequest] = []
        var refusal: String?
        /// Written to the first descriptor that comes with a request.
        var written: [UInt8]?
        var fileCounts: [Int] = []

        func handle(
            _ request: ControlRequest, with files: AttachedFiles, from connection: ControlConnection
        ) -> ControlReply? {
            requests.append(request)
            if let written, let file = try? files.file(0) {
                written.withUnsafeBytes { _ = write(file.number, $0.baseAddress, $0.count) }
            }
            fileCounts.append(files.count)
            return refusal.map(ControlReply.failure) ?? .done
        }
    }

    private final class Outcome: Sendable {
        let status = Mutex<CInt?>(nil)
    }

    let handler = Handler()
    private let loop: EventLoop
    private let directory: TemporaryDirectory
    private let server: ControlServer

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
        server = try ControlServer(at: try SocketAddress(path: directory.path + "/s"), loop: loop, handler: handler)
    }

    /// The exit status of a command that talks to this service.
    func run(_ line: String) throws -> CInt {
        let arguments = line.split(separator: " ").map(String.init) + ["--socket", server.address.path]
        let outcome = Outcome()
        Thread.detachNewThread {
            let status = Kagami.execute(arguments)
            outcome.status.withLock { $0 = status }
        }
        for _ in 0..<5000 {
            loop.turn(timeoutMilliseconds: 1)
            if let status = outcome.status.withLock({ $0 }) { return status }
        }
        return try #require(nil as CInt?)
    }
}
