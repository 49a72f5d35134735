import Geometry
import Testing
import WaylandBinding

@testable import Mirroring
@testable import Wayland

/// Tools' surfaces where applications see two outputs: PANEL-1 of 320x200 at the scale 2, and an external, HDMI-1 of 640x480.
@Suite struct PanelLayerTests {
    private let server: TestServer
    private let tool: LayerClient
    private let client: ShellClient
    private let panel: PanelScreen
    private static let small = TestServer.display("PANEL-1", 320, 200, scale: Scale(in120ths: 240))
    private static let large = TestServer.display("HDMI-1", 640, 480)

    init() throws {
        server = try TestServer(layout: .filling, outputs: 2)
        panel = try #require(server.content.panelScreen)
        panel.layOut(on: Self.small)
        server.content.layOut(on: Self.small)
        server.content.show([ShownDisplay(screen: Self.small)])
        tool = LayerClient(server)
        client = ShellClient(server)
    }

    /// The external comes; the outputs of the external and the panel as the tool sees them.
    private func plug() -> (external: UInt32, panel: UInt32) {
        server.content.layOut(on: Self.large)
        server.content.show([Self.large, Self.small].map { ShownDisplay(screen: $0) })
        tool.wire.roundTrip()
        let all = tool.wire.bindAll("wl_output")
        tool.wire.roundTrip()
        func output(at x: UInt32) -> UInt32 {
            all.first { tool.wire.events(of: $0, 0).last?.words.first == x } ?? 0
        }
        return (output(at: 0), output(at: 640))
    }

    private func unplug() {
        server.content.layOut(on: Self.small)
        server.content.show([ShownDisplay(screen: Self.small)])
        tool.wire.roundTrip()
    }

    private func isClosed(_ layer: LayerClient.Layer) -> Bool { !tool.wire.events(of: layer.role, 1).isEmpty }

    /// Shows the size that the surface was told last.
    private func follow(_ layer: LayerClient.Layer) {
        tool.wire.roundTrip()
        tool.show(layer)
    }

    private var panelFrames: [Rect<ContentSpace>] { panel.layers.map(\.destination) }

    @Test func eachBarIsOnTheOutputThatItNames() {
        let outputs = plug()
        let onExternal = tool.bar(output: outputs.external)
        let onPanel = tool.bar(height: 20, output: outputs.panel)
        #expect(tool.lastSize(onExternal) == Size(width: 640, height: 30))
        #expect(tool.lastSize(onPanel) == Size(width: 160, height: 20))
        #expect(server.frames == [Rect(x: 0, y: 0, width: 640, height: 30)])
        #expect(panelFrames == [Rect(x: 0, y: 0, width: 320, height: 40)])
        #expect(panel.layerInput == Region(Rect(x: 0, y: 0, width: 320, height: 40)))
        #expect(panel.layerEdges == EdgeMargins(top: 40))
        let entered = tool.wire.events(of: onPanel.surface, 0).map { $0.words[0] }
        #expect(entered == [outputs.panel])
        #expect(tool.wire.error == nil)
    }

    @Test func theZonesOfThePanelAreOnlyItsOwnWindows() {
        let applicationPanel = client.wire.bind("wl_output")
        let outputs = plug()
        let slides = client.window()
        let notes = client.window()
        client.wire.send(notes.role, 11, [.uint(applicationPanel)])
        client.wire.send(notes.role, 12)
        _ = tool.bar(height: 20, output: outputs.panel)
        client.wire.roundTrip()
        #expect(client.lastConfigure(slides).map { [$0.width, $0.height] } == [640, 480])
        #expect(client.lastConfigure(notes).map { [$0.width, $0.height] } == [160, 80])
    }

    @Test func aFingerReachesTheSurfaceInItsOwnCoordinates() {
        let outputs = plug()
        let dock = tool.make(anchor: [.bottom, .left], width: 60, height: 40, output: outputs.panel)
        tool.map(dock)
        #expect(panelFrames == [Rect(x: 0, y: 120, width: 120, height: 80)])
        let place = panel.placeInContent
        #expect([place.width, place.height] == [160, 100], "at the content's scale")
        server.touch(.down(0, Double(place.x) + 20, Double(place.y) + 90))
        tool.wire.roundTrip()
        let down = tool.wire.events(of: tool.shell.touch, 0).last
        #expect(down?.words[2] == dock.surface)
        #expect(down.map { [$0.fixed(4), $0.fixed(5)] } == [20, 30])
    }

    @Test func aNotificationIsOnThePanelUnlessItNamesAnother() {
        let outputs = plug()
        func map(_ namespace: String, _ output: UInt32 = 0) -> LayerClient.Layer {
            let made = tool.make(
                .overlay, anchor: [.top, .right], width: 50, height: 20, output: output, namespace: namespace)
            tool.map(made)
            return made
        }
        let notification = map("notifications")
        #expect(panelFrames == [Rect(x: 220, y: 0, width: 100, height: 40)] && server.frames.isEmpty)
        _ = map("launcher")
        _ = map("notifications", outputs.external)
        #expect(panelFrames.count == 1)
        #expect(server.frames == Array(repeating: Rect(x: 590, y: 0, width: 50, height: 20), count: 2))
        unplug()
        #expect(!isClosed(notification) && panelFrames.isEmpty && server.frames.count == 3)
        _ = plug()
        #expect(panelFrames.count == 1 && server.frames.count == 2)
    }

    @Test func aSurfaceOfThePanelStaysThereOverUnplugAndPlug() {
        let outputs = plug()
        let dock = tool.bar(output: outputs.panel)
        unplug()
        #expect(!isClosed(dock) && panelFrames.isEmpty)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 320, height: 60)])
        _ = plug()
        #expect(server.frames.isEmpty && panelFrames == [Rect(x: 0, y: 0, width: 320, height: 60)])
    }

    /// A bar has a surface for each output, and makes another one when the output is back.
    @Test func aSurfaceWithATwinOnTheOtherOutputIsClosedAtTheUnplug() {
        let outputs = plug()
        let twins = [tool.bar(output: outputs.external), tool.bar(output: outputs.panel)]
        unplug()
        follow(twins[0])
        #expect(twins.map(isClosed) == [false, true])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 320, height: 60)])
        #expect(tool.wire.error == nil)
    }

    @Test func menusOfASurfaceAreWithIt() {
        let outputs = plug()
        let bar = tool.bar(output: outputs.panel)
        let positioner = tool.shell.makePositioner(x: 100, y: 29, width: 50, height: 60)
        var popup = tool.shell.makeShellSurface()
        popup.role = tool.wire.create(popup.shell, 2, [.uint(0), .uint(positioner)])
        tool.wire.send(bar.role, 5, [.uint(popup.role)])
        tool.shell.map(popup, width: 50, height: 60)
        #expect(panelFrames.last == Rect(x: 200, y: 58, width: 100, height: 120))
        #expect(server.frames.isEmpty && tool.wire.error == nil)
    }

    @Test func theScaleIsThePanels() {
        let outputs = plug()
        let bar = tool.make(anchor: [.top, .left, .right], height: 20, output: outputs.panel)
        let manager = tool.wire.bind("wp_fractional_scale_manager_v1")
        let object = tool.wire.create(manager, 1, [.uint(bar.surface)])
        tool.map(bar)
        #expect(tool.wire.events(of: object, 0).last?.words == [240])
        unplug()
        _ = plug()
        #expect(tool.wire.events(of: object, 0).last?.words == [240])
    }

    @Test func clientsAreCalledBackWhenTheSurfacesWereShown() {
        let outputs = plug()
        var changes = 0
        panel.layersChanged = { changes += 1 }
        let bar = tool.bar(output: outputs.panel)
        server.pump()
        #expect(changes > 0)
        changes = 0
        let callback = tool.wire.create(bar.surface, 3)
        tool.surfaces.commit(bar.surface)
        server.pump()
        #expect(changes == 1 && tool.wire.events(of: callback, 0).isEmpty)
        panel.layersShown()
        tool.wire.roundTrip()
        #expect(tool.wire.events(of: callback, 0).count == 1)
    }

    @Test func withoutASecondOutputNothingIsOnThePanel() throws {
        let server = try TestServer(layout: .filling)
        let tool = LayerClient(server)
        server.content.layOut(on: Self.large)
        server.content.show([Self.large, Self.small].map { ShownDisplay(screen: $0) })
        let notification = tool.make(width: 50, height: 20, namespace: "notifications")
        tool.map(notification)
        #expect(server.frames == [Rect(x: 295, y: 230, width: 50, height: 20)])
    }
}
