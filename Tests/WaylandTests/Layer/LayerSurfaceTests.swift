import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct LayerSurfaceTests {
    private let server: TestServer
    private let tool: LayerClient
    private let client: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        tool = LayerClient(server)
        client = ShellClient(server)
    }

    @Test func aBarShrinksTheWindows() throws {
        let window = client.window()
        let bar = tool.bar()
        #expect(tool.lastSize(bar) == Size(width: 640, height: 30))
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 450)
        client.acknowledge(window)
        client.show(window, width: 640, height: 450)
        #expect(
            server.frames == [Rect(x: 0, y: 30, width: 640, height: 450), Rect(x: 0, y: 0, width: 640, height: 30)])
        tool.wire.send(bar.role, 7)
        tool.wire.roundTrip()
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
    }

    @Test func aFullscreenWindowKeepsTheWholeScreen() {
        let window = client.window()
        client.wire.send(window.role, 11, [.uint(0)])
        _ = tool.bar()
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
    }

    @Test func layersStandInTheirOrderAroundTheWindows() {
        _ = client.window(pixel: 0xff00_0005)
        var layers: [LayerClient.Layer] = []
        for (index, layer) in ZwlrLayerShellV1.Layer.frontToBack.enumerated() {
            let made = tool.make(layer, width: 50, height: 50)
            tool.map(made, pixel: 0xff00_0001 + UInt32(index))
            layers.append(made)
        }
        #expect(server.pixels == [0xff00_0004, 0xff00_0003, 0xff00_0005, 0xff00_0002, 0xff00_0001])
        tool.wire.send(layers[3].role, 8, [.uint(ZwlrLayerShellV1.Layer.overlay.rawValue)])
        tool.surfaces.commit(layers[3].surface)
        #expect(server.pixels == [0xff00_0003, 0xff00_0005, 0xff00_0002, 0xff00_0001, 0xff00_0004])
    }

    /// The size came while the client took its picture away and started over.
    @Test func aSizeOfBeforeItStartedOverIsAcknowledged() throws {
        let bar = tool.bar()
        tool.wire.forgetEvents()
        var screen = TestServer.screen
        screen.size = Size(width: 320, height: 240)
        server.content.layOut(on: screen)
        tool.wire.roundTrip()
        let serial = try #require(tool.wire.events(of: bar.role, 0).last?.words[0])
        tool.surfaces.attach(0, to: bar.surface)
        tool.surfaces.commit(bar.surface)
        tool.surfaces.commit(bar.surface)
        tool.wire.send(bar.role, 6, [.uint(serial)])
        tool.show(bar)
        #expect(tool.wire.error == nil)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 320, height: 30)])
    }

    /// swaynag draws nothing while neither of its buffers is free.
    @Test func aSizeThatWasAcknowledgedAndNotDrawnIsAskedForAgain() {
        let bar = tool.bar()
        tool.wire.forgetEvents()
        var screen = TestServer.screen
        screen.size = Size(width: 320, height: 240)
        server.content.layOut(on: screen)
        tool.wire.roundTrip()
        tool.acknowledge(bar)
        tool.surfaces.commit(bar.surface)
        let hasAnother = {
            self.tool.wire.roundTrip()
            return self.tool.wire.events(of: bar.role, 0).count == 2
        }
        #expect(server.pump(until: hasAnother))
        tool.show(bar)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 320, height: 30)])
        #expect(tool.wire.error == nil)
    }

    @Test func changesArePlacedAndConfigured() {
        let layer = tool.make(width: 100, height: 50)
        tool.map(layer)
        #expect(server.frames == [Rect(x: 270, y: 215, width: 100, height: 50)])
        tool.wire.send(layer.role, 1, [.uint(ZwlrLayerSurfaceV1.Anchor.all.rawValue)])
        tool.wire.send(layer.role, 3, [.int(1), .int(2), .int(3), .int(4)])
        tool.setSize(layer, 0, 0)
        tool.wire.roundTrip()
        #expect(tool.lastSize(layer) == Size(width: 100, height: 50), "nothing before the commit")
        tool.surfaces.commit(layer.surface)
        #expect(tool.lastSize(layer) == Size(width: 634, height: 476))
        #expect(!server.content.isSettled)
        tool.show(layer)
        #expect(server.content.isSettled)
        #expect(server.frames == [Rect(x: 4, y: 1, width: 634, height: 476)])
    }

    @Test func aNewScreenPlacesAllAnew() {
        let bar = tool.bar()
        var screen = TestServer.screen
        screen.size = Size(width: 1920, height: 1080)
        server.content.layOut(on: screen)
        tool.wire.roundTrip()
        #expect(tool.lastSize(bar) == Size(width: 1920, height: 30))
    }

    @Test func anUnmappedSurfaceBeginsAnew() {
        let window = client.window()
        let bar = tool.bar()
        tool.surfaces.attach(0, to: bar.surface)
        tool.surfaces.commit(bar.surface)
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
        let before = tool.wire.events(of: bar.role, 0).count
        tool.map(bar)
        #expect(tool.wire.events(of: bar.role, 0).count == before + 1)
        #expect(tool.wire.error == nil)
        #expect(server.frames.count == 2)
    }

    @Test func popupsBelongToTheSurface() {
        let bar = tool.bar()
        let positioner = tool.shell.makePositioner(x: 100, y: 29, width: 50, height: 60)
        var popup = tool.shell.makeShellSurface()
        popup.role = tool.wire.create(popup.shell, 2, [.uint(0), .uint(positioner)])
        tool.wire.send(bar.role, 5, [.uint(popup.role)])
        tool.shell.map(popup, width: 50, height: 60)
        #expect(tool.wire.error == nil)
        #expect(server.frames.last == Rect(x: 100, y: 29, width: 50, height: 60))
        tool.surfaces.attach(0, to: bar.surface)
        tool.surfaces.commit(bar.surface)
        #expect(tool.wire.events(of: popup.role, 1).count == 1)
        #expect(server.frames.isEmpty)
    }

    /// Under the floating policy clients need not wait for anything.
    @Test func contentsMayComeBeforeAnyAnswer() throws {
        let server = try TestServer(layout: .floating)
        let tool = LayerClient(server)
        let layer = tool.make(width: 100, height: 50)
        tool.surfaces.show(tool.surfaces.makeBuffer(100, 50), on: layer.surface)
        #expect(server.frames == [Rect(x: 270, y: 215, width: 100, height: 50)])
        let positioner = tool.shell.makePositioner(x: 10, y: 20, width: 30, height: 40)
        var popup = tool.shell.makeShellSurface()
        popup.role = tool.wire.create(popup.shell, 2, [.uint(0), .uint(positioner)])
        tool.wire.send(layer.role, 5, [.uint(popup.role)])
        tool.shell.show(popup, width: 30, height: 40)
        #expect(server.frames.last == Rect(x: 280, y: 235, width: 30, height: 40))
        #expect(tool.wire.error == nil)
    }

    @Test func aClientThatVanishesGivesTheScreenBack() {
        let window = client.window()
        _ = tool.bar(keyboard: 1)
        tool.wire.hangUp()
        client.wire.roundTrip()
        #expect(client.lastConfigure(window)?.height == 480)
        #expect(server.frames.count == 1)
    }
}
