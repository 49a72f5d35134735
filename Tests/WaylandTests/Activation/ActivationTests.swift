import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ActivationTests {
    private let server: TestServer
    private let launcher: ShellClient
    private let target: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        launcher = ShellClient(server)
        target = ShellClient(server)
    }

    /// Asks for a token and returns it with its object.
    private func token(of client: ShellClient, serial: UInt32?) throws -> (token: String, object: UInt32) {
        let manager = client.wire.bind("xdg_activation_v1")
        let object = client.wire.create(manager, 1)
        if let serial { client.wire.send(object, 0, [.uint(serial), .uint(client.seat)]) }
        client.wire.send(object, 1, [.string("org.example.App")])
        client.wire.send(object, 3)
        client.wire.roundTrip()
        return (try #require(client.wire.events(of: object, 0).last?.string(at: 0)), object)
    }

    private func activate(_ window: ShellClient.Window, with token: String) {
        target.wire.send(target.wire.bind("xdg_activation_v1"), 2, [.string(token), .uint(window.surface)])
        target.wire.roundTrip()
    }

    private func click() throws -> UInt32 {
        server.click(10, 10)
        launcher.wire.roundTrip()
        return try #require(launcher.wire.events(of: launcher.pointer, 3).last?.words[0])
    }

    @Test func aTokenOfTheUsersClickActivatesOnce() throws {
        let window = target.window(pixel: 0xff00_0001)
        _ = launcher.window(pixel: 0xff00_0002)
        let token = try token(of: launcher, serial: try click()).token
        activate(window, with: token)
        #expect(server.pixels == [0xff00_0002, 0xff00_0001])
        server.click(10, 10)
        _ = launcher.window(pixel: 0xff00_0003)
        activate(window, with: token)
        #expect(server.pixels.last == 0xff00_0003)
    }

    @Test func tokensOfNobodysDoingActivateNothing() throws {
        let window = target.window(pixel: 0xff00_0001)
        _ = launcher.window(pixel: 0xff00_0002)
        let serial = try click()
        for token in [
            try token(of: launcher, serial: nil).token, try token(of: launcher, serial: serial &+ 1000).token,
            try token(of: target, serial: serial).token, "guessed",
        ] {
            activate(window, with: token)
            #expect(server.pixels == [0xff00_0001, 0xff00_0002])
        }
        #expect(target.wire.error == nil)
    }

    /// Toolkits use the token before they draw their window.
    @Test func aTokenCountsWhenTheWindowComes() throws {
        server.content.use([WindowRule(appID: TextPattern("quiet"), WindowEffects(takesFocus: false))])
        _ = launcher.window(pixel: 0xff00_0001)
        for token in ["guessed", try token(of: launcher, serial: try click()).token] {
            let window = target.makeToplevel()
            target.wire.send(window.role, 3, [.string("quiet")])
            activate(window, with: token)
            target.map(window, pixel: 0xff00_0002)
            #expect(server.pixels.last == (token == "guessed" ? 0xff00_0001 : 0xff00_0002))
        }
    }

    /// An X program hands on the token with which it was started.
    @Test func aTokenOfAnXProgramCountsOnce() throws {
        server.content.use([WindowRule(appID: TextPattern("quiet"), WindowEffects(takesFocus: false))])
        let windows = try #require(try server.content.makeXWindows())
        let (ours, theirs) = WireSocket.pair()
        try #require(windows.serve(descriptor: ours))
        let client = SurfaceClient(WireClient(descriptor: theirs) { [server] in server.pump() }, nil)
        _ = launcher.window(pixel: 0xff00_0001)
        let token = try token(of: launcher, serial: try click()).token
        for (number, isInFront) in [(UInt32(1), true), (2, false)] {
            let surface = client.makeSurface()
            client.show(client.makeBuffer(640, 480, 0xff00_0002), on: surface)
            client.wire.roundTrip()
            var description = XWindowDescription()
            (description.appID, description.token) = ("quiet", token)
            windows.show(XWindowID(number), .object(surface), description)
            server.pump()
            #expect(server.pixels.last == (isInFront ? 0xff00_0002 : 0xff00_0001))
            server.click(10, 10)
            windows.hide(XWindowID(number))
            server.pump()
        }
    }

    /// The numbers of the windows that ask for attention, counted in the order in which they were made.
    private func urgent(_ server: TestServer) -> [Int] {
        server.content.switchableWindows.filter(\.isUrgent).map(\.number).sorted()
    }

    @Test func withAnyOtherTokenAWindowAsksForAttentionUntilItIsActivated() throws {
        let window = target.window()
        _ = launcher.window()
        let tool = ShellClient(server, privilege: .tool)
        let ends: [() throws -> Void] = [
            { server.content.switchToWindow(1) },
            { activate(window, with: try token(of: tool, serial: nil).token) },
        ]
        for end in ends {
            activate(window, with: "guessed")
            activate(window, with: try token(of: launcher, serial: nil).token)
            #expect(urgent(server) == [1])
            #expect(server.content.switchableWindows.map(\.isActive) == [true, false])
            try end()
            #expect(urgent(server) == [])
            activate(window, with: "guessed")
            #expect(urgent(server) == [], "it has the keyboard")
            server.content.switchToWindow(2)
        }
    }

    /// Windows count with their dialogs.
    @Test func aDialogAsksForItsWindow() {
        let window = target.window()
        let dialog = target.window(width: 100, height: 80, parent: window)
        activate(window, with: "guessed")
        #expect(urgent(server) == [], "its dialog has the keyboard")
        _ = launcher.window()
        activate(window, with: "guessed")
        activate(dialog, with: "guessed")
        #expect(urgent(server) == [1])
        server.content.switchToWindow(1)
        _ = launcher.window()
        #expect(urgent(server) == [])
    }

    /// What the window asked for ends with it.
    @Test func aWindowThatComesWithoutTheKeyboardAsksForAttentionWhileItIsThere() {
        server.content.use([WindowRule(appID: TextPattern("quiet"), WindowEffects(takesFocus: false))])
        _ = launcher.window()
        let window = target.makeToplevel()
        for token in ["guessed", nil] {
            target.wire.send(window.role, 3, [.string("quiet")])
            if let token { activate(window, with: token) }
            target.map(window)
            #expect(urgent(server) == (token == nil ? [] : [2]))
            target.wire.send(window.surface, 1, [.uint(0), .int(0), .int(0)])
            target.wire.send(window.surface, 6)
            target.wire.roundTrip()
            #expect(server.content.switchableWindows.count == 1)
        }
    }

    /// The window in use of an application asks while the keys go to the other one.
    @Test func aWindowOfTheApplicationWithoutTheKeyboardAsksForAttention() throws {
        let both = try TwoApplications()
        let client = ShellClient(both.panel)
        let window = client.window(width: 320, height: 200)
        func ask() {
            client.wire.send(client.wire.bind("xdg_activation_v1"), 2, [.string("guessed"), .uint(window.surface)])
            client.wire.roundTrip()
        }
        both.focus(both.panel)
        ask()
        #expect(urgent(both.panel) == [])
        both.focus(both.main)
        ask()
        #expect(urgent(both.panel) == [1])
        both.focus(both.panel)
        #expect(urgent(both.panel) == [])
    }

    @Test func toolsActForTheUser() throws {
        let window = target.window(pixel: 0xff00_0001)
        _ = launcher.window(pixel: 0xff00_0002)
        let tool = ShellClient(server, privilege: .tool)
        activate(window, with: try token(of: tool, serial: nil).token)
        #expect(server.pixels.last == 0xff00_0001)
    }

    @Test func aCommittedTokenIsUsed() throws {
        let object = try token(of: launcher, serial: nil).object
        launcher.wire.send(object, 3)
        launcher.wire.roundTrip()
        #expect(launcher.wire.error?.object == object && launcher.wire.error?.code == 0)
    }

    @Test func tokensAreLongAndNeverTheSame() {
        var tokens = ActivationTokens()
        let made = (0..<300).map { _ in tokens.make(mayActivate: true) }
        #expect(Set(made).count == 300)
        #expect(made.allSatisfy { $0.count == 32 })
        let results = [0, 299, 299].map { tokens.use(made[$0]) }
        #expect(results == [false, true, false], "the oldest go, and each works once")
    }
}
