import Testing
import WaylandBinding

@testable import Wayland

@Suite struct ServerDecorationTests {
    private let server: TestServer
    private let client: SurfaceClient
    private var wire: WireClient { client.wire }

    init() throws {
        server = try TestServer(layout: .filling)
        client = SurfaceClient(server)
    }

    private func modes(_ decoration: UInt32) -> [UInt32] { wire.events(of: decoration, 0).compactMap(\.words.first) }

    @Test func windowsNeedNoTitleBar() {
        let manager = wire.bind("org_kde_kwin_server_decoration_manager")
        wire.roundTrip()
        #expect(wire.events(of: manager, 0).map(\.words) == [[2]])
        let decoration = wire.create(manager, 0, [.uint(client.makeSurface())])
        wire.roundTrip()
        #expect(modes(decoration) == [2])
    }

    @Test func whoeverWantsOneDrawsIt() {
        let manager = wire.bind("org_kde_kwin_server_decoration_manager")
        let decoration = wire.create(manager, 0, [.uint(client.makeSurface())])
        wire.send(decoration, 1, [.uint(1)])
        wire.send(decoration, 1, [.uint(9)])
        wire.send(decoration, 0)
        wire.roundTrip()
        #expect(modes(decoration) == [2, 1] && wire.error == nil)
    }
}
