import Geometry
import WaylandBinding

@testable import Wayland

/// A tool that makes layer surfaces.
final class LayerClient {
    struct Layer {
        var surface: UInt32
        var role: UInt32
    }

    let shell: ShellClient
    let layerShell: UInt32

    init(_ server: TestServer) {
        shell = ShellClient(server, privilege: .tool)
        layerShell = shell.wire.bind("zwlr_layer_shell_v1")
        wire.roundTrip()
    }

    var wire: WireClient { shell.wire }
    var surfaces: SurfaceClient { shell.surfaces }

    /// A layer surface that has not been committed.
    func make(
        _ layer: ZwlrLayerShellV1.Layer = .top, anchor: ZwlrLayerSurfaceV1.Anchor = [], width: UInt32 = 0,
        height: UInt32 = 0, zone: Int32 = 0, keyboard: UInt32 = 0, output: UInt32 = 0,
        namespace: String = "test"
    ) -> Layer {
        let surface = surfaces.makeSurface()
        let role = wire.create(
            layerShell, 0, [.uint(surface), .uint(output), .uint(layer.rawValue), .string(namespace)])
        let made = Layer(surface: surface, role: role)
        setSize(made, width, height)
        wire.send(role, 1, [.uint(anchor.rawValue)])
        wire.send(role, 2, [.int(zone)])
        wire.send(role, 4, [.uint(keyboard)])
        return made
    }

    func setSize(_ layer: Layer, _ width: UInt32, _ height: UInt32) {
        wire.send(layer.role, 0, [.uint(width), .uint(height)])
    }

    /// Commits, acknowledges and shows a buffer of the size told.
    func map(_ layer: Layer, pixel: UInt32 = 0xff50_6070) {
        surfaces.commit(layer.surface)
        show(layer, pixel: pixel)
    }

    func show(_ layer: Layer, pixel: UInt32 = 0xff50_6070) {
        guard let size = lastSize(layer) else { return }
        acknowledge(layer)
        surfaces.show(surfaces.makeBuffer(size.width, size.height, pixel), on: layer.surface)
    }

    func acknowledge(_ layer: Layer) {
        if let serial = wire.events(of: layer.role, 0).last?.words[0] { wire.send(layer.role, 6, [.uint(serial)]) }
    }

    func lastSize(_ layer: Layer) -> Size<LogicalSpace>? {
        guard let event = wire.events(of: layer.role, 0).last else { return nil }
        return Size(width: Int(event.words[1]), height: Int(event.words[2]))
    }

    /// A mapped bar at the top of the screen that keeps its height free.
    func bar(height: UInt32 = 30, keyboard: UInt32 = 0, output: UInt32 = 0) -> Layer {
        let bar = make(
            anchor: [.top, .left, .right], height: height, zone: Int32(height), keyboard: keyboard, output: output)
        map(bar)
        return bar
    }
}
