import CWayland
import Glibc
import WaylandBinding

@testable import Wayland

/// A client that makes surfaces and buffers.
final class SurfaceClient {
    let wire: WireClient
    let compositor: UInt32
    let subcompositor: UInt32
    let shm: UInt32
    private let client: Client?

    convenience init(_ server: TestServer, privilege: ClientPrivilege = .application) {
        let (wire, client) = server.connect(privilege: privilege)
        self.init(wire, client)
    }

    /// `client` is the server's side of the connection.
    init(_ wire: WireClient, _ client: Client?) {
        (self.wire, self.client) = (wire, client)
        compositor = wire.bind("wl_compositor")
        subcompositor = wire.bind("wl_subcompositor")
        shm = wire.bind("wl_shm")
        wire.roundTrip()
    }

    func makeSurface() -> UInt32 { wire.create(compositor, 0) }

    /// The server's side of any object.
    func serverResource<Interface: WaylandInterface>(
        _ interface: Interface.Type, _ id: UInt32
    ) -> Resource<Interface>? {
        wire.roundTrip()
        guard let handle = client?.handle else { return nil }
        return Resource<Interface>.lookUp(wl_client_get_object(handle, id))
    }

    /// The server's side of a surface.
    func surface(_ id: UInt32) -> Surface? {
        wire.roundTrip()
        guard let handle = client?.handle else { return nil }
        return Resource<WlSurface>.lookUp(wl_client_get_object(handle, id)).flatMap(Surface.of)
    }

    func makeRegion(_ rects: [(Int32, Int32, Int32, Int32)]) -> UInt32 {
        let region = wire.create(compositor, 1)
        for (x, y, width, height) in rects { wire.send(region, 1, [.int(x), .int(y), .int(width), .int(height)]) }
        return region
    }

    /// A pool of `size` bytes, of which the first words are `pixels`.
    func makePool(_ pixels: [UInt32], size: Int32? = nil) -> UInt32 {
        let file = Self.temporaryFile(pixels)
        defer { close(file) }
        let pool = wire.newID()
        wire.send(shm, 0, [.uint(pool), .descriptor(file), .int(size ?? Int32(pixels.count * 4))])
        return pool
    }

    /// A buffer of one colour.
    func makeBuffer(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xff20_4060, format: UInt32 = 1) -> UInt32 {
        let pool = makePool(Array(repeating: pixel, count: width * height))
        let buffer = wire.create(
            pool, 0, [.int(0), .int(Int32(width)), .int(Int32(height)), .int(Int32(width * 4)), .uint(format)])
        wire.send(pool, 1)
        return buffer
    }

    /// Attaches, damages everything and commits.
    func show(_ buffer: UInt32, on surface: UInt32) {
        attach(buffer, to: surface)
        wire.send(surface, 9, [.int(0), .int(0), .int(.max), .int(.max)])
        commit(surface)
    }

    func attach(_ buffer: UInt32, to surface: UInt32) {
        wire.send(surface, 1, [.uint(buffer), .int(0), .int(0)])
    }

    func commit(_ surface: UInt32) {
        wire.send(surface, 6)
        wire.roundTrip()
    }

    /// Makes `child` a subsurface of `parent`.
    func makeSubsurface(_ child: UInt32, of parent: UInt32) -> UInt32 {
        wire.create(subcompositor, 1, [.uint(child), .uint(parent)])
    }

    private static func temporaryFile(_ words: [UInt32]) -> CInt {
        var path = Array("/tmp/kagami-test-XXXXXX\0".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        words.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
        return file
    }
}
