import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Wayland

/// The user's rules for windows, as they come up and when the rules change.
@Suite struct WindowRuleTests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
    }

    private func rule(_ appID: String, _ effects: WindowEffects) -> WindowRule {
        WindowRule(appID: TextPattern(appID), effects)
    }

    private func rename(_ window: ShellClient.Window, appID: String? = nil, title: String? = nil) {
        if let appID { client.wire.send(window.role, 3, [.string(appID)]) }
        if let title { client.wire.send(window.role, 2, [.string(title)]) }
    }

    private func window(_ appID: String, width: Int = 640, height: Int = 480, pixel: UInt32 = 0xff10_2030)
        -> ShellClient.Window
    {
        let window = client.makeToplevel()
        rename(window, appID: appID)
        client.map(window, width: width, height: height, pixel: pixel)
        client.wire.roundTrip()
        return window
    }

    /// 1 maximized, 2 fullscreen, 4 activated.
    private func states(_ window: ShellClient.Window) -> [UInt32]? { client.lastConfigure(window)?.states }

    @Test func aWindowComesUpFullScreenAtOnce() throws {
        server.content.use([rule("mpv", WindowEffects(isFullscreen: true))])
        let window = client.makeToplevel()
        rename(window, appID: "mpv")
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        #expect(states(window) == [2, 4])
        client.acknowledge(window)
        client.show(window, width: 640, height: 480)
        #expect(client.wire.events(of: window.shell, 0).count == 1, "mapping needs no second configure")
        // The mapped window may leave it.
        client.wire.send(window.role, 12)
        client.wire.roundTrip()
        #expect(states(window) == [1, 4])
        #expect(states(self.window("foot")) == [1, 4])
    }

    @Test func aWindowThatAsksForTheFullScreenDoesNotGetItFromTheStart() throws {
        server.content.use([rule("game", WindowEffects(isFullscreen: false))])
        let window = client.makeToplevel()
        client.wire.send(window.role, 11, [.uint(0)])
        rename(window, appID: "game")
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        #expect(states(window) == [1, 4])
        client.wire.send(window.role, 11, [.uint(0)])
        client.acknowledge(window)
        client.show(window, width: 640, height: 480)
        client.wire.roundTrip()
        #expect(states(window) == [1, 4])
        client.wire.send(window.role, 11, [.uint(0)])
        client.wire.roundTrip()
        #expect(states(window) == [2, 4])
    }

    @Test func titlesAndIDsThatChangeBeforeTheWindowIsShownCount() throws {
        server.content.use([
            WindowRule(title: TextPattern("slides*"), WindowEffects(isFullscreen: true)),
            rule("late", WindowEffects(isFullscreen: false)),
        ])
        let window = client.makeToplevel()
        rename(window, title: "untitled")
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        #expect(states(window) == [1, 4])
        rename(window, title: "Slides of today")
        client.wire.roundTrip()
        #expect(states(window) == [2, 4])
        rename(window, appID: "late")
        client.wire.roundTrip()
        #expect(states(window) == [1, 4], "the last rule that sets a value counts")
        rename(window, appID: "x")
        client.wire.roundTrip()
        #expect(states(window) == [2, 4])
        rename(window, title: "other")
        client.wire.roundTrip()
        #expect(states(window) == [1, 4], "what the client wanted is not forgotten")
        client.acknowledge(window)
        client.show(window, width: 640, height: 480)
        rename(window, title: "slides")
        client.wire.roundTrip()
        #expect(states(window) == [1, 4], "a mapped window is left alone")
    }

    @Test func aWindowMayKeepItsOwnSize() throws {
        server.content.use([rule("calculator", WindowEffects(fills: false))])
        let window = window("calculator", width: 200, height: 100)
        #expect(client.lastConfigure(window)?.width == 0)
        #expect(server.frames == [Rect(x: 220, y: 190, width: 200, height: 100)])
        // Other rules are followed at once.
        server.content.use([])
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.width == 640)
    }

    @Test func aWindowIsKeptAboveOthersAndAFullScreen() throws {
        server.content.use([rule("clock", WindowEffects(fills: false, isAbove: true))])
        let clock = window("clock", width: 50, height: 20, pixel: 0xff00_0001)
        let foot = window("foot", pixel: 0xff00_0002)
        #expect(server.pixels == [0xff00_0002, 0xff00_0001])
        #expect(states(foot) == [1, 4] && states(clock) == [], "the new window has the keyboard")
        #expect(server.content.switchableWindows.map(\.appID) == ["foot", "clock"])
        client.wire.send(foot.role, 11, [.uint(0)])
        client.wire.roundTrip()
        #expect(server.pixels == [0xff00_0002, 0xff00_0001])
        // Its dialogs are above, too.
        let dialog = client.makeToplevel(parent: clock)
        client.map(dialog, width: 30, height: 20, pixel: 0xff00_0003)
        server.content.switchToWindow(
            try #require(server.content.switchableWindows.first { $0.appID == "foot" }).number)
        #expect(server.pixels == [0xff00_0002, 0xff00_0001, 0xff00_0003])
        server.content.use([])
        #expect(server.pixels == [0xff00_0002])
    }

    @Test func aWindowComesUpBehindTheOneInUse() throws {
        server.content.use([rule("chat", WindowEffects(takesFocus: false))])
        let first = window("chat", pixel: 0xff00_0001)
        #expect(states(first) == [1, 4], "somebody has to have the keyboard")
        let foot = window("foot", pixel: 0xff00_0002)
        let second = window("chat", pixel: 0xff00_0003)
        #expect(states(foot) == [1, 4])
        #expect(states(second) == [1, 9])
        #expect(server.pixels.last == 0xff00_0002)
        #expect(server.content.switchableWindows.map(\.appID) == ["foot", "chat", "chat"])
        // The next one gets the keyboard when the one in use goes.
        client.wire.send(foot.role, 0)
        client.wire.roundTrip()
        #expect(server.pixels.last == 0xff00_0003)
        #expect(states(second) == [1, 4])
    }

    /// Names, full screen and buffers in any order: the state that the client is sent in the end is the one that the
    /// rules and its own wish make.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func anyOrderEndsAsTheRulesSay(_ seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let rules = [
            rule("a", WindowEffects(isFullscreen: true)), rule("b", WindowEffects(isFullscreen: false)),
        ]
        server.content.use(rules)
        for _ in 0..<20 {
            let window = client.makeToplevel()
            var (appID, wish) = (String?.none, false)
            if generator.chance(50) { client.surfaces.commit(window.surface) }
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                if generator.chance(50) {
                    appID = ["a", "b", "c"].randomElement(using: &generator)
                    rename(window, appID: appID)
                } else {
                    wish.toggle()
                    client.wire.send(window.role, wish ? 11 : 12, wish ? [.uint(0)] : [])
                }
            }
            client.surfaces.commit(window.surface)
            client.wire.roundTrip()
            let expected = rules.effects(appID: appID.flatMap { AppID($0) }, title: nil).isFullscreen ?? wish
            #expect(states(window) == (expected ? [2, 4] : [1, 4]))
            client.acknowledge(window)
            client.show(window, width: 640, height: 480)
            client.wire.roundTrip()
            #expect(states(window) == (expected ? [2, 4] : [1, 4]))
            #expect(client.wire.error == nil)
            client.wire.send(window.role, 0)
            client.wire.send(window.shell, 0)
        }
    }
}
