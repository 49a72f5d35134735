import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// X windows on the desktop, with a window manager that only records.
@Suite struct XWindowsTests {
    private final class Recorder: XWindowObserver {
        var configurations: [XWindowID: XWindowConfiguration] = [:]
        var places: [XWindowID: [Int]] = [:]
        var order: [XWindowID] = []
        var closed: [XWindowID] = []
        var pings: [UInt32] = []
        var scale: Scale?

        func scaleChanged(to scale: Scale) { self.scale = scale }
        func configure(_ window: XWindowID, _ configuration: XWindowConfiguration) {
            configurations[window] = configuration
        }
        func place(_ window: XWindowID, x: Int, y: Int) { places[window] = [x, y] }
        func restack(_ windows: [XWindowID]) { order = windows }
        func close(_ window: XWindowID) { closed.append(window) }
        func ping(_ window: XWindowID, serial: UInt32) { pings.append(serial) }
    }

    private let server: TestServer
    private let windows: XWindows
    private let client: SurfaceClient
    private let recorder = Recorder()
    private let first = XWindowID(1)
    private let second = XWindowID(2)

    init() throws { try self.init(scale: .one) }

    private init(scale: Scale) throws {
        let screen = LogicalScreen(
            name: "TEST-1", size: Size(width: 640, height: 480), scale: scale, refreshMilliHertz: 60_000)
        let server = try TestServer(layout: .filling, screen: screen)
        self.server = server
        windows = try #require(try server.content.makeXWindows())
        windows.xWindowObserver = recorder
        let (ours, theirs) = WireSocket.pair()
        try #require(windows.serve(descriptor: ours))
        client = SurfaceClient(WireClient(descriptor: theirs) { server.pump() }, nil)
    }

    /// A surface with contents.
    private func surface(_ width: Int = 640, _ height: Int = 480) -> UInt32 {
        let surface = client.makeSurface()
        draw(surface, width, height)
        return surface
    }

    private func draw(_ surface: UInt32, _ width: Int, _ height: Int) {
        client.show(client.makeBuffer(width, height), on: surface)
        client.wire.roundTrip()
    }

    private func description(
        _ appID: AppID = "Test", keepsSize: Bool = false, parent: XWindowID? = nil
    ) -> XWindowDescription {
        var description = XWindowDescription()
        (description.title, description.appID) = ("a title", appID)
        (description.keepsSize, description.parent) = (keepsSize, parent)
        return description
    }

    @Test func aWindowFillsTheScreenAndIsActive() {
        windows.show(first, .object(surface(100, 80)), description())
        server.pump()
        #expect(recorder.configurations[first]?.size == Size(width: 640, height: 480))
        #expect(recorder.configurations[first]?.isActivated == true)
        #expect(server.content.description?.appID == "Test")
        #expect(server.content.description?.title == "a title")
        #expect(server.frames.count == 1)
        #expect(recorder.order == [first])
    }

    @Test func theSurfaceMayComeLast() {
        let number = client.makeSurface()
        windows.show(first, .object(number + 1), description())
        server.pump()
        #expect(server.frames == [])
        client.wire.roundTrip()
        let later = surface()
        #expect(later == number + 1)
        #expect(server.frames.count == 1)
    }

    @Test func serialsNameSurfaces() {
        let shell = client.wire.bind("xwayland_shell_v1")
        let surface = client.makeSurface()
        let named = client.wire.create(shell, 1, [.uint(surface)])
        client.wire.send(named, 0, [.uint(7), .uint(1)])
        windows.show(first, .serial(1 << 32 | 7), description())
        draw(surface, 640, 480)
        #expect(server.frames.count == 1)
        // A second serial is an error.
        client.wire.send(named, 0, [.uint(8), .uint(1)])
        client.wire.roundTrip()
        #expect(client.wire.error?.code == 0)
    }

    @Test func onlyTheXServerNamesSurfaces() {
        let (wire, _) = server.connect()
        wire.roundTrip()
        #expect(wire.globals["xwayland_shell_v1"] == nil)
        #expect(client.wire.globals["xwayland_shell_v1"] != nil)
    }

    /// X clients can make names up.
    @Test func wrongNamesShowNothing() {
        for number in 0...UInt32(60) { windows.show(XWindowID(number), .object(number), description()) }
        for number in 61...UInt32(90) { windows.showUnmanaged(XWindowID(number), .object(number), at: .zero) }
        _ = surface()
        windows.show(first, .object(client.compositor), description())
        server.pump()
        #expect(server.frames.count <= 1)
        windows.hideAll()
        server.pump()
        #expect(server.frames == [])
    }

    @Test func menusAreAboveTheirWindowAndGoWithIt() {
        windows.show(first, .object(surface()), description())
        windows.showUnmanaged(second, .object(surface(50, 60)), at: Rect(x: 600, y: 440, width: 50, height: 60))
        server.pump()
        #expect(server.frames.last == Rect(x: 600, y: 440, width: 50, height: 60))
        windows.moveUnmanaged(second, to: Rect(x: 10, y: 20, width: 50, height: 60))
        server.pump()
        #expect(server.frames.last == Rect(x: 10, y: 20, width: 50, height: 60))
        // Behind another window, its menu is behind, too.
        let third = XWindowID(3)
        windows.show(third, .object(surface()), description("Other"))
        server.pump()
        #expect(server.frames.last == Rect(x: 0, y: 0, width: 640, height: 480))
        windows.change(first, .activate)
        server.pump()
        #expect(server.frames.last == Rect(x: 10, y: 20, width: 50, height: 60))
        #expect(recorder.order == [third, first])
        windows.hide(second)
        server.pump()
        #expect(server.frames.count == 2)
    }

    @Test func aDialogIsCentredOverItsWindow() {
        windows.show(first, .object(surface()), description())
        windows.show(second, .object(surface(100, 80)), description(keepsSize: true, parent: first))
        server.pump()
        #expect(recorder.configurations[second]?.size == .zero)
        #expect(recorder.places[second] == [270, 200])
        #expect(server.frames.last == Rect(x: 270, y: 200, width: 100, height: 80))
    }

    @Test func statesGoBothWays() {
        windows.show(first, .object(surface()), description())
        windows.change(first, .state(XWindowState(isFullscreen: true)))
        #expect(recorder.configurations[first]?.state.isFullscreen == true)
        windows.change(first, .state(XWindowState()))
        #expect(recorder.configurations[first]?.state.isFullscreen == false)
        let number = server.content.switchableWindows.first?.number ?? 0
        server.content.closeWindow(number)
        #expect(recorder.closed == [first])
    }

    @Test func aWindowIsSettledOnceItHasItsSize() {
        let surface = surface(100, 80)
        windows.show(first, .object(surface), description())
        draw(surface, 100, 80)
        #expect(!server.content.isSettled)
        draw(surface, 640, 480)
        #expect(server.content.isSettled)
    }

    @Test(arguments: [180, 240, 360]) func windowsAreInPixelsAtEveryScale(in120ths: Int) throws {
        let scaled = try XWindowsTests(scale: Scale(in120ths: in120ths))
        let (server, windows, recorder) = (scaled.server, scaled.windows, scaled.recorder)
        #expect(windows.scale == Scale(in120ths: in120ths))
        windows.show(first, .object(scaled.surface()), description())
        windows.showUnmanaged(second, .object(scaled.surface(31, 33)), at: Rect(x: 601, y: 443, width: 31, height: 33))
        let dialog = XWindowID(3)
        windows.show(dialog, .object(scaled.surface(101, 81)), description(keepsSize: true, parent: first))
        server.pump()
        #expect(recorder.configurations[first]?.size == Size(width: 640, height: 480))
        #expect(
            server.frames == [
                Rect(x: 0, y: 0, width: 640, height: 480), Rect(x: 601, y: 443, width: 31, height: 33),
                Rect(x: 269, y: 199, width: 101, height: 81),
            ])
        #expect(recorder.places[dialog] == [269, 199])
        server.content.layOut(
            on: LogicalScreen(name: "TEST-1", size: Size(width: 1280, height: 720), refreshMilliHertz: 60_000))
        #expect(recorder.scale == .one)
        #expect(recorder.configurations[first]?.size == Size(width: 1280, height: 720))
    }

    @Test func theEndOfTheServerEndsItsWindows() {
        windows.show(first, .object(surface()), description())
        windows.showUnmanaged(second, .object(surface(5, 5)), at: .zero)
        server.pump()
        windows.hideAll()
        server.pump()
        #expect(server.frames == [])
        #expect(server.content.switchableWindows == [])
    }
}
