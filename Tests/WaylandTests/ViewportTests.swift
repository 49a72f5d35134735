import Mirroring
import Geometry
import Testing
import WaylandBinding

@testable import Wayland

/// Cropping and scaling through `wp_viewport`, and the errors of its misuse.
@Suite struct ViewportTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let surface: UInt32
    private let viewporter: UInt32
    private let viewport: UInt32

    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
        surface = client.makeSurface()
        viewporter = client.wire.bind("wp_viewporter")
        viewport = client.wire.create(viewporter, 1, [.uint(surface)])
        server.show([(client.surface(surface), 0, 0)])
    }

    private func setSource(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        client.wire.send(viewport, 1, [.fixed(x), .fixed(y), .fixed(width), .fixed(height)])
    }

    private func expectError(_ code: WpViewport.ErrorCode) {
        client.show(client.makeBuffer(40, 20), on: surface)
        #expect(client.wire.error?.object == viewport)
        #expect(client.wire.error?.code == code.rawValue)
    }

    @Test func theSourceIsCroppedAndStretched() throws {
        setSource(10, 5, 20, 10)
        client.wire.send(viewport, 2, [.int(60), .int(30)])
        client.show(client.makeBuffer(40, 20), on: surface)
        let element = try #require(server.content.scene.first)
        #expect(element.destination == Rect(x: 0, y: 0, width: 60, height: 30))
        #expect(element.crop == .init(x: 10, y: 5, width: 20, height: 10))
    }

    @Test func aDestroyedViewportShowsTheWholeBufferAgain() {
        setSource(10, 5, 20, 10)
        client.show(client.makeBuffer(40, 20), on: surface)
        #expect(server.frames.first?.width == 20)
        client.wire.send(viewport, 0)
        client.commit(surface)
        #expect(server.frames.first?.width == 40)
    }

    @Test func aSourceMustLieWithinTheBuffer() {
        setSource(30, 0, 20, 10)
        expectError(.outOfBuffer)
    }

    @Test func aFractionalSourceNeedsADestination() {
        setSource(0, 0, 10.5, 10)
        expectError(.badSize)
    }

    @Test func aSourceHasASize() {
        setSource(0, 0, 0, 10)
        expectError(.badValue)
    }

    @Test func aDestinationHasASize() {
        client.wire.send(viewport, 2, [.int(0), .int(5)])
        expectError(.badValue)
    }

    @Test func aSurfaceHasOneViewport() {
        _ = client.wire.create(viewporter, 1, [.uint(surface)])
        client.wire.roundTrip()
        #expect(client.wire.error?.object == viewporter)
    }

    @Test func aViewportOutlivesItsSurfaceUselessly() {
        server.show([])
        client.wire.send(surface, 0)
        client.wire.send(viewport, 2, [.int(5), .int(5)])
        client.wire.roundTrip()
        #expect(client.wire.error?.code == WpViewport.ErrorCode.noSurface.rawValue)
    }

    @Test func hugeDestinationsDoNotOverflow() {
        client.wire.send(viewport, 2, [.int(.max), .int(.max)])
        client.show(client.makeBuffer(40, 20), on: surface)
        #expect(server.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 640, height: 480)))
        #expect(server.content.surfaces.surface(at: Point(x: 600, y: 400)) != nil)
    }
}
