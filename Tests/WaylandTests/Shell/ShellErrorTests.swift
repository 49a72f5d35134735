import Testing
import WaylandBinding

@testable import Wayland

/// Each misuse costs its client the connection, with the right error, and nobody else anything.
@Suite struct ShellErrorTests {
    private let server: TestServer
    private let client: ShellClient
    private let bystander: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        bystander = ShellClient(server)
    }

    /// The client got this error on this object, and the other client can still do everything.
    private func expect(_ object: UInt32, _ code: some WireErrorCode, _ location: SourceLocation = #_sourceLocation) {
        client.wire.roundTrip()
        #expect(client.wire.error?.object == object, sourceLocation: location)
        #expect(client.wire.error?.code == code.rawValue, sourceLocation: location)
        _ = bystander.window()
        #expect(bystander.wire.error == nil && !server.frames.isEmpty, sourceLocation: location)
    }

    @Test func aSurfaceWithAnotherRole() {
        let surface = client.surfaces.makeSurface()
        let parent = client.surfaces.makeSurface()
        _ = client.surfaces.makeSubsurface(surface, of: parent)
        _ = client.wire.create(client.base, 2, [.uint(surface)])
        expect(client.base, XdgWmBase.ErrorCode.role)
    }

    @Test func twoShellSurfacesForOneSurface() {
        let window = client.makeToplevel()
        _ = client.wire.create(client.base, 2, [.uint(window.surface)])
        expect(client.base, XdgWmBase.ErrorCode.role)
    }

    @Test func aSubsurfaceOfAWindowSurface() {
        let window = client.makeToplevel()
        let parent = client.surfaces.makeSurface()
        _ = client.surfaces.makeSubsurface(window.surface, of: parent)
        expect(client.surfaces.subcompositor, WlSubcompositor.ErrorCode.badSurface)
    }

    @Test(arguments: [false, true])
    func aSurfaceWithABuffer(isCommitted: Bool) {
        let surface = client.surfaces.makeSurface()
        client.surfaces.attach(client.surfaces.makeBuffer(4, 4), to: surface)
        if isCommitted { client.surfaces.commit(surface) }
        _ = client.wire.create(client.base, 2, [.uint(surface)])
        expect(client.base, XdgWmBase.ErrorCode.invalidSurfaceState)
    }

    @Test func aBufferWithoutARole() {
        let window = client.makeShellSurface()
        client.surfaces.attach(client.surfaces.makeBuffer(4, 4), to: window.surface)
        expect(window.shell, XdgSurface.ErrorCode.unconfiguredBuffer)
    }

    @Test func aBufferBeforeTheFirstConfigure() {
        let window = client.makeToplevel()
        client.show(window)
        expect(window.shell, XdgSurface.ErrorCode.unconfiguredBuffer)
    }

    @Test func aBufferBeforeTheAcknowledgement() {
        let window = client.makeToplevel()
        client.surfaces.commit(window.surface)
        client.show(window)
        expect(window.shell, XdgSurface.ErrorCode.unconfiguredBuffer)
    }

    @Test func aBufferAfterUnmapping() {
        let window = client.window()
        client.surfaces.attach(0, to: window.surface)
        client.surfaces.commit(window.surface)
        client.show(window)
        expect(window.shell, XdgSurface.ErrorCode.unconfiguredBuffer)
    }

    @Test func twoRoles() {
        let window = client.makeToplevel()
        _ = client.wire.create(window.shell, 1)
        expect(window.shell, XdgSurface.ErrorCode.alreadyConstructed)
    }

    @Test func aPopupWhereAToplevelWas() {
        let parent = client.window()
        let window = client.makeToplevel()
        client.wire.send(window.role, 0)
        let positioner = client.makePositioner(x: 0, y: 0, width: 5, height: 5)
        _ = client.wire.create(window.shell, 2, [.uint(parent.shell), .uint(positioner)])
        expect(client.base, XdgWmBase.ErrorCode.role)
    }

    /// Grabs with a serial of nothing dismiss both popups, after which the outer one may go before the inner.
    @Test func aPopupOfItsOwnPopup() {
        let parent = client.window()
        var outer = client.makePopup(of: parent)
        client.wire.send(outer.role, 1, [.uint(client.seat), .uint(0)])
        let inner = client.makePopup(of: outer)
        client.wire.send(inner.role, 1, [.uint(client.seat), .uint(0)])
        client.wire.send(outer.role, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil && !client.wire.events(of: inner.role, 1).isEmpty)
        let positioner = client.makePositioner(x: 0, y: 0, width: 5, height: 5)
        outer.role = client.wire.create(outer.shell, 2, [.uint(inner.shell), .uint(positioner)])
        expect(client.base, XdgWmBase.ErrorCode.invalidPopupParent)
    }

    @Test func aSerialThatWasNeverSent() {
        let window = client.window()
        client.wire.send(window.shell, 4, [.uint(client.lastSerial(window).map { $0 &+ 1 } ?? 0)])
        expect(window.shell, XdgSurface.ErrorCode.invalidSerial)
    }

    @Test func aSerialTwice() {
        let window = client.window()
        client.acknowledge(window)
        expect(window.shell, XdgSurface.ErrorCode.invalidSerial)
    }

    @Test func anOlderSerialAfterANewerOne() {
        let window = client.makeToplevel()
        client.surfaces.commit(window.surface)
        let older = client.lastSerial(window) ?? 0
        client.wire.send(window.role, 9)
        client.wire.roundTrip()
        client.acknowledge(window)
        client.wire.send(window.shell, 4, [.uint(older)])
        expect(window.shell, XdgSurface.ErrorCode.invalidSerial)
    }

    @Test func requestsBeforeTheRole() {
        let window = client.makeShellSurface()
        client.wire.send(window.shell, 3, [.int(0), .int(0), .int(5), .int(5)])
        expect(window.shell, XdgSurface.ErrorCode.notConstructed)
    }

    @Test(arguments: [(0, 5), (5, -1)])
    func geometryWithoutExtent(width: Int32, height: Int32) {
        let window = client.window()
        client.wire.send(window.shell, 3, [.int(0), .int(0), .int(width), .int(height)])
        expect(window.shell, XdgSurface.ErrorCode.invalidSize)
    }

    @Test func aShellSurfaceBeforeItsToplevel() {
        let window = client.window()
        client.wire.send(window.shell, 0)
        expect(window.shell, XdgSurface.ErrorCode.defunctRoleObject)
    }

    @Test func theShellBeforeItsSurfaces() {
        _ = client.window()
        client.wire.send(client.base, 0)
        expect(client.base, XdgWmBase.ErrorCode.defunctSurfaces)
    }

    @Test func limitsThatContradict() {
        let window = client.window()
        client.wire.send(window.role, 7, [.int(100), .int(100)])
        client.wire.send(window.role, 8, [.int(200), .int(50)])
        client.surfaces.commit(window.surface)
        expect(window.role, XdgToplevel.ErrorCode.invalidSize)
    }

    @Test(arguments: [UInt16(7), 8])
    func negativeLimits(opcode: UInt16) {
        let window = client.window()
        client.wire.send(window.role, opcode, [.int(-1), .int(100)])
        expect(window.role, XdgToplevel.ErrorCode.invalidSize)
    }

    @Test func aWindowAsItsOwnParent() {
        let window = client.window()
        client.wire.send(window.role, 1, [.uint(window.role)])
        expect(window.role, XdgToplevel.ErrorCode.invalidParent)
    }

    @Test func anEdgeThatIsNone() {
        let window = client.window()
        client.wire.send(window.role, 6, [.uint(client.seat), .uint(1), .uint(3)])
        expect(window.role, XdgToplevel.ErrorCode.invalidResizeEdge)
    }

    @Test(arguments: [UInt16(1), 2])
    func positionersOfNegativeSize(opcode: UInt16) {
        let positioner = client.wire.create(client.base, 1)
        let size: [WireArgument] = [.int(-1), .int(5)]
        client.wire.send(positioner, opcode, opcode == 1 ? size : [.int(0), .int(0)] + size)
        expect(positioner, XdgPositioner.ErrorCode.invalidInput)
    }

    @Test(arguments: [UInt16(3), 4])
    func anchorsAndGravitiesThatAreNone(opcode: UInt16) {
        let positioner = client.wire.create(client.base, 1)
        client.wire.send(positioner, opcode, [.uint(9)])
        expect(positioner, XdgPositioner.ErrorCode.invalidInput)
    }

    @Test func anIncompletePositioner() {
        let parent = client.window()
        let positioner = client.wire.create(client.base, 1)
        client.wire.send(positioner, 1, [.int(5), .int(5)])
        let window = client.makeShellSurface()
        _ = client.wire.create(window.shell, 2, [.uint(parent.shell), .uint(positioner)])
        expect(client.base, XdgWmBase.ErrorCode.invalidPositioner)
    }

    @Test func aDecorationTwice() {
        let window = client.makeToplevel()
        let decorations = client.wire.bind("zxdg_decoration_manager_v1")
        _ = client.wire.create(decorations, 1, [.uint(window.role)])
        let second = client.wire.create(decorations, 1, [.uint(window.role)])
        expect(second, ZxdgToplevelDecorationV1.ErrorCode.alreadyConstructed)
    }

    @Test func aDecorationWithoutItsWindow() {
        let window = client.makeToplevel()
        let decorations = client.wire.bind("zxdg_decoration_manager_v1")
        let decoration = client.wire.create(decorations, 1, [.uint(window.role)])
        client.wire.send(window.role, 0)
        expect(decoration, ZxdgToplevelDecorationV1.ErrorCode.orphaned)
    }

    @Test func decorationsAreTheServersInEveryConfigure() {
        let window = client.makeToplevel()
        let decorations = client.wire.bind("zxdg_decoration_manager_v1")
        let decoration = client.wire.create(decorations, 1, [.uint(window.role)])
        client.wire.send(decoration, 1, [.uint(1)])
        client.map(window)
        client.wire.send(decoration, 1, [.uint(1)])
        client.wire.roundTrip()
        let modes = client.wire.events(of: decoration, 0).map { $0.words[0] }
        #expect(modes.count >= 2 && modes.allSatisfy { $0 == 2 })
        #expect(client.wire.error == nil)
    }

    @Test func objectsOutliveTheirSurfaceWithoutHarm() {
        let window = client.window()
        client.wire.send(window.surface, 0)
        client.wire.roundTrip()
        #expect(server.frames.isEmpty)
        client.wire.send(window.role, 9)
        client.wire.send(window.role, 0)
        client.wire.send(window.shell, 0)
        client.wire.roundTrip()
        #expect(client.wire.error == nil)
    }
}
