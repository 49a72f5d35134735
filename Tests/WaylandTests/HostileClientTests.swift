import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// Clients that lie or send garbage lose their connection; everyone else goes on.
@Suite struct HostileClientTests {
    /// Runs an attack, and checks that another client is still served afterwards.
    private func attack(_ body: (SurfaceClient) throws -> Void) throws -> WireClient.ProtocolError? {
        let server = try TestServer()
        let bystander = SurfaceClient(server)
        let attacker = SurfaceClient(server)
        try body(attacker)
        attacker.wire.roundTrip()
        let surface = bystander.makeSurface()
        bystander.show(bystander.makeBuffer(8, 8), on: surface)
        server.show([(bystander.surface(surface), 0, 0)])
        #expect(server.frames.count == 1)
        #expect(bystander.wire.error == nil)
        return attacker.wire.error
    }

    @Test func anUnknownOpcode() throws {
        let error = try attack { $0.wire.send($0.compositor, 77) }
        #expect(error?.object == 1)
        #expect(error?.code == 1)
    }

    @Test func anObjectThatIsNotThere() throws {
        let error = try attack { $0.wire.send(4711, 0) }
        #expect(error?.code == 0)
    }

    @Test func aNewObjectWithATakenNumber() throws {
        let error = try attack { $0.wire.send($0.compositor, 0, [.uint($0.shm)]) }
        #expect(error?.object == 1)
    }

    @Test func anObjectOfAnotherKind() throws {
        let error = try attack { client in
            let surface = client.makeSurface()
            client.wire.send(surface, 1, [.uint(client.compositor), .int(0), .int(0)])
        }
        #expect(error != nil)
    }

    @Test func aBufferLargerThanItsPool() throws {
        let error = try attack { client in
            let pool = client.makePool([0])
            _ = client.wire.create(pool, 0, [.int(0), .int(100), .int(100), .int(400), .uint(1)])
        }
        #expect(error?.code == WlShm.ErrorCode.invalidStride.rawValue)
    }

    @Test func aBufferOfNegativeSize() throws {
        let error = try attack { client in
            let pool = client.makePool([0, 0, 0, 0])
            _ = client.wire.create(pool, 0, [.int(0), .int(-1), .int(-1), .int(4), .uint(1)])
        }
        #expect(error != nil)
    }

    @Test func rowsThatOverlap() throws {
        let error = try attack { client in
            let pool = client.makePool(Array(repeating: 0, count: 100))
            let buffer = client.wire.create(pool, 0, [.int(0), .int(50), .int(8), .int(50), .uint(1)])
            let surface = client.makeSurface()
            client.show(buffer, on: surface)
        }
        #expect(error?.code == WlShm.ErrorCode.invalidStride.rawValue)
    }

    @Test func aPoolThatIsShorterThanItClaims() throws {
        let server = try TestServer()
        let client = SurfaceClient(server)
        let pool = client.makePool([1], size: 64 * 64 * 4)
        let buffer = client.wire.create(pool, 0, [.int(0), .int(64), .int(64), .int(256), .uint(1)])
        let surface = client.makeSurface()
        client.show(buffer, on: surface)
        server.show([(client.surface(surface), 0, 0)])
        var sum: UInt64 = 0
        for element in server.content.scene {
            _ = element.source.withPixels { first in
                for y in 0..<64 { sum += UInt64(first.load(fromByteOffset: y * 256, as: UInt32.self)) }
            }
        }
        client.wire.roundTrip()
        #expect(sum <= 1)
        #expect(client.wire.error != nil)
        client.wire.hangUp()
        #expect(server.frames.isEmpty)
    }

    @Test(
        arguments: [
            (UInt16(8), Int32(0), WlSurface.ErrorCode.invalidScale), (7, 9, .invalidTransform),
            (7, -1, .invalidTransform),
        ])
    func scalesAndTransformsThatDoNotExist(opcode: UInt16, value: Int32, code: WlSurface.ErrorCode) throws {
        let error = try attack { client in
            client.wire.send(client.makeSurface(), opcode, [.int(value)])
        }
        #expect(error?.code == code.rawValue)
    }

    @Test func absurdDamageAndRegions() throws {
        let extremes: [Int32] = [.min, .max, -1]
        let error = try attack { client in
            let surface = client.makeSurface()
            for x in extremes {
                for width in extremes {
                    let arguments = [WireArgument.int(x), .int(x), .int(width), .int(width)]
                    client.wire.send(surface, 2, arguments)
                    client.wire.send(surface, 9, arguments)
                    let region = client.makeRegion([(x, x, width, width)])
                    client.wire.send(region, 2, arguments)
                    client.wire.send(surface, 4, [.uint(region)])
                    client.wire.send(surface, 5, [.uint(region)])
                }
            }
            client.show(client.makeBuffer(8, 8), on: surface)
        }
        #expect(error == nil)
    }

    @Test func aBufferDestroyedBeforeTheCommit() throws {
        let error = try attack { client in
            let surface = client.makeSurface()
            let buffer = client.makeBuffer(8, 8)
            client.attach(buffer, to: surface)
            client.wire.send(buffer, 0)
            client.commit(surface)
        }
        #expect(error == nil)
    }

    @Test func aClientThatHangsUpWithEverythingOpen() throws {
        let server = try TestServer()
        let client = SurfaceClient(server)
        let parent = client.makeSurface()
        let child = client.makeSurface()
        _ = client.makeSubsurface(child, of: parent)
        client.wire.send(parent, 3, [.uint(client.wire.newID())])
        client.show(client.makeBuffer(8, 8), on: child)
        client.show(client.makeBuffer(8, 8), on: parent)
        server.show([(client.surface(parent), 0, 0)])
        #expect(server.frames.count == 2)
        server.content.frameComposed(callingBack: false)
        server.windows.roots = []
        client.wire.hangUp()
        server.present()
        #expect(server.frames.isEmpty)
    }

    @Test func aClientThatTheUserTouchedIsForgotten() throws {
        let server = try TestServer(layout: .filling)
        var client: ShellClient? = ShellClient(server)
        let surface = try #require(client?.window().surface)
        weak let connection = client?.surfaces.serverResource(WlSurface.self, surface)?.client
        server.click(100, 100)
        server.touch(.down(1, 100, 100))
        server.touch(.up(1))
        #expect(connection != nil)
        // The connection ends with it.
        client = nil
        server.pump()
        #expect(connection == nil)
    }
}
