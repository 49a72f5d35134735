import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Wayland

/// Windows that cannot be as small as the screen, which is 640x480 here, are shown smaller.
@Suite struct WindowFitTests {
    private let server: TestServer
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
    }

    /// A toplevel whose size is no less than this.
    private func largeWindow(_ width: Int, _ height: Int) -> ShellClient.Window {
        let window = client.makeToplevel()
        client.wire.send(window.role, 8, [.int(Int32(width)), .int(Int32(height))])
        client.map(window, width: width, height: height)
        return window
    }

    /// What the client was told of the finger that went down last, in surface pixels.
    private func touched(_ x: Double, _ y: Double) -> (surface: UInt32, x: Double, y: Double)? {
        client.wire.forgetEvents()
        server.touch(.down(1, x, y))
        server.touch(.up(1))
        client.wire.roundTrip()
        guard let down = client.wire.events(of: client.touch, 0).last else { return nil }
        return (down.words[2], down.fixed(4), down.fixed(5))
    }

    @Test func allOfTheWindowIsShownInTheMiddle() {
        _ = largeWindow(1280, 720)
        #expect(server.frames == [Rect(x: 0, y: 60, width: 640, height: 360)])
    }

    @Test func theLeastAreaIsThatOfAllWindows() {
        let first = largeWindow(1280, 720)
        #expect(server.content.description?.leastArea == Size(width: 1280, height: 720))
        _ = largeWindow(700, 900)
        #expect(server.content.description?.leastArea == Size(width: 1280, height: 900))
        client.surfaces.attach(0, to: first.surface)
        client.surfaces.commit(first.surface)
        client.wire.roundTrip()
        #expect(server.content.description?.leastArea == Size(width: 700, height: 900))
    }

    @Test func aWindowThatKeepsToItsSizeCountsAsOneThatSaysSo() throws {
        let window = client.makeToplevel()
        client.map(window, width: 1280, height: 720)
        client.acknowledge(window)
        client.show(window, width: 1280, height: 720)
        #expect(server.content.description?.leastArea == .zero, "it may be drawing yet")
        #expect(server.pump { server.content.description?.leastArea == Size(width: 1280, height: 720) })
        #expect(server.frames == [Rect(x: 0, y: 60, width: 640, height: 360)])
        client.show(window, width: 640, height: 480)
        #expect(server.content.description?.leastArea == .zero)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
    }

    @Test func aLatePictureSaysNothing() {
        var kept = KeptSize()
        let (asked, large) = (Size<LogicalSpace>(width: 640, height: 480), Size<LogicalSpace>(width: 800, height: 400))
        let isLarge = kept.drawn(large, for: asked)
        #expect(isLarge)
        func drawn(_ size: Size<LogicalSpace>, _ asked: Size<LogicalSpace>) -> Bool { kept.drawn(size, for: asked) }
        func passed(_ size: Size<LogicalSpace>) -> Bool { kept.waited(size, for: asked) }
        #expect(!drawn(large, asked), "one look is enough")
        #expect(!drawn(asked, asked) && !passed(asked) && kept.least == .zero)
        #expect(drawn(large, asked) && passed(large) && kept.least == Size(width: 800, height: 0))
        #expect(!drawn(Size(width: 800, height: 1), large) && kept.least.width == 800)
        #expect(!drawn(Size(width: 700, height: 1), large) && kept.least == .zero)
    }

    @Test func anotherDisplayIsAnotherChance() throws {
        let window = client.makeToplevel()
        client.map(window, width: 1280, height: 720)
        client.acknowledge(window)
        client.show(window, width: 1280, height: 720)
        #expect(server.pump { server.content.description?.leastArea == Size(width: 1280, height: 720) })
        var screen = TestServer.screen
        screen.size = Size(width: 1280, height: 960)
        server.content.layOut(on: screen)
        server.pump()
        #expect(server.content.description?.leastArea == Size(width: 1280, height: 720), "it is the same, but larger")
        screen.name = "OTHER-1"
        server.content.layOut(on: screen)
        server.pump()
        #expect(server.content.description?.leastArea == .zero)
    }

    @Test func aRuleGivesAWindowAScaleOfItsOwn() throws {
        let effects = WindowEffects(scale: Scale(2))
        server.content.use([WindowRule(appID: TextPattern("small"), effects)])
        let window = client.makeToplevel()
        let scale = client.wire.create(
            client.wire.bind("wp_fractional_scale_manager_v1"), 1, [.uint(window.surface)])
        client.wire.send(window.role, 3, [.string("small")])
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        #expect(client.wire.events(of: scale, 0).map(\.words) == [[120], [240]])
        let configured = try #require(client.lastConfigure(window))
        #expect([configured.width, configured.height] == [320, 240])
        client.acknowledge(window)
        client.show(window, width: 320, height: 240)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 480)])
        #expect(server.content.description?.size == Size(width: 640, height: 480))
        let corner = try #require(touched(638, 478))
        #expect(corner.x == 319 && corner.y == 239)
        let menu = client.makePopup(of: window, x: 200, y: 200, width: 60, height: 20, adjustment: 3)
        client.map(menu, width: 60, height: 20)
        #expect(server.frames.last == Rect(x: 400, y: 400, width: 120, height: 40))
        // On a screen of the same scale the window is as any other.
        let screen = LogicalScreen(
            name: "dense", size: Size(width: 1280, height: 960), scale: try #require(Scale(2)),
            refreshMilliHertz: 60_000)
        server.content.layOut(on: screen)
        server.pump()
        client.wire.roundTrip()
        let again = try #require(client.lastConfigure(window))
        #expect([again.width, again.height] == [640, 480])
        #expect(client.wire.events(of: scale, 0).isEmpty, "the window's own scale is the same")
    }

    @Test func fingersReachItsFarCorner() throws {
        let window = largeWindow(1280, 720)
        let corner = try #require(touched(639, 419))
        #expect(corner.surface == window.surface && corner.x == 1278 && corner.y == 718)
        let first = try #require(touched(0, 60))
        #expect(first.x == 0 && first.y == 0)
        #expect(touched(320, 30) == nil)
    }

    @Test func menusAreShownAlike() throws {
        let window = largeWindow(1280, 720)
        // In the right half, which the screen itself does not reach.
        let menu = client.makePopup(of: window, x: 1000, y: 600, width: 200, height: 100, adjustment: 3)
        client.map(menu, width: 200, height: 100)
        #expect(client.lastPlace(menu) == Rect(x: 1000, y: 600, width: 200, height: 100))
        #expect(server.frames.last == Rect(x: 500, y: 360, width: 100, height: 50))
        let hit = try #require(touched(510, 370))
        #expect(hit.surface == menu.surface && hit.x == 20 && hit.y == 20)
    }

    @Test func damageIsWhereItIsSeen() {
        let window = largeWindow(1280, 720)
        _ = server.observer.takeDamage()
        client.wire.send(window.surface, 2, [.int(640), .int(360), .int(4), .int(4)])
        client.surfaces.commit(window.surface)
        client.wire.roundTrip()
        let damage = server.observer.takeDamage()
        #expect(damage.subtracting(Region(Rect(x: 310, y: 230, width: 20, height: 20))).isEmpty)
        #expect(Region(Rect(x: 320, y: 240, width: 2, height: 2)).subtracting(damage).isEmpty)
    }

    @Test func aLargerScreenShowsItAsItIs() throws {
        let window = largeWindow(1280, 720)
        let screen = LogicalScreen(
            name: "large", size: Size(width: 1920, height: 1080), refreshMilliHertz: 60_000)
        server.content.layOut(on: screen)
        server.pump()
        client.wire.roundTrip()
        let configured = try #require(client.lastConfigure(window))
        #expect([configured.width, configured.height] == [1920, 1080])
        client.acknowledge(window)
        client.show(window, width: 1920, height: 1080)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 1920, height: 1080)])
    }

    @Test func aWindowThatCanBeSmallerIsNotScaled() {
        let window = client.makeToplevel()
        client.wire.send(window.role, 8, [.int(640), .int(480)])
        client.map(window, width: 1280, height: 720)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 1280, height: 720)])
    }

    @Test(arguments: 0..<50)
    func theMappingIsItsOwnInverse(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let area = Rect<LogicalSpace>(
            x: .random(in: 0...50, using: &random), y: .random(in: 0...50, using: &random),
            width: .random(in: 1...800, using: &random), height: .random(in: 1...600, using: &random))
        let window = Rect<LogicalSpace>(
            x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random),
            width: area.width + .random(in: 1...2000, using: &random), height: .random(in: 1...2000, using: &random))
        let fit = try #require(WindowFit(window, within: area))
        #expect(fit.factor < 1)
        #expect(area.reinterpreted().contains(fit.shown(window, at: .one)))
        for _ in 0..<20 {
            let point = Point<LogicalSpace>(
                x: .random(in: -100...3000, using: &random), y: .random(in: -100...3000, using: &random))
            let back = fit.laidOut(fit.shown(point))
            #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6)
        }
    }
}
