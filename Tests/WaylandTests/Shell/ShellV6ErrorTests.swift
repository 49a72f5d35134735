import Testing
import WaylandBinding

@testable import Wayland

/// Each misuse of `zxdg_shell_v6` costs its client the connection, with an error that the protocol knows.
@Suite struct ShellV6ErrorTests {
    private let server: TestServer
    private let client: ShellClient
    private let bystander: ShellClient

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server, .v6)
        bystander = ShellClient(server)
    }

    private func expect(_ object: UInt32, _ code: some WireErrorCode, _ location: SourceLocation = #_sourceLocation) {
        client.wire.roundTrip()
        #expect(client.wire.error?.object == object, sourceLocation: location)
        #expect(client.wire.error?.code == code.rawValue, sourceLocation: location)
        _ = bystander.window()
        #expect(bystander.wire.error == nil && !server.frames.isEmpty, sourceLocation: location)
    }

    @Test func aSurfaceWithAnotherRole() {
        let surface = client.surfaces.makeSurface()
        _ = client.surfaces.makeSubsurface(surface, of: client.surfaces.makeSurface())
        _ = client.wire.create(client.base, 2, [.uint(surface)])
        expect(client.base, ZxdgShellV6.ErrorCode.role)
    }

    @Test func aSurfaceWithABuffer() {
        let surface = client.surfaces.makeSurface()
        client.surfaces.attach(client.surfaces.makeBuffer(4, 4), to: surface)
        _ = client.wire.create(client.base, 2, [.uint(surface)])
        expect(client.base, ZxdgShellV6.ErrorCode.invalidSurfaceState)
    }

    /// A window that was one by the other protocol cannot become one by this, nor the other way round.
    @Test(arguments: ShellClient.Dialect.allCases)
    func rolesOfTheOtherShell(dialect: ShellClient.Dialect) {
        let other: ShellClient.Dialect = dialect == .v6 ? .stable : .v6
        let window = client.makeToplevel()
        let base = client.wire.bind(other.rawValue)
        guard dialect == .v6 else {
            _ = client.wire.create(base, 2, [.uint(window.surface)])
            return expect(base, XdgWmBase.ErrorCode.role)
        }
        client.wire.send(window.role, 0)
        client.wire.send(window.shell, 0)
        _ = client.wire.create(base, 2, [.uint(window.surface)])
        expect(base, XdgWmBase.ErrorCode.role)
    }

    @Test func aBufferBeforeTheAcknowledgement() {
        let window = client.makeToplevel()
        client.surfaces.commit(window.surface)
        client.show(window)
        expect(window.shell, ZxdgSurfaceV6.ErrorCode.unconfiguredBuffer)
    }

    @Test func twoRoles() {
        let window = client.makeToplevel()
        _ = client.wire.create(window.shell, 1)
        expect(window.shell, ZxdgSurfaceV6.ErrorCode.alreadyConstructed)
    }

    @Test func requestsBeforeTheRole() {
        let window = client.makeShellSurface()
        client.wire.send(window.shell, 3, [.int(0), .int(0), .int(5), .int(5)])
        expect(window.shell, ZxdgSurfaceV6.ErrorCode.notConstructed)
    }

    @Test func whatHasNoCodeOfItsOwnIsAnInvalidState() {
        let window = client.window()
        client.wire.send(window.shell, 4, [.uint(client.lastSerial(window).map { $0 &+ 1 } ?? 0)])
        expect(client.base, ZxdgShellV6.ErrorCode.invalidSurfaceState)
    }

    @Test func limitsThatContradict() {
        let window = client.window()
        client.wire.send(window.role, 7, [.int(100), .int(100)])
        client.wire.send(window.role, 8, [.int(200), .int(50)])
        client.surfaces.commit(window.surface)
        expect(client.base, ZxdgShellV6.ErrorCode.invalidSurfaceState)
    }

    @Test func aWindowAsItsOwnParent() {
        let window = client.window()
        client.wire.send(window.role, 1, [.uint(window.role)])
        expect(client.base, ZxdgShellV6.ErrorCode.invalidSurfaceState)
    }

    @Test func theShellBeforeItsSurfaces() {
        _ = client.window()
        client.wire.send(client.base, 0)
        expect(client.base, ZxdgShellV6.ErrorCode.defunctSurfaces)
    }

    /// Parallel edges, and bits of no edge.
    @Test(arguments: [UInt16(3), 4], [UInt32(3), 12, 15, 16, .max])
    func edgesThatAreNone(opcode: UInt16, bits: UInt32) {
        let positioner = client.wire.create(client.base, 1)
        client.wire.send(positioner, opcode, [.uint(bits)])
        expect(positioner, ZxdgPositionerV6.ErrorCode.invalidInput)
    }

    @Test func anAnchorWithoutExtent() {
        let positioner = client.wire.create(client.base, 1)
        client.wire.send(positioner, 2, [.int(0), .int(0), .int(0), .int(1)])
        expect(positioner, ZxdgPositionerV6.ErrorCode.invalidInput)
    }

    @Test func anIncompletePositioner() {
        let parent = client.window()
        let positioner = client.wire.create(client.base, 1)
        client.wire.send(positioner, 1, [.int(5), .int(5)])
        let window = client.makeShellSurface()
        _ = client.wire.create(window.shell, 2, [.uint(parent.shell), .uint(positioner)])
        expect(client.base, ZxdgShellV6.ErrorCode.invalidPositioner)
    }

    @Test func aPopupBeforeItsOwnPopups() {
        let parent = client.window()
        let outer = client.makePopup(of: parent)
        client.map(outer, width: 20, height: 10)
        client.map(client.makePopup(of: outer), width: 20, height: 10)
        client.wire.send(outer.role, 0)
        expect(client.base, ZxdgShellV6.ErrorCode.notTheTopmostPopup)
    }

    @Test func aGrabAfterMapping() {
        let popup = client.makePopup(of: client.window())
        client.map(popup, width: 20, height: 10)
        client.wire.send(popup.role, 1, [.uint(client.seat), .uint(1)])
        expect(popup.role, ZxdgPopupV6.ErrorCode.invalidGrab)
    }
}
