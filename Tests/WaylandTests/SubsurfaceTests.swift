import Geometry
import Testing
import WaylandBinding

@testable import Wayland

/// Subsurfaces: what is applied when, and where they end up.
@Suite struct SubsurfaceTests {
    /// A shown parent of 100 x 100 at the corner, and a committed child of 10 x 10.
    private struct Family {
        let server: TestServer
        let client: SurfaceClient
        let parent: UInt32
        let child: UInt32
        let subsurface: UInt32

        init() throws {
            server = try TestServer()
            client = SurfaceClient(server)
            parent = client.makeSurface()
            child = client.makeSurface()
            subsurface = client.makeSubsurface(child, of: parent)
            client.show(client.makeBuffer(100, 100, 0xff00_0001), on: parent)
            server.show([(client.surface(parent), 0, 0)])
        }

        func move(_ x: Int32, _ y: Int32) { client.wire.send(subsurface, 1, [.int(x), .int(y)]) }
        func setSynchronized(_ isOn: Bool) {
            client.wire.send(subsurface, isOn ? 4 : 5)
            client.wire.roundTrip()
        }
        func showChild(_ pixel: UInt32) { client.show(client.makeBuffer(10, 10, pixel), on: child) }
    }

    @Test func aSynchronizedChildWaitsForItsParent() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        #expect(family.server.frames.count == 1)
        family.client.commit(family.parent)
        #expect(family.server.pixels == [0xff00_0001, 0xff00_0002])
        family.showChild(0xff00_0003)
        #expect(family.server.pixels.last == 0xff00_0002)
        family.client.commit(family.parent)
        #expect(family.server.pixels.last == 0xff00_0003)
    }

    @Test func aDesynchronizedChildShowsAtOnce() throws {
        let family = try Family()
        family.setSynchronized(false)
        family.showChild(0xff00_0002)
        #expect(family.server.pixels == [0xff00_0001, 0xff00_0002])
    }

    @Test func leavingSynchronizationAppliesWhatWaited() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        #expect(family.server.frames.count == 1)
        family.setSynchronized(false)
        #expect(family.server.pixels == [0xff00_0001, 0xff00_0002])
    }

    @Test func aSynchronizedParentMakesGrandchildrenWait() throws {
        let family = try Family()
        let grandchild = family.client.makeSurface()
        let grandSubsurface = family.client.makeSubsurface(grandchild, of: family.child)
        family.client.wire.send(grandSubsurface, 5)
        family.showChild(0xff00_0002)
        family.client.show(family.client.makeBuffer(5, 5, 0xff00_0003), on: grandchild)
        family.client.commit(family.parent)
        #expect(family.server.pixels == [0xff00_0001, 0xff00_0002, 0xff00_0003])
        family.client.show(family.client.makeBuffer(5, 5, 0xff00_0004), on: grandchild)
        #expect(family.server.pixels.last == 0xff00_0003)
        family.setSynchronized(false)
        #expect(family.server.pixels.last == 0xff00_0004)
    }

    @Test func positionsComeWithTheParentsCommit() throws {
        let family = try Family()
        family.setSynchronized(false)
        family.showChild(0xff00_0002)
        family.client.commit(family.parent)
        _ = family.server.observer.takeDamage()
        family.move(20, 30)
        family.client.commit(family.child)
        #expect(family.server.frames.last == Rect(x: 0, y: 0, width: 10, height: 10))
        family.client.commit(family.parent)
        #expect(family.server.frames.last == Rect(x: 20, y: 30, width: 10, height: 10))
        let moved = Region([
            Rect<ContentSpace>(x: 0, y: 0, width: 10, height: 10), Rect(x: 20, y: 30, width: 10, height: 10),
        ])
        #expect(family.server.observer.takeDamage() == moved)
    }

    @Test func stackingComesWithTheParentsCommit() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        family.client.wire.send(family.subsurface, 3, [.uint(family.parent)])
        family.client.commit(family.parent)
        #expect(family.server.pixels == [0xff00_0002, 0xff00_0001])
        let sibling = family.client.makeSurface()
        let siblingObject = family.client.makeSubsurface(sibling, of: family.parent)
        family.client.show(family.client.makeBuffer(5, 5, 0xff00_0003), on: sibling)
        family.client.wire.send(siblingObject, 3, [.uint(family.child)])
        #expect(family.server.pixels == [0xff00_0002, 0xff00_0001])
        family.client.commit(family.parent)
        #expect(family.server.pixels == [0xff00_0003, 0xff00_0002, 0xff00_0001])
        family.client.wire.send(siblingObject, 2, [.uint(family.parent)])
        family.client.commit(family.parent)
        #expect(family.server.pixels == [0xff00_0002, 0xff00_0001, 0xff00_0003])
    }

    @Test func aDestroyedSubsurfaceGoesAtOnce() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        family.client.commit(family.parent)
        _ = family.server.observer.takeDamage()
        family.client.wire.send(family.subsurface, 0)
        family.client.wire.roundTrip()
        #expect(family.server.frames.count == 1)
        #expect(family.server.observer.takeDamage() == Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        #expect(family.client.wire.error == nil)
    }

    @Test func aDestroyedParentTakesItsChildrenAlong() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        family.client.commit(family.parent)
        family.server.windows.roots = []
        family.client.wire.send(family.parent, 0)
        family.move(5, 5)
        family.showChild(0xff00_0003)
        #expect(family.server.frames.isEmpty)
        #expect(family.client.wire.error == nil)
    }

    @Test func aParentWithoutContentsHidesItsChildren() throws {
        let family = try Family()
        family.showChild(0xff00_0002)
        family.client.commit(family.parent)
        family.client.attach(0, to: family.parent)
        family.client.commit(family.parent)
        #expect(family.server.frames.isEmpty)
    }

    @Test func aSurfaceCannotBeItsOwnAncestor() throws {
        let family = try Family()
        let client = family.client
        _ = client.makeSubsurface(family.parent, of: family.child)
        client.wire.roundTrip()
        #expect(client.wire.error?.object == client.subcompositor)
        #expect(client.wire.error?.code == 0)
    }

    @Test func onlySiblingsAndTheParentAreReferences() throws {
        let family = try Family()
        let stranger = family.client.makeSurface()
        family.client.wire.send(family.subsurface, 2, [.uint(stranger)])
        family.client.wire.roundTrip()
        #expect(family.client.wire.error?.object == family.subsurface)
    }

    @Test func aTowerOfSubsurfacesIsCutOff() throws {
        let server = try TestServer()
        let client = SurfaceClient(server)
        var parent = client.makeSurface()
        for _ in 0..<200 where client.wire.error == nil {
            let child = client.makeSurface()
            _ = client.makeSubsurface(child, of: parent)
            client.wire.roundTrip()
            parent = child
        }
        #expect(client.wire.error?.object == client.subcompositor)
    }
}
