import Foundation
import Geometry
import KagamiCommands
import Mirroring
import Runtime
import Synchronization
import Testing

@testable import Control
@testable import kagami

/// Commands against a live control socket in this process.
@Suite struct LiveCommandTests {
    @Test func tapIsADownAndAnUp() throws {
        let service = try LiveService()
        #expect(try service.run("virtual touch tap 12.5 7") == 0)
        #expect(service.log.requests == [TouchRequest.down(slot: 0, Point(x: 12.5, y: 7)), TouchRequest.up(slot: 0)])
    }

    @Test func aHeldTapKeepsTheFingerDown() throws {
        let service = try LiveService()
        let clock = ContinuousClock()
        let begin = clock.now
        #expect(try service.run("virtual touch tap 12.5 7 --hold 150") == 0)
        #expect(begin.duration(to: clock.now) >= .milliseconds(150))
        #expect(service.log.requests == [TouchRequest.down(slot: 0, Point(x: 12.5, y: 7)), TouchRequest.up(slot: 0)])
    }

    @Test func chordGoesDownInOrderAndUpInReverse() throws {
        let service = try LiveService()
        #expect(try service.run("virtual key leftctrl+c") == 0)
        #expect(
            service.log.requests
                == [(29, true), (46, true), (46, false), (29, false)].map { code, pressed in
                    AnyHashable(KeyRequest(code: code, pressed: pressed))
                })
    }

    @Test func commandsSendWhatTheySay() throws {
        let service = try LiveService()
        let lines: [(String, any ControlCommand)] = [
            ("mirror off", MirrorRequest(enabled: false)),
            ("config reload", ReloadConfigurationRequest()),
            ("outputs forget DP-2", ForgetOutputRequest(OutputID("DP-2"))),
            ("outputs forget --all", ForgetOutputRequest(nil)),
            ("externals use DP-2", UseExternalRequest(OutputID("DP-2"))),
            ("externals use auto", UseExternalRequest(nil)),
            ("externals copy DP-2", CopyExternalRequest(OutputID("DP-2"))),
            ("externals controller DP-2", ControlExternalRequest(OutputID("DP-2"))),
            ("externals spare DP-2", SpareExternalRequest(OutputID("DP-2"))),
            ("externals control DP-2", SwitchControlRequest(OutputID("DP-2"))),
            ("externals arrange span", ArrangeExternalsRequest(.span)),
            ("blank on DP-2", BlankOutputRequest(OutputID("DP-2"), enabled: true)),
            ("blank off DP-2", BlankOutputRequest(OutputID("DP-2"), enabled: false)),
            ("freeze on DP-2", FreezeOutputRequest(OutputID("DP-2"), enabled: true)),
            ("freeze off DP-2", FreezeOutputRequest(OutputID("DP-2"), enabled: false)),
            ("keyboard show", ShowKeyboardRequest(.always)), ("keyboard hide", ShowKeyboardRequest(.never)),
            ("keyboard auto", ShowKeyboardRequest(.auto)),
            ("present laser", PresentRequest(.laser)), ("present off", PresentRequest(nil)),
            (
                "present pen --color #102030 --width 4",
                PresentRequest(.pen, style: PenStyle(color: Color(red: 16, green: 32, blue: 48), width: 4))
            ),
            ("present undo", UndoStrokeRequest()), ("present clear", ClearStrokesRequest()),
            ("controller trackpad", ControllerModeRequest(.trackpad)),
            ("controller keys", ControllerModeRequest(.keys)),
            ("controller zoom 2.5", ZoomRequest(factor: 2.5)),
            ("controller zoom 3 100 200", ZoomRequest(factor: 3, center: Point(x: 100, y: 200))),
            ("controller region 10,20,300x400", RegionRequest(.rect(Rect(x: 10, y: 20, width: 300, height: 400)))),
            ("controller region window foot", RegionRequest(.window("foot"))),
            (
                "virtual plug HDMI-A-1 3840x2160@59.94",
                PlugRequest(output: OutputID("HDMI-A-1"), width: 3840, height: 2160, refreshMilliHertz: 59940)
            ),
            (
                "virtual plug HDMI-A-1 1920x1080 --size-mm 1000x560",
                PlugRequest(
                    output: OutputID("HDMI-A-1"), width: 1920, height: 1080,
                    physicalSize: PhysicalSize(width: 1000, height: 560))
            ),
            ("virtual unplug HDMI-A-1", UnplugRequest(OutputID("HDMI-A-1"))),
            ("virtual refuse DP-1 8x6", RefuseRequest(OutputID("DP-1"), width: 8, height: 6)),
            ("virtual refuse DP-1 8x6 --tries 3", RefuseRequest(OutputID("DP-1"), width: 8, height: 6, tries: 3)),
            ("virtual touch move 3 1 2", TouchRequest.move(slot: 3, Point(x: 1, y: 2))),
            ("virtual touch cancel", TouchRequest.cancel(slot: 0)),
            ("virtual pointer motion -10 5", PointerRequest.motion(dx: -10, dy: 5)),
            ("virtual pointer scroll 0 -3", PointerRequest.scroll(clicksX: 0, clicksY: -3)),
            ("virtual pointer scroll --fingers 0 0", PointerRequest.fingerScroll(dx: 0, dy: 0)),
            ("virtual pointer button right press", PointerRequest.button(0x111, pressed: true)),
            ("virtual key f1 release", KeyRequest(code: 59, pressed: false)),
        ]
        var requests: [AnyHashable] = []
        for (line, request) in lines {
            #expect(try service.run(line) == 0)
            requests.append(AnyHashable(request))
        }
        #expect(service.log.requests == requests)
    }

    @Test(
        arguments: [("a.png", "", nil), ("a.PPM", "", .ppm), ("a.ppm", "-t png", .png), ("a", "--type ppm", .ppm)]
            as [(String, String, PictureFormat?)])
    func theNameOrTheOptionIsTheScreenshotsFormat(name: String, option: String, format: PictureFormat?) throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("old", to: name)
        #expect(try service.run("screenshot panel \(file) \(option)") == 0)
        #expect(service.log.requests == [ScreenshotRequest(.panel, as: format)])
    }

    @Test func screenshotIsWrittenByTheCommand() throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("old", to: "a.png")
        service.log.written = Array(repeating: 7, count: 600_000)
        #expect(try service.run("screenshot panel \(file)") == 0)
        #expect(service.log.requests == [ScreenshotRequest(.panel)])
        #expect(service.log.fileCounts == [1])
        #expect(try FilePath.read(file) == service.log.written)
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
        #expect(service.log.requests == [HUDRequest.set(values)])
        #expect(service.log.fileCounts == [2])
    }

    @Test func refusalIsAFailureAndLeavesTheFileAlone() throws {
        let service = try LiveService()
        let folder = try TemporaryDirectory()
        let file = try folder.write("old", to: "a.png")
        service.log.refusal = "no external"
        #expect(try service.run("screenshot external \(file)") == 1)
        #expect(try FilePath.read(file) == Array("old".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
    }

    @Test func replaySendsARecordingInItsOrder() throws {
        let service = try LiveService()
        let directory = try TemporaryDirectory()
        let lines = ["touch-down", "touch-motion", "touch-up"].enumerated().map { index, type in
            #"{"device":1,"slot":0,"time_us":\#(1000 * (index + 1)),"type":"\#(type)","x":0.5,"y":0.5}"#
        }
        let file = try directory.write(lines.joined(separator: "\n") + "\n\n", to: "session")
        #expect(try service.run("input replay --speed 100 \(file)") == 0)
        let events = service.log.requests.compactMap { $0.base as? InjectInputRequest }.flatMap(\.events)
        let json = JSONLine()
        #expect(
            events.map { String(decoding: json.encode($0), as: UTF8.self).contains("touch-") } == [true, true, true])
        #expect(events.map(\.time.microseconds) == [1000, 2000, 3000])
    }
}

/// A control server that remembers requests, and the command line run beside it.
private final class LiveService {
    /// What handlers have been asked, and how they answer.
    final class Log {
        var requests: [AnyHashable] = []
        var refusal: String?
        /// Written to the first descriptor that comes with a request.
        var written: [UInt8]?
        var fileCounts: [Int] = []
    }

    private struct Recorder<Command: ControlCommand>: CommandHandler {
        let log: Log

        func answer(_ command: Command, _ call: ControlCall<Command.Reply>) -> ControlAnswer<Command.Reply>? {
            log.requests.append(AnyHashable(command))
            if let written = log.written, let file = try? call.files.file(0) {
                written.withUnsafeBytes { _ = write(file.number, $0.baseAddress, $0.count) }
            }
            log.fileCounts.append(call.files.count)
            if let refusal = log.refusal { return .failure(refusal) }
            guard let done = Done() as? Command.Reply else { return .failure("the test has no such reply") }
            return .success(done)
        }
    }

    private final class Handler: ControlHandler {
        let commands: CommandTable

        init(_ log: Log) {
            func recorder<C: ControlCommand>(_: C.Type) -> any CommandHandler { Recorder<C>(log: log) }
            commands = CommandTable(ControlCommands.all.map { recorder($0) })
        }
    }

    private final class Outcome: Sendable {
        let status = Mutex<CInt?>(nil)
    }

    let log = Log()
    private let service: Handler
    private let loop: EventLoop
    private let directory: TemporaryDirectory
    private let server: ControlServer

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop()
        service = Handler(log)
        server = try ControlServer(at: try SocketAddress(path: directory.path + "/s"), loop: loop, handler: service)
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
