import Geometry
import Mirroring
import Testing

@testable import Wayland

/// The scene, its damage and its frames.
@Suite struct ContentTests {
    private let server: TestServer
    private let client: SurfaceClient
    private let surface: UInt32

    init() throws {
        server = try TestServer()
        client = SurfaceClient(server)
        surface = client.makeSurface()
        client.show(client.makeBuffer(100, 50), on: surface)
        server.show([(client.surface(surface), 10, 20)])
        _ = server.observer.takeDamage()
    }

    private func damage(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32, buffer: Bool = true) {
        client.wire.send(surface, buffer ? 9 : 2, [.int(x), .int(y), .int(width), .int(height)])
    }

    @Test func damageIsExact() {
        damage(1, 2, 3, 4)
        damage(95, 45, 100, 100, buffer: false)
        client.commit(surface)
        let expected = Region([
            Rect<ContentSpace>(x: 11, y: 22, width: 3, height: 4), Rect(x: 105, y: 65, width: 5, height: 5),
        ])
        #expect(server.observer.takeDamage() == expected)
    }

    @Test func damageOfTheBufferAloneIsClippedToIt() {
        damage(-5, -3, 8, 9)
        damage(95, 45, 100, 100)
        damage(100, 0, 10, 10)
        client.commit(surface)
        let expected = Region([
            Rect<ContentSpace>(x: 10, y: 20, width: 3, height: 6), Rect(x: 105, y: 65, width: 5, height: 5),
        ])
        #expect(server.observer.takeDamage() == expected)
    }

    @Test func aFloodOfDamageBecomesItsHull() {
        for x in stride(from: Int32(0), to: 100, by: 2) {
            for y in stride(from: Int32(0), to: 50, by: 2) { damage(x, y, 1, 1) }
            client.wire.roundTrip()
        }
        client.commit(surface)
        let pixels = server.observer.takeDamage()
        #expect(pixels.rects.count < 300)
        #expect(pixels.extents == Rect(x: 10, y: 20, width: 99, height: 49))
    }

    @Test func whatLiesHiddenIsNotDrawn() {
        let cover = client.makeSurface()
        client.show(client.makeBuffer(60, 50), on: cover)
        server.show([(client.surface(surface), 10, 20), (client.surface(cover), 10, 20)])
        _ = server.observer.takeDamage()
        damage(0, 0, 50, 10)
        client.commit(surface)
        #expect(server.observer.takeDamage().isEmpty)
        damage(50, 0, 20, 10)
        client.commit(surface)
        #expect(server.observer.takeDamage() == Region(Rect(x: 70, y: 20, width: 10, height: 10)))
        client.show(client.makeBuffer(60, 50, format: 0), on: cover)
        _ = server.observer.takeDamage()
        damage(0, 0, 50, 10)
        client.commit(surface)
        #expect(server.observer.takeDamage() == Region(Rect(x: 10, y: 20, width: 50, height: 10)), "seen through it")
    }

    @Test func clientsToldOfAFrameAreExpectedToDraw() {
        func ask() { _ = client.wire.create(surface, 3) }
        ask()
        client.commit(surface)
        #expect(!server.content.isDrawing)
        server.present()
        #expect(server.content.isDrawing)
        ask()
        client.commit(surface)
        #expect(!server.content.isDrawing, "it has committed")
        server.present()
        #expect(server.content.isDrawing)
        server.present()
        #expect(!server.content.isDrawing, "it asked for no more")
        ask()
        client.commit(surface)
        server.present()
        client.wire.hangUp()
        #expect(!server.content.isDrawing)
    }

    @Test func noDamageNoWork() {
        client.commit(surface)
        #expect(server.observer.takeDamage().isEmpty)
        #expect(server.observer.frameWishes == 0)
    }

    @Test func movedWindowsDamageBothPlaces() {
        server.show([(client.surface(surface), 200, 20)])
        let expected = Region([
            Rect<ContentSpace>(x: 10, y: 20, width: 100, height: 50), Rect(x: 200, y: 20, width: 100, height: 50),
        ])
        #expect(server.observer.takeDamage() == expected)
    }

    @Test func damageIsClippedToTheScreen() {
        server.show([(client.surface(surface), 600, 460)])
        #expect(server.observer.takeDamage().extents.maxX == 640)
        client.show(client.makeBuffer(100, 50), on: surface)
        #expect(server.observer.takeDamage() == Region(Rect(x: 600, y: 460, width: 40, height: 20)))
    }

    @Test func aFrameCallbackComesWithTheFrame() {
        let callback = client.wire.create(surface, 3)
        client.commit(surface)
        #expect(server.observer.frameWishes == 1)
        #expect(client.wire.events(of: callback, 0).isEmpty)
        server.present(at: 5_000_000)
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).first?.words == [5000])
    }

    @Test func aCallbackCommittedAfterComposingWaitsForTheNextFrame() {
        server.present()
        server.content.frameComposed(callingBack: false)
        let callback = client.wire.create(surface, 3)
        client.commit(surface)
        server.content.framePresented(
            Presentation(time: Timestamp(microseconds: 1), refreshNanoseconds: 0, sequence: 0, isHardwareClock: false))
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).isEmpty)
        server.present()
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1)
    }

    @Test func feedbackTellsWhenOrThatItWasDiscarded() {
        let presentation = client.wire.bind("wp_presentation")
        let first = client.wire.newID()
        client.wire.send(presentation, 1, [.uint(surface), .uint(first)])
        client.show(client.makeBuffer(100, 50), on: surface)
        let second = client.wire.newID()
        client.wire.send(presentation, 1, [.uint(surface), .uint(second)])
        client.show(client.makeBuffer(100, 50), on: surface)
        server.present(at: 3_000_007)
        client.wire.roundTrip()
        #expect(client.wire.events(of: first, 2).count == 1)
        #expect(client.wire.events(of: second, 1).first?.words == [0, 3, 7000, 16_666_667, 0, 7, 0])
    }

    /// The last words are the refresh, the count of blanks and the flags: vsync is 1, the hardware's clock 2, its word of completion 4.
    @Test func feedbackTellsOfARefreshThatVariesAndOfTornFrames() {
        let presentation = client.wire.bind("wp_presentation")
        func words(_ present: () -> Void) -> [UInt32]? {
            let feedback = client.wire.newID()
            client.wire.send(presentation, 1, [.uint(surface), .uint(feedback)])
            client.show(client.makeBuffer(100, 50), on: surface)
            present()
            client.wire.roundTrip()
            return client.wire.events(of: feedback, 1).first?.words.suffix(4)
        }
        #expect(words { server.present(isHardwareClock: true) } == [16_666_667, 0, 7, 7])
        #expect(words { server.present(isHardwareClock: true, isVariable: true) } == [0, 0, 7, 7])
        #expect(words { server.present(isHardwareClock: true, isTorn: true) } == [16_666_667, 0, 7, 6])
    }

    @Test func surfacesEnterAndLeaveTheOutput() {
        let output = client.wire.bind("wl_output")
        client.wire.roundTrip()
        #expect(client.wire.events(of: surface, 0).first?.words == [output])
        server.show([])
        client.wire.roundTrip()
        #expect(client.wire.events(of: surface, 1).first?.words == [output])
    }

    @Test func theOutputFollowsTheScreen() {
        let output = client.wire.bind("wl_output")
        client.wire.roundTrip()
        client.wire.forgetEvents()
        server.content.layOut(
            on: LogicalScreen(
                name: "HDMI-A-1", size: Size(width: 3840, height: 2160), scale: Scale(in120ths: 240),
                refreshMilliHertz: 30_000))
        client.wire.roundTrip()
        let mode = client.wire.events(of: output, 1).first
        #expect(mode?.words == [3, 3840, 2160, 30_000])
        #expect(client.wire.events(of: output, 3).first?.words == [2])
        #expect(client.wire.events(of: output, 4).isEmpty, "the name is sent once")
        #expect(client.wire.events(of: output, 5).first?.string(at: 0).contains("HDMI-A-1") == true)
        #expect(client.wire.events.last?.opcode == 2)
        #expect(server.frames == [Rect(x: 20, y: 40, width: 200, height: 100)])
        #expect(server.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
    }

    @Test func bufferScaleMakesPixelsMatch() {
        client.wire.send(surface, 8, [.int(2)])
        client.show(client.makeBuffer(100, 50), on: surface)
        #expect(server.frames == [Rect(x: 10, y: 20, width: 50, height: 25)])
        _ = server.observer.takeDamage()
        damage(0, 0, 2, 2)
        client.commit(surface)
        #expect(
            server.observer.takeDamage() == Region(Rect(x: 10, y: 20, width: 1, height: 1)),
            "two buffer pixels each way are averaged to one")
    }

    @Test func aTurnedBufferIsDamagedWhereItIsSeen() {
        client.wire.send(surface, 7, [.int(Transform.rotated90.rawValue)])
        client.show(client.makeBuffer(100, 50), on: surface)
        #expect(server.frames == [Rect(x: 10, y: 20, width: 50, height: 100)])
        _ = server.observer.takeDamage()
        damage(0, 0, 10, 5)
        client.commit(surface)
        let upright: Rect<BufferSpace> = Transform.rotated90.inverse.apply(
            to: Rect<BufferSpace>(x: 0, y: 0, width: 10, height: 5), within: Size(width: 100, height: 50))
        #expect(
            server.observer.takeDamage()
                == Region(Rect(x: 10 + upright.x, y: 20 + upright.y, width: upright.width, height: upright.height)))
    }

    @Test func hitsHonourInputRegionsAndSubsurfaces() throws {
        let parent = try #require(client.surface(surface))
        let childID = client.makeSurface()
        let subsurface = client.makeSubsurface(childID, of: surface)
        client.wire.send(subsurface, 1, [.int(50), .int(0)])
        client.show(client.makeBuffer(20, 20), on: childID)
        client.commit(surface)
        let child = try #require(client.surface(childID))
        let content = server.content
        #expect(content.surfaces.surface(at: Point(x: 65, y: 25))?.surface === child)
        #expect(content.surfaces.surface(at: Point(x: 15, y: 25))?.surface === parent)
        #expect(content.surfaces.surface(at: Point(x: 9.9, y: 25)) == nil)
        #expect(content.surfaces.surface(at: Point(x: 65, y: 25))?.local(Point(x: 65, y: 25)) == Point(x: 5, y: 5))

        client.wire.send(childID, 5, [.uint(client.makeRegion([(0, 0, 3, 3)]))])
        client.commit(childID)
        #expect(content.surfaces.surface(at: Point(x: 65, y: 25))?.surface === child)
        client.commit(surface)
        #expect(content.surfaces.surface(at: Point(x: 65, y: 25))?.surface === parent)
        #expect(content.surfaces.surface(at: Point(x: 62, y: 22))?.surface === child)
    }

    @Test func theCursorIsNoPartOfTheSceneAndDamagesNothing() throws {
        let cursor = client.makeSurface()
        client.show(client.makeBuffer(4, 4), on: cursor)
        let picture = try #require(client.surface(cursor))
        _ = server.observer.takeDamage()
        let wishes = server.observer.frameWishes
        for x in [100, 103] {
            server.seat.cursor = .surface(PlacedRoot(surface: picture, x: x, y: 200), at: Point(x: 105, y: 201))
            server.content.surfaces.cursorChanged()
            server.pump()
            #expect(server.observer.takeCursorChanges() == [.moved])
        }
        server.content.surfaces.cursorChanged()
        server.pump()
        #expect(server.observer.takeCursorChanges().isEmpty, "it stays where it is")
        guard case .elements(let elements, let point) = server.content.cursor else {
            Issue.record("no cursor")
            return
        }
        #expect(elements.map(\.destination) == [Rect(x: 103, y: 200, width: 4, height: 4)])
        #expect(point == Point(x: 105, y: 201))

        client.show(client.makeBuffer(4, 4), on: cursor)
        server.pump()
        #expect(server.observer.takeCursorChanges() == [.redrawn])
        #expect(server.observer.takeDamage().isEmpty)
        #expect(server.observer.frameWishes == wishes)
    }

    /// Shows a surface as the cursor, its corner at the pointer.
    private func point(with cursor: UInt32, at place: (x: Int, y: Int)) throws {
        let root = PlacedRoot(surface: try #require(client.surface(cursor)), x: place.x, y: place.y)
        server.seat.cursor = .surface(root, at: Point(x: Double(place.x), y: Double(place.y)))
        server.content.surfaces.cursorChanged()
        server.pump()
    }

    @Test func aCursorThatIsDrawnOnFrameCallbacksGetsThem() throws {
        let cursor = client.makeSurface()
        client.show(client.makeBuffer(4, 4), on: cursor)
        try point(with: cursor, at: (100, 200))
        let wishes = server.observer.frameWishes
        let callback = client.wire.create(cursor, 3)
        client.commit(cursor)
        server.pump()
        #expect(server.observer.frameWishes == wishes + 1)
        server.present()
        client.wire.roundTrip()
        #expect(client.wire.events(of: callback, 0).count == 1)
    }

    @Test func anOpaqueCursorHidesNoDamage() throws {
        let cursor = client.makeSurface()
        client.show(client.makeBuffer(4, 4), on: cursor)
        try point(with: cursor, at: (10, 20))
        _ = server.observer.takeDamage()
        client.wire.send(surface, 9, [.int(0), .int(0), .int(4), .int(4)])
        client.commit(surface)
        server.pump()
        #expect(server.observer.takeDamage() == Region(Rect(x: 10, y: 20, width: 4, height: 4)))
    }
}
