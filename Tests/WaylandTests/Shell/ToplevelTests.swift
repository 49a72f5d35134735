import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct ToplevelTests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
    }

    private func screen(_ width: Int, _ height: Int) -> LogicalScreen {
        var screen = TestServer.screen
        screen.size = Size(width: width, height: height)
        return screen
    }

    @Test func aPlainWindowFillsTheScreen() throws {
        let window = client.makeToplevel()
        client.wire.roundTrip()
        #expect(client.lastConfigure(window) == nil)
        client.surfaces.commit(window.surface)
        let configure = try #require(client.lastConfigure(window))
        #expect(configure.width == 640 && configure.height == 480)
        #expect(configure.states == [1, 4])
        #expect(client.wire.events(of: window.role, 2).last?.words == [640, 480], "bounds")
        #expect(client.wire.events(of: window.role, 3).last?.words == [8, 2, 3], "capabilities")
        client.acknowledge(window)
        client.show(window, width: 640, height: 480)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(client.wire.events(of: window.shell, 0).count == 1, "mapping needs no second configure")
    }

    @Test func aWindowThatComesUpAtAnotherSizeIsToldItsOwnAgain() throws {
        let window = client.makeToplevel()
        client.map(window, width: 200, height: 100)
        client.wire.roundTrip()
        // Not the same size at once: mpv takes no notice of that.
        #expect(
            client.wire.events(of: window.role, 0).map { Array($0.words.prefix(2)) }.suffix(2) == [
                [640, 479], [640, 480],
            ])
        #expect(server.content.isSettled)
        let count = client.wire.events(of: window.shell, 0).count
        client.acknowledge(window)
        client.show(window, width: 200, height: 100)
        client.wire.roundTrip()
        #expect(client.wire.events(of: window.shell, 0).count == count, "one that insists is left alone")
    }

    /// A page in full screen opens a pop-up window, which is a toplevel without parent and limits.
    @Test func aWindowBesideAFullScreenOneOfItsClientKeepsItsSize() throws {
        let main = client.window()
        client.wire.send(main.role, 11, [.uint(0)])
        client.wire.roundTrip()
        let popup = client.makeToplevel()
        client.map(popup, width: 200, height: 100)
        #expect(client.lastConfigure(popup)?.width == 0)
        #expect(server.frames.last == Rect(x: 220, y: 190, width: 200, height: 100))
        // It stays as it is when the other one leaves the full screen.
        client.wire.send(main.role, 12, [])
        client.wire.roundTrip()
        #expect(server.frames.last == Rect(x: 220, y: 190, width: 200, height: 100))
        // Another client's window fills the screen.
        client.wire.send(main.role, 11, [.uint(0)])
        let other = ShellClient(server)
        let window = other.makeToplevel()
        other.map(window, width: 640, height: 480)
        #expect(other.lastConfigure(window)?.width == 640)
    }

    @Test func aDialogKeepsItsSizeAndIsCentred() throws {
        let main = client.window()
        let dialog = client.makeToplevel(parent: main)
        client.map(dialog, width: 200, height: 100)
        let configure = try #require(client.lastConfigure(dialog))
        #expect(configure.width == 0 && configure.height == 0 && configure.states == [4])
        #expect(client.lastConfigure(main)?.states == [1])
        #expect(server.frames.last == Rect(x: 220, y: 190, width: 200, height: 100))
    }

    @Test func aWindowOfFixedSizeIsCentred() throws {
        let window = client.makeToplevel()
        client.wire.send(window.role, 7, [.int(100), .int(50)])
        client.wire.send(window.role, 8, [.int(100), .int(50)])
        client.map(window, width: 100, height: 50)
        #expect(client.lastConfigure(window)?.width == 0)
        #expect(server.frames == [Rect(x: 270, y: 215, width: 100, height: 50)])
    }

    @Test func aNewLayoutConfiguresAllWindows() throws {
        let one = client.window()
        let two = client.window()
        #expect(server.content.isSettled)
        server.content.layOut(on: screen(1920, 1080))
        client.wire.roundTrip()
        #expect(!server.content.isSettled)
        #expect(server.observer.settlings == 0)
        for window in [one, two] {
            #expect(client.lastConfigure(window)?.width == 1920)
            client.acknowledge(window)
            client.show(window, width: 1920, height: 1080)
        }
        #expect(server.content.isSettled)
        #expect(server.observer.settlings == 1)
        #expect(server.frames == Array(repeating: Rect(x: 0, y: 0, width: 1920, height: 1080), count: 2))
    }

    @Test func fullscreenAndMaximizedAreAnswered() {
        let window = client.window()
        func states(after opcode: UInt16, _ arguments: [WireArgument] = []) -> [UInt32]? {
            let before = client.wire.events(of: window.shell, 0).count
            client.wire.send(window.role, opcode, arguments)
            client.wire.roundTrip()
            #expect(client.wire.events(of: window.shell, 0).count == before + 1)
            return client.lastConfigure(window)?.states
        }
        #expect(states(after: 11, [.uint(0)]) == [2, 4])
        #expect(states(after: 9) == [1, 2, 4])
        #expect(states(after: 12) == [1, 4])
        #expect(states(after: 10) == [1, 4], "a plain window fills the screen whatever it wants")
    }

    @Test func theNewestIsInFrontAndActive() {
        let first = client.window(pixel: 0xff00_0001)
        let second = client.window(pixel: 0xff00_0002)
        #expect(server.pixels == [0xff00_0001, 0xff00_0002])
        #expect(client.lastConfigure(first)?.states == [1, 9])
        #expect(client.lastConfigure(second)?.states == [1, 4])
        client.wire.send(second.role, 0)
        client.wire.roundTrip()
        #expect(client.lastConfigure(first)?.states == [1, 4])
        #expect(server.pixels == [0xff00_0001])
    }

    @Test func unmappedWindowsStartAnew() throws {
        let window = client.window()
        client.wire.send(window.role, 2, [.string("old")])
        client.surfaces.attach(0, to: window.surface)
        client.surfaces.commit(window.surface)
        #expect(server.frames.isEmpty)
        #expect(server.content.description == nil)
        client.wire.forgetEvents()
        client.map(window, width: 640, height: 480)
        #expect(client.wire.error == nil)
        #expect(server.frames.count == 1)
        #expect(server.content.description?.title == nil)
    }

    @Test func theDescriptionFollowsTheWindow() {
        let window = client.window()
        client.wire.send(window.role, 2, [.string("Titel ✓")])
        client.wire.send(window.role, 3, [.string("org.example.App")])
        client.wire.roundTrip()
        let expected = ContentDescription(
            appID: "org.example.App", title: "Titel ✓", size: Size(width: 640, height: 480))
        #expect(server.content.description == expected)
        #expect(server.observer.descriptionChanges > 0)
    }

    @Test func windowGeometryPlacesTheWindow() {
        let main = client.window()
        let dialog = client.makeToplevel(parent: main)
        client.surfaces.commit(dialog.surface)
        client.acknowledge(dialog)
        client.wire.send(dialog.shell, 3, [.int(10), .int(20), .int(80), .int(40)])
        client.show(dialog, width: 100, height: 80)
        #expect(server.frames.last == Rect(x: 270, y: 200, width: 100, height: 80))
    }

    @Test func childrenOfAnUnmappedWindowAreItsParents() {
        let main = client.window()
        let dialog = client.window(width: 300, height: 200, parent: main)
        let question = client.window(width: 50, height: 40, parent: dialog)
        client.surfaces.attach(0, to: dialog.surface)
        client.surfaces.commit(dialog.surface)
        // Still a dialog: now of the main window, so that it does not fill the screen.
        #expect(client.lastConfigure(question)?.width == 0)
        client.wire.send(main.role, 1, [.uint(question.role)])
        client.wire.roundTrip()
        #expect(client.wire.error?.code == 1 && client.wire.error?.object == main.role)
    }

    @Test func aClickRaisesAndKeepsTheDialogAbove() {
        let main = client.window(pixel: 0xff00_0001)
        _ = client.window(width: 100, height: 100, parent: main, pixel: 0xff00_0002)
        server.click(10, 10)
        #expect(server.pixels == [0xff00_0001, 0xff00_0002])
        client.wire.roundTrip()
        #expect(client.lastConfigure(main)?.states == [1, 4])
    }

    @Test func aDialogIsNobodysOnceItsParentIsGone() {
        let main = client.window()
        let dialog = client.makeToplevel(parent: main)
        client.surfaces.commit(dialog.surface)
        #expect(client.lastConfigure(dialog)?.width == 0)
        client.surfaces.attach(0, to: main.surface)
        client.surfaces.commit(main.surface)
        #expect(client.lastConfigure(dialog)?.width == 640, "a plain window now")
    }

    @Test func dialogsShrinkWithTheScreen() {
        let main = client.window()
        let dialog = client.window(width: 600, height: 200, parent: main)
        server.content.layOut(on: screen(320, 240))
        client.wire.roundTrip()
        #expect(client.lastConfigure(dialog)?.width == 320 && client.lastConfigure(dialog)?.height == 200)
    }

    @Test func nothingShowsBesideAFullscreenWindow() {
        _ = client.window(pixel: 0xff00_0001)
        let small = client.makeToplevel()
        client.wire.send(small.role, 11, [.uint(0)])
        client.map(small, width: 320, height: 240, pixel: 0xff00_0002)
        #expect(server.pixels == [0xff00_0002])
        #expect(server.frames == [Rect(x: 160, y: 120, width: 320, height: 240)])
        client.wire.send(small.role, 12)
        client.wire.roundTrip()
        server.pump()
        #expect(server.pixels == [0xff00_0001, 0xff00_0002])
    }

    @Test func longChainsOfDialogsAreSurvived() {
        var parent = client.window()
        for _ in 0..<60 {
            let dialog = client.makeToplevel(parent: parent)
            client.map(dialog, width: 4, height: 4)
            parent = dialog
        }
        server.click(320, 240)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
        #expect(server.frames.count == 61)
        client.wire.hangUp()
        server.pump()
        #expect(server.frames.isEmpty)
    }

    @Test func clientsThatVanishLeaveNothing() {
        let other = ShellClient(server)
        _ = other.window(pixel: 0xff00_0009)
        let mine = client.window(pixel: 0xff00_0001)
        _ = client.window(width: 100, height: 100, parent: mine)
        client.wire.hangUp()
        server.pump()
        #expect(server.pixels == [0xff00_0009])
        other.wire.roundTrip()
        #expect(other.wire.error == nil && !other.wire.isClosed)
    }
}
