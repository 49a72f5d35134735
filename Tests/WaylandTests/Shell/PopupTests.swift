import CLinux
import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct PopupTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
    }

    /// The serial of the last button event that the client got.
    private var buttonSerial: UInt32 { client.wire.events(of: client.pointer, 3).last?.words[0] ?? 0 }

    private func mappedPopup(
        of parent: ShellClient.Window? = nil, x: Int32 = 100, y: Int32 = 50, isGrabbing: Bool = false,
        adjustment: UInt32 = 0, isReactive: Bool = false
    ) -> ShellClient.Window {
        let popup = client.makePopup(
            of: parent ?? main, x: x, y: y, adjustment: adjustment, isReactive: isReactive)
        if isGrabbing { grab(popup) }
        client.map(popup, width: 20, height: 10)
        return popup
    }

    private func grab(_ popup: ShellClient.Window, serial: UInt32? = nil) {
        client.wire.send(popup.role, 1, [.uint(client.seat), .uint(serial ?? buttonSerial)])
    }

    private func click() {
        server.click(5, 5)
        client.wire.roundTrip()
    }

    private func isDone(_ popup: ShellClient.Window) -> Bool {
        client.wire.roundTrip()
        return !client.wire.events(of: popup.role, 1).isEmpty
    }

    /// The surface that has the keyboard, by the client's account.
    private var keyboardFocus: UInt32? {
        client.wire.roundTrip()
        let last = client.wire.events.last { $0.object == client.keyboard && ($0.opcode == 1 || $0.opcode == 2) }
        return last?.opcode == 1 ? last?.words[1] : nil
    }

    @Test func appearsWhereItsRulesPutIt() {
        let popup = mappedPopup()
        #expect(client.lastPlace(popup) == Rect(x: 100, y: 50, width: 20, height: 10))
        #expect(server.frames.last == Rect(x: 100, y: 50, width: 20, height: 10))
    }

    @Test func staysOnScreenWhenItMaySlide() {
        let popup = mappedPopup(x: 639, y: 479, adjustment: 3)
        #expect(client.lastPlace(popup) == Rect(x: 620, y: 470, width: 20, height: 10))
    }

    @Test func standsByItsParentsWindowGeometry() {
        client.wire.send(main.shell, 3, [.int(30), .int(40), .int(500), .int(400)])
        client.surfaces.commit(main.surface)
        let popup = mappedPopup()
        // The window of 500x400 is centred on the screen of 640x480.
        #expect(client.lastPlace(popup) == Rect(x: 100, y: 50, width: 20, height: 10))
        #expect(server.frames.last == Rect(x: 170, y: 90, width: 20, height: 10))
    }

    @Test func repositionTakesEffectOnceAcknowledged() {
        let popup = mappedPopup()
        let positioner = client.makePositioner(x: 200, y: 60, width: 30, height: 20)
        client.wire.send(popup.role, 2, [.uint(positioner), .uint(77)])
        client.wire.roundTrip()
        #expect(client.wire.events(of: popup.role, 2).last?.words == [77])
        #expect(client.lastPlace(popup) == Rect(x: 200, y: 60, width: 30, height: 20))
        #expect(server.frames.last?.x == 100)
        client.acknowledge(popup)
        client.surfaces.commit(popup.surface)
        #expect(server.frames.last?.x == 200)
    }

    @Test func reactivePopupsFollowTheScreen() {
        let lazy = mappedPopup(x: 600, y: 400, adjustment: 3)
        let reactive = mappedPopup(x: 600, y: 400, adjustment: 3, isReactive: true)
        var screen = TestServer.screen
        screen.size = Size(width: 320, height: 240)
        server.content.layOut(on: screen)
        client.wire.roundTrip()
        #expect(client.wire.events(of: lazy.role, 0).count == 1)
        #expect(client.lastPlace(reactive) == Rect(x: 300, y: 230, width: 20, height: 10))
    }

    @Test func grabsTakeTheKeyboardAndGiveItBack() {
        click()
        #expect(keyboardFocus == main.surface)
        let popup = mappedPopup(isGrabbing: true)
        #expect(keyboardFocus == popup.surface)
        let nested = mappedPopup(of: popup, x: 5, y: 5, isGrabbing: true)
        #expect(keyboardFocus == nested.surface)
        client.wire.send(nested.role, 0)
        #expect(keyboardFocus == popup.surface)
        client.wire.send(popup.role, 0)
        #expect(keyboardFocus == main.surface)
        #expect(client.wire.error == nil)
    }

    @Test func popupsWithoutAGrabLeaveTheKeyboard() {
        _ = mappedPopup()
        #expect(keyboardFocus == main.surface)
    }

    @Test func aPressElsewhereDismissesTheChainFromItsTop() {
        let other = ShellClient(server)
        let foreign = other.makeToplevel()
        other.wire.send(foreign.role, 7, [.int(40), .int(40)])
        other.wire.send(foreign.role, 8, [.int(40), .int(40)])
        other.map(foreign, width: 40, height: 40)
        click()
        let popup = mappedPopup(isGrabbing: true)
        let nested = mappedPopup(of: popup, x: 5, y: 5, isGrabbing: true)
        // The foreign window is covered by the raised one: bring it back in front.
        #expect(!isDone(popup))
        client.wire.send(main.role, 8, [.int(100), .int(100)])
        client.wire.send(main.role, 7, [.int(100), .int(100)])
        client.surfaces.commit(main.surface)
        client.show(main, width: 100, height: 100)
        server.click(5, 5)
        #expect(isDone(popup) && isDone(nested))
        let order = client.wire.events.filter { $0.opcode == 1 && [popup.role, nested.role].contains($0.object) }
        #expect(order.map(\.object) == [nested.role, popup.role])
        #expect(server.frames.count == 2, "only the two windows are left")
    }

    @Test func aPressOnTheClientsOwnWindowIsItsOwnBusiness() {
        click()
        let popup = mappedPopup(isGrabbing: true)
        let before = client.wire.events(of: client.pointer, 3).count
        click()
        #expect(!isDone(popup))
        #expect(client.wire.events(of: client.pointer, 3).count == before + 2)
    }

    @Test func aTouchElsewhereDismisses() {
        client.wire.send(main.role, 7, [.int(100), .int(100)])
        client.wire.send(main.role, 8, [.int(100), .int(100)])
        client.surfaces.commit(main.surface)
        client.show(main, width: 100, height: 100)
        server.touch(.down(1, 320, 240), .up(1))
        client.wire.roundTrip()
        let serial = client.wire.events(of: client.touch, 0).last?.words[0]
        let popup = client.makePopup(of: main)
        grab(popup, serial: serial)
        client.map(popup, width: 20, height: 10)
        #expect(!isDone(popup))
        server.touch(.down(2, 2, 2), .up(2))
        #expect(isDone(popup))
    }

    @Test func aNewWindowDismisses() {
        click()
        let popup = mappedPopup(isGrabbing: true)
        _ = client.window()
        #expect(isDone(popup))
    }

    @Test func unmappingTheParentDismisses() {
        let popup = mappedPopup()
        client.surfaces.attach(0, to: main.surface)
        client.surfaces.commit(main.surface)
        #expect(isDone(popup))
        #expect(server.frames.isEmpty)
        client.wire.send(popup.role, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    /// The client draws on until it hears that its popup was dismissed.
    @Test(arguments: [true, false]) func whatIsDrawnForADismissedPopupIsNotShown(wasMapped: Bool) {
        click()
        let popup = client.makePopup(of: main)
        grab(popup)
        client.surfaces.commit(popup.surface)
        if wasMapped {
            client.acknowledge(popup)
            client.show(popup, width: 20, height: 10)
        }
        server.content.attachments[Desktop.self]?.dismissGrabbingPopups()
        if !wasMapped { client.acknowledge(popup) }
        client.show(popup, width: 20, height: 10)
        #expect(isDone(popup))
        #expect(client.wire.error == nil)
        #expect(server.frames.count == 1)
        client.wire.send(popup.role, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }

    @Test func inventedSerialsGetNoGrab() {
        click()
        let popup = client.makePopup(of: main)
        grab(popup, serial: buttonSerial &+ 1000)
        #expect(isDone(popup))
        #expect(keyboardFocus == main.surface)
        #expect(client.wire.error == nil)
    }

    @Test func grabbingWhenMappedIsAnError() {
        click()
        let popup = mappedPopup()
        grab(popup)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == popup.role)
        #expect(client.wire.error?.code == XdgPopup.ErrorCode.invalidGrab.rawValue)
    }

    @Test func grabbingBesideTheTopmostIsAnError() {
        click()
        _ = mappedPopup(isGrabbing: true)
        let second = client.makePopup(of: main)
        grab(second)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == client.base)
        #expect(client.wire.error?.code == XdgWmBase.ErrorCode.notTheTopmostPopup.rawValue)
    }

    @Test func grabbingOnAPopupWithoutOneIsAnError() {
        click()
        let popup = mappedPopup()
        let nested = client.makePopup(of: popup)
        grab(nested)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == nested.role)
        #expect(client.wire.error?.code == XdgPopup.ErrorCode.invalidGrab.rawValue)
    }

    @Test func destroyingBelowTheTopIsAnError() {
        let popup = mappedPopup()
        _ = mappedPopup(of: popup, x: 1, y: 1)
        client.wire.send(popup.role, 0)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == client.base)
        #expect(client.wire.error?.code == XdgWmBase.ErrorCode.notTheTopmostPopup.rawValue)
    }

    @Test func aPopupWithoutAParentIsAnError() {
        let positioner = client.makePositioner(x: 0, y: 0, width: 5, height: 5)
        let window = client.makeShellSurface()
        _ = client.wire.create(window.shell, 2, [.uint(0), .uint(positioner)])
        client.surfaces.commit(window.surface)
        #expect(client.wire.error?.object == client.base)
        #expect(client.wire.error?.code == XdgWmBase.ErrorCode.invalidPopupParent.rawValue)
    }

    @Test func chainsOfAbsurdLengthAreCutOff() {
        var chain = [main]
        for _ in 0..<200 {
            let popup = client.makePopup(of: chain.last ?? main)
            client.surfaces.commit(popup.surface)
            client.acknowledge(popup)
            client.show(popup, width: 4, height: 4)
            chain.append(popup)
            if !client.wire.events(of: popup.role, 1).isEmpty { break }
        }
        #expect(chain.count == 66)
        client.wire.hangUp()
        server.pump()
        #expect(server.frames.isEmpty)
    }

    @Test func thePointerLeavesBeforeThePopupGoes() {
        let popup = mappedPopup()
        server.point(105, 55)
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == popup.surface)
        for object in [popup.role, popup.shell, popup.surface] { client.wire.send(object, 0) }
        client.wire.roundTrip()
        #expect(client.wire.events(of: client.pointer, 1).last?.words[1] == popup.surface)
        #expect(client.wire.events(of: client.pointer, 0).last?.words[1] == main.surface)
    }

    @Test func aGrabThatNeverMapsIsForgotten() {
        click()
        let popup = client.makePopup(of: main)
        grab(popup)
        client.wire.send(popup.role, 0)
        client.wire.send(popup.shell, 0)
        let next = mappedPopup(isGrabbing: true)
        #expect(keyboardFocus == next.surface)
        #expect(client.wire.error == nil)
    }
}
