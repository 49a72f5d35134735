import Geometry
import Mirroring
import Runtime
import TestSupport
import Testing
import WaylandBinding

@testable import Wayland

/// A client gets its old buffer back together with the frame callback that it waits for, and wakes up once for both.
@Suite struct LateReleaseTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let surface: UInt32
    private let first: UInt32
    private let second: UInt32

    /// The first buffer is shown.
    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
        surface = client.makeSurface()
        (first, second) = (client.makeBuffer(4, 4), client.makeBuffer(4, 4))
        server.show([(client.surface(surface), 0, 0)])
        client.show(first, on: surface)
        server.present()
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private static let presentation = Presentation(
        time: Timestamp(microseconds: 5000), refreshNanoseconds: 16_666_667, sequence: 1, isHardwareClock: true)

    /// Commits a buffer with a request for a frame callback, and returns that.
    private func commit(_ buffer: UInt32) -> UInt32 {
        client.attach(buffer, to: surface)
        client.wire.send(surface, 9, [.int(0), .int(0), .int(4), .int(4)])
        let callback = client.wire.create(surface, 3)
        client.wire.send(surface, 6)
        return callback
    }

    private func releases(_ buffer: UInt32) -> Int {
        client.wire.roundTrip()
        return client.wire.events(of: buffer, 0).count
    }

    @Test func aReleaseGoesWithTheFrameCallback() throws {
        let callback = commit(second)
        // In the turn that reads the commit, as on a screen at rest.
        server.display.loop.continueNextTurn { [server] in server.content.frameComposed(callingBack: false) }
        #expect(releases(first) == 0 && client.wire.events(of: callback, 0).isEmpty)
        server.content.framePresented(Self.presentation)
        client.wire.roundTrip()
        let release = try #require(client.wire.events.firstIndex { $0.object == first })
        let done = try #require(client.wire.events.firstIndex { $0.object == callback })
        #expect(release < done, "the client may draw as soon as it reads the callback")
    }

    @Test func itGoesAtOnceWithoutAFrameOnItsWay() {
        let callback = commit(second)
        #expect(releases(first) == 1 && client.wire.events(of: callback, 0).isEmpty)
    }

    @Test func itGoesAtOnceToAClientThatGoesOn() throws {
        _ = commit(second)
        server.pump()
        server.content.frameComposed(callingBack: false)
        client.wire.roundTrip()
        client.wire.forgetEvents()
        _ = commit(first)
        let sync = client.wire.create(1, 0)
        client.wire.roundTrip()
        let release = try #require(client.wire.events.firstIndex { $0.object == second })
        let done = try #require(client.wire.events.firstIndex { $0.object == sync })
        #expect(release < done, "the client looks for a free buffer after a round trip")
    }

    /// Though the client has not committed again: with two buffers it has none left to do so.
    @Test(arguments: [false, true])
    func itComesBeforeTheEndOfARoundTrip(isInFlight: Bool) throws {
        _ = commit(second)
        server.display.loop.continueNextTurn { [server] in server.content.frameComposed(callingBack: false) }
        if isInFlight { #expect(releases(first) == 0) }
        let sync = client.wire.create(1, 0)
        client.wire.roundTrip()
        let release = try #require(client.wire.events.firstIndex { $0.object == first })
        let done = try #require(client.wire.events.firstIndex { $0.object == sync })
        #expect(release < done)
    }

    @Test func aReleaseGoesWithTheEndOfAFrameThatIsLost() {
        _ = commit(second)
        server.display.loop.continueNextTurn { [server] in server.content.frameComposed(callingBack: false) }
        #expect(releases(first) == 0)
        server.content.frameDiscarded()
        #expect(releases(first) == 1)
    }

    @Test func theCallbackOfALaterCommitComesWithTheFrameInFlight() {
        let early = commit(second)
        server.pump()
        server.content.frameComposed(callingBack: false)
        let late = commit(first)
        server.pump()
        server.content.framePresented(Self.presentation)
        client.wire.roundTrip()
        #expect(client.wire.events(of: early, 0).count == 1 && client.wire.events(of: late, 0).count == 1)
    }

    /// A client that swaps without waiting has a free buffer after each round trip, whatever frames do meanwhile.
    @Test(arguments: UInt64(0)..<20)
    func aClientThatDoesNotWaitNeverRunsOut(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let buffers = [first, second, client.makeBuffer(4, 4)]
        var taken: Set<UInt32> = [first]
        var isInFlight = false
        for step in 0..<200 {
            guard let free = buffers.first(where: { !taken.contains($0) }) else {
                Issue.record("no free buffer at step \(step)")
                return
            }
            client.wire.forgetEvents()
            _ = commit(free)
            taken.insert(free)
            if random.chance(50) {
                let callingBack = seed.isMultiple(of: 2)
                if isInFlight {
                    server.display.loop.continueNextTurn { [server] in server.content.framePresented(Self.presentation)
                    }
                } else {
                    server.display.loop.continueNextTurn { [server] in
                        server.content.frameComposed(callingBack: callingBack)
                    }
                }
                isInFlight.toggle()
            }
            client.wire.roundTrip()
            for buffer in buffers where !client.wire.events(of: buffer, 0).isEmpty { taken.remove(buffer) }
        }
    }

    @Test func aClientThatIsToDrawMeanwhileIsToldOnceAndWaitedFor() {
        let callback = commit(second)
        server.pump()
        server.content.frameComposed(callingBack: true)
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1 && server.content.isDrawing)
        server.content.framePresented(Self.presentation)
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1)
        #expect(server.content.isDrawing, "the frame on screen is not the one that the client draws")
        _ = commit(first)
        server.pump()
        #expect(!server.content.isDrawing && releases(second) == 1)
    }

    @Test func otherClientsDoNotWait() {
        let other = SurfaceClient(server)
        let hidden = other.makeSurface()
        let (old, new) = (other.makeBuffer(2, 2), other.makeBuffer(2, 2))
        other.show(old, on: hidden)
        _ = commit(second)
        server.pump()
        server.content.frameComposed(callingBack: false)
        other.show(new, on: hidden)
        #expect(other.wire.events(of: old, 0).count == 1)
    }

    @Test func aBufferShownOnceMoreMeanwhileStaysTaken() {
        _ = commit(second)
        _ = commit(first)
        #expect(releases(first) == 0 && releases(second) == 1)
        _ = commit(second)
        #expect(releases(first) == 1)
    }

    @Test func aClientThatGoesMeanwhileLeavesNothing() {
        _ = commit(second)
        server.pump()
        server.content.frameComposed(callingBack: false)
        _ = commit(first)
        server.pump()
        client.wire.hangUp()
        server.content.framePresented(Self.presentation)
        server.pump()
        #expect(server.content.scene.isEmpty)
    }

    /// Whatever a client does, it gets each buffer back once after it was last shown, and never while it is.
    @Test(arguments: UInt64(0)..<20)
    func everyBufferComesBack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let buffers = [first, second, client.makeBuffer(4, 4)]
        // The client's view: those that it has not got back.
        var taken: Set<UInt32> = [first]
        var shown = first
        var isInFlight = false
        for _ in 0..<200 {
            client.wire.forgetEvents()
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                guard let free = buffers.first(where: { !taken.contains($0) }) else { break }
                if random.chance(50) { _ = commit(free) } else { client.show(free, on: surface) }
                taken.insert(free)
                shown = free
            case 2 where !isInFlight:
                server.pump()
                server.content.frameComposed(callingBack: seed.isMultiple(of: 2))
                isInFlight = true
            case 3 where isInFlight:
                server.content.framePresented(Self.presentation)
                isInFlight = false
            default: break
            }
            client.wire.roundTrip()
            for buffer in buffers where !client.wire.events(of: buffer, 0).isEmpty {
                #expect(client.wire.events(of: buffer, 0).count == 1 && buffer != shown)
                #expect(taken.remove(buffer) != nil)
            }
        }
        client.wire.forgetEvents()
        if isInFlight { server.content.framePresented(Self.presentation) }
        client.wire.roundTrip()
        for buffer in buffers where !client.wire.events(of: buffer, 0).isEmpty { taken.remove(buffer) }
        #expect(taken == [shown])
    }
}
