import Mirroring
import Geometry
import Glibc
import Rendering
import Testing
import WaylandBinding

@testable import Wayland

/// Clients that lie about their memory, or take it away.
@Suite struct HostileBufferTests {
    private let server: TestServer
    private let client: SurfaceClient

    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
    }

    private var wire: WireClient { client.wire }

    /// A file of `size` bytes that the test can still change, and a pool that claims to have it all.
    private func makePool(_ size: Int) -> (file: CInt, pool: UInt32) {
        let file = memoryFile(size)
        let pool = wire.newID()
        wire.send(client.shm, 0, [.uint(pool), .descriptor(file), .int(Int32(size))])
        return (file, pool)
    }

    private func memoryFile(_ size: Int) -> CInt {
        var path = Array("/tmp/kagami-test-XXXXXX\0".utf8CString)
        let file = mkstemp(&path)
        unlink(path)
        ftruncate(file, size)
        return file
    }

    private func makeBuffer(
        _ pool: UInt32, offset: Int32 = 0, width: Int32 = 64, height: Int32 = 64, stride: Int32 = 256,
        format: UInt32 = 1
    ) -> UInt32 {
        wire.create(pool, 0, [.int(offset), .int(width), .int(height), .int(stride), .uint(format)])
    }

    /// Reads every page of what the scene shows.
    private func readScene() {
        for element in server.content.scene {
            _ = element.source.withPixels { first in
                var sum: UInt64 = 0
                for y in 0..<element.source.size.height {
                    sum &+= UInt64(first.load(fromByteOffset: y * element.source.stride, as: UInt32.self))
                }
                #expect(sum >= 0)
            }
        }
    }

    /// Another client draws and is shown.
    private func expectOthersServed() {
        let other = SurfaceClient(server)
        let surface = other.makeSurface()
        other.show(other.makeBuffer(8, 8, 0xff12_3456), on: surface)
        server.show([(other.surface(surface), 0, 0)])
        #expect(server.pixels == [0xff12_3456])
        #expect(other.wire.error == nil)
    }

    // MARK: Memory that goes

    @Test(arguments: [0, 4096, 8191])
    func aFileTruncatedWhileItIsShown(left: Int) {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        let (surface, buffer) = (client.makeSurface(), makeBuffer(pool))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.frames.count == 1)
        ftruncate(file, left)
        readScene()
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidFd.rawValue)
        expectOthersServed()
    }

    /// Rows of a large picture are shared among threads, each of which meets the hole.
    @Test func aFileTruncatedWhileThreadsReadIt() throws {
        let (width, height) = (1280, 1024)
        let (file, pool) = makePool(width * height * 4)
        defer { close(file) }
        let buffer = makeBuffer(pool, width: Int32(width), height: Int32(height), stride: Int32(width * 4))
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let element = try #require(server.content.scene.first)
        ftruncate(file, width * 4 * 10)
        let target = try #require(MemoryBuffer(size: Size(width: width, height: height)))
        PixmanRenderer(threads: 4).submit([
            RenderPass(target: target, damage: Region(target.size.bounds.reinterpreted()), elements: [element])
        ])
        #expect(target.row(height - 1)[0] & 0xFF_FFFF == 0)
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidFd.rawValue)
        expectOthersServed()
    }

    @Test func aFileTruncatedBeforeItsBufferIsDestroyed() {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        let (surface, buffer) = (client.makeSurface(), makeBuffer(pool))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        ftruncate(file, 0)
        // What is shown is copied, and the copy meets the hole.
        wire.send(buffer, 0)
        wire.roundTrip()
        expectOthersServed()
    }

    @Test func aPoolDestroyedInUseKeepsItsBuffers() {
        let (file, pool) = makePool(64 * 256)
        close(file)
        let (surface, buffer) = (client.makeSurface(), makeBuffer(pool))
        wire.send(pool, 1)
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        readScene()
        #expect(server.frames.count == 1)
        #expect(wire.error == nil)
    }

    @Test func aPoolNeverShrinks() {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        wire.send(pool, 2, [.int(4096)])
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidFd.rawValue)
        expectOthersServed()
    }

    @Test func aPoolThatGrowsBeyondItsFile() {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        wire.send(pool, 2, [.int(1 << 24)])
        let buffer = makeBuffer(pool, width: 1024, height: 4096, stride: 4096)
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        readScene()
        wire.roundTrip()
        #expect(wire.error != nil)
        expectOthersServed()
    }

    @Test(arguments: [0, -1, .min] as [Int32])
    func aPoolOfNoSize(size: Int32) {
        let file = memoryFile(4096)
        defer { close(file) }
        wire.send(client.shm, 0, [.uint(wire.newID()), .descriptor(file), .int(size)])
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidStride.rawValue)
        expectOthersServed()
    }

    @Test func aPoolOfWhatIsNoMemory() {
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        defer { ends.forEach { _ = close($0) } }
        wire.send(client.shm, 0, [.uint(wire.newID()), .descriptor(ends[0]), .int(4096)])
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidFd.rawValue)
        expectOthersServed()
    }

    // MARK: Buffers of no sense

    @Test(
        arguments: [
            (-4, 64, 64, 256), (.min, 64, 64, 256), (.max, 64, 64, 256), (0, 0, 64, 256), (0, 64, 0, 256),
            (0, -64, 64, 256), (0, 64, -64, 256), (0, 64, 64, -256), (0, 64, 64, 0), (0, .max, 1, .max),
            (0, 1, .max, .max), (0, 64, 65, 256), (4, 64, 64, 256), (0, .max, .max, .max), (0, .max, 1, 4),
        ] as [(Int32, Int32, Int32, Int32)])
    func rowsOutsideThePool(offset: Int32, width: Int32, height: Int32, stride: Int32) {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        _ = makeBuffer(pool, offset: offset, width: width, height: height, stride: stride)
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidStride.rawValue)
        expectOthersServed()
    }

    @Test(arguments: [64, 255, 258] as [Int32])
    func rowsThatOverlapAreAnErrorAtOnce(stride: Int32) {
        let (file, pool) = makePool(64 * 260)
        defer { close(file) }
        let buffer = makeBuffer(pool, stride: stride)
        wire.roundTrip()
        #expect(wire.error?.object == buffer)
        #expect(wire.error?.code == WlShm.ErrorCode.invalidStride.rawValue)
        expectOthersServed()
    }

    @Test func aFormatThatIsNotOffered() {
        let (file, pool) = makePool(64 * 256)
        defer { close(file) }
        _ = makeBuffer(pool, format: 0x3231_564e)
        wire.roundTrip()
        #expect(wire.error?.code == WlShm.ErrorCode.invalidFormat.rawValue)
        expectOthersServed()
    }

    @Test func aBufferLargerThanAnyScreen() {
        // A row of pixels a gigabyte long in all, of memory that nobody ever touches.
        let (file, pool) = makePool(1 << 30)
        defer { close(file) }
        let buffer = makeBuffer(pool, width: 1 << 28, height: 1, stride: 1 << 30)
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.frames == [Rect(x: 0, y: 0, width: 1 << 28, height: 1)])
        #expect(server.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 640, height: 1)))
        #expect(wire.error == nil)
    }

    // MARK: Buffers that are gone

    @Test func aBufferThatIsGoneCannotBeAttached() {
        let (surface, buffer) = (client.makeSurface(), client.makeBuffer(8, 8))
        wire.send(buffer, 0)
        client.attach(buffer, to: surface)
        client.commit(surface)
        #expect(wire.error?.object == 1)
        expectOthersServed()
    }

    @Test func aBufferDestroyedWhileItIsShownLeavesItsPicture() {
        let (surface, buffer) = (client.makeSurface(), client.makeBuffer(8, 8, 0xff11_2233))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        wire.send(buffer, 0)
        client.commit(surface)
        #expect(server.pixels == [0xff11_2233])
        #expect(wire.error == nil)
    }

    @Test func copiesOfDestroyedBuffersAreBounded() {
        // Sixteen pictures of 64 megabytes, of memory that nobody has touched; four may be copied.
        let (file, pool) = makePool(64 << 20)
        defer { close(file) }
        let surfaces = (0..<16).map { _ in client.makeSurface() }
        for surface in surfaces {
            let buffer = makeBuffer(pool, width: 4096, height: 4096, stride: 16384)
            client.show(buffer, on: surface)
            wire.send(buffer, 0)
        }
        wire.roundTrip()
        server.show(surfaces.map { (client.surface($0), 0, 0) })
        #expect(server.content.scene.filter { $0.source.withPixels { _ in } }.count == 4)
        #expect(wire.error == nil)
        // What is taken off the screen is given back.
        for surface in surfaces { wire.send(surface, 0) }
        let (surface, buffer) = (client.makeSurface(), client.makeBuffer(8, 8, 0xff11_2233))
        client.show(buffer, on: surface)
        wire.send(buffer, 0)
        wire.roundTrip()
        server.show([(client.surface(surface), 0, 0)])
        #expect(server.pixels == [0xff11_2233])
    }

    // MARK: Extremes

    @Test func damageFarOutsideIsCutToTheSurface() {
        let (surface, buffer) = (client.makeSurface(), client.makeBuffer(8, 8))
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        let extremes: [Int32] = [.min, -1, 0, .max]
        for transform in Int32(0)..<8 {
            wire.send(surface, 7, [.int(transform)])
            for x in extremes {
                for width in extremes {
                    wire.send(surface, 2, [.int(x), .int(x), .int(width), .int(width)])
                    wire.send(surface, 9, [.int(x), .int(width), .int(width), .int(x)])
                }
            }
            client.commit(surface)
            _ = server.frames
            wire.roundTrip()
            #expect(server.observer.takeDamage().subtracting(Region(Rect(x: 0, y: 0, width: 8, height: 8))).isEmpty)
        }
        #expect(wire.error == nil)
    }

    @Test(arguments: [.min, -1, 0] as [Int32])
    func aScaleIsPositive(scale: Int32) {
        let surface = client.makeSurface()
        wire.send(surface, 8, [.int(scale)])
        wire.roundTrip()
        #expect(wire.error?.code == WlSurface.ErrorCode.invalidScale.rawValue)
        expectOthersServed()
    }

    @Test func aHugeScaleLeavesAPixel() {
        let (surface, buffer) = (client.makeSurface(), client.makeBuffer(8, 8))
        wire.send(surface, 8, [.int(.max)])
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        #expect(wire.error == nil)
        #expect(server.frames == [Rect(x: 0, y: 0, width: 1, height: 1)])
        expectOthersServed()
    }
}
