import Geometry
import Mirroring
import Testing

@testable import Wayland

@Suite struct CursorShapeTests {
    private let server: TestServer
    private let client: ShellClient
    private let main: ShellClient.Window
    private let manager: UInt32
    private let device: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        main = client.window()
        manager = client.wire.bind("wp_cursor_shape_manager_v1")
        device = client.wire.create(manager, 1, [.uint(client.pointer)])
        server.point(30, 40)
        client.wire.roundTrip()
    }

    private var serial: UInt32 { client.wire.events(of: client.pointer, 0).last?.words[0] ?? 0 }

    private var shown: String? {
        client.wire.roundTrip()
        return if case .named(let name, _) = server.content.cursor { name } else { nil }
    }

    private func choose(_ shape: UInt32, serial: UInt32) {
        client.wire.send(device, 1, [.uint(serial), .uint(shape)])
    }

    @Test(arguments: [(1, "default"), (9, "text"), (10, "vertical-text"), (21, "nw-resize"), (34, "zoom-out")])
    func shapesBearTheirCSSNames(shape: UInt32, name: String) {
        choose(shape, serial: serial)
        #expect(shown == name)
    }

    @Test func anOutdatedSerialChangesNothing() {
        choose(9, serial: serial &- 1)
        #expect(shown == "default")
    }

    @Test func aSurfaceAndAShapeReplaceEachOther() {
        let surface = client.surfaces.makeSurface()
        client.surfaces.show(client.surfaces.makeBuffer(8, 8), on: surface)
        client.wire.send(client.pointer, 0, [.uint(serial), .uint(surface), .int(0), .int(0)])
        #expect(shown == nil)
        choose(4, serial: serial)
        #expect(shown == "pointer")
        client.wire.send(client.pointer, 0, [.uint(serial), .uint(surface), .int(0), .int(0)])
        #expect(shown == nil)
        #expect(client.wire.error == nil)
    }

    @Test(arguments: [0, 35, UInt32.max])
    func numbersThatAreNoShapeAreAnError(shape: UInt32) {
        choose(shape, serial: serial)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == device && client.wire.error?.code == 1)
    }

    @Test func itOutlivesItsPointer() {
        let serial = serial
        client.wire.send(client.pointer, 1)
        client.wire.roundTrip()
        choose(9, serial: serial)
        client.wire.send(device, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }
}
