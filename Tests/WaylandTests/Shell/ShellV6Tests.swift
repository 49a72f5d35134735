import Mirroring
import Geometry
import Testing

@testable import Wayland

/// Windows made through `zxdg_shell_v6` are windows like any other.
@Suite struct ShellV6Tests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server, .v6)
    }

    @Test func aToplevelFillsTheScreenAndIsActive() throws {
        let window = client.makeToplevel()
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        let told = try #require(client.lastConfigure(window))
        #expect(told.width == 640 && told.height == 480)
        #expect(told.states == [1, 4], "maximised and activated")
        client.acknowledge(window)
        client.show(window, width: 640, height: 480)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(client.wire.error == nil)
    }

    @Test func statesAreAnsweredByConfigureEvents() throws {
        let window = client.window()
        client.wire.send(window.role, 11, [.uint(0)])
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.states.contains(2) == true)
        client.wire.send(window.role, 12)
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.states.contains(2) == false)
    }

    @Test func titlesAndApplicationsAreTold() {
        let window = client.makeToplevel()
        client.wire.send(window.role, 2, [.string("A title")])
        client.wire.send(window.role, 3, [.string("org.example.Old")])
        client.map(window)
        #expect(server.content.description?.title == "A title")
        #expect(server.content.description?.appID == "org.example.Old")
    }

    @Test func aDialogKeepsItsSizeOverItsParent() {
        let window = client.window()
        let dialog = client.makeToplevel(parent: window)
        client.map(dialog, width: 100, height: 80)
        #expect(server.frames.last == Rect(x: 270, y: 200, width: 100, height: 80))
    }

    @Test func aPopupAppearsWhereItsRulesPutIt() {
        let window = client.window()
        let popup = client.makePopup(of: window, x: 639, y: 50, adjustment: 1)
        client.map(popup, width: 20, height: 10)
        #expect(client.lastPlace(popup) == Rect(x: 620, y: 50, width: 20, height: 10))
        #expect(server.frames.last == Rect(x: 620, y: 50, width: 20, height: 10))
    }

    /// Sets of edges, by their bits, and where they put a popup of 60x40 at a rectangle of 100x100.
    @Test(arguments: [
        (UInt32(0), UInt32(0), 120, 130), (0, 10, 150, 150), (4, 0, 70, 130), (5, 5, 40, 60), (9, 9, 200, 60),
        (10, 10, 200, 200), (6, 6, 40, 200), (1, 2, 120, 100), (8, 4, 140, 130),
    ])
    func edgesAreSetsOfBits(anchor: UInt32, gravity: UInt32, x: Int, y: Int) {
        let window = client.window()
        let positioner = client.makePositioner(x: 0, y: 0, width: 60, height: 40)
        client.wire.send(positioner, 2, [.int(100), .int(100), .int(100), .int(100)])
        client.wire.send(positioner, 3, [.uint(anchor)])
        client.wire.send(positioner, 4, [.uint(gravity)])
        var popup = client.makeShellSurface()
        popup.role = client.wire.create(popup.shell, 2, [.uint(window.shell), .uint(positioner)])
        client.surfaces.commit(popup.surface)
        client.wire.roundTrip()
        #expect(client.lastPlace(popup) == Rect(x: x, y: y, width: 60, height: 40))
    }

    @Test func aGrabTakesTheKeyboardUntilAClickElsewhere() {
        let window = client.window()
        server.point(5, 5)
        server.button(pressed: true)
        client.wire.roundTrip()
        let serial = client.wire.events(of: client.pointer, 3).last?.words[0] ?? 0
        server.button(pressed: false)
        let popup = client.makePopup(of: window)
        client.wire.send(popup.role, 1, [.uint(client.seat), .uint(serial)])
        client.map(popup, width: 20, height: 10)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.keyboard, 1).last?.words[1] == popup.surface)
        let other = ShellClient(server)
        _ = other.window()
        client.wire.roundTrip()
        #expect(client.wire.events(of: popup.role, 1).count == 1)
        #expect(client.wire.error == nil)
    }

    @Test func aPingIsAnswered() {
        _ = client.window()
        server.click(5, 5)
        client.wire.roundTrip()
        let pings = client.wire.events(of: client.base, 0)
        #expect(pings.count == 1)
        client.wire.send(client.base, 3, [.uint(pings.last?.words[0] ?? 0)])
        server.click(5, 5)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.base, 0).count == 2)
    }
}
