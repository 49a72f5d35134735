import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Wayland

/// What the layout keeps from turn to turn is what a new layout would have.
@Suite struct LayoutTests {
    @Test(arguments: Effort.seeds(sample: 20, torture: 1000))
    func aLayoutThatKeepsItsPlacesIsANewOne(seed: UInt64) throws {
        var family = try RandomFamily(seed: seed)
        for step in 0..<60 {
            family.change()
            let surfaces = family.server.content.surfaces
            let new = SceneLayout(roots: family.server.windows.roots, scale: surfaces.scale)
            new.findSeen(on: Region(TestServer.screen.size.bounds))
            #expect(surfaces.elements.map(Shown.init) == new.elements.map(Shown.init), "step \(step)")
            #expect(
                surfaces.seen.map(\.identity).map(ObjectIdentifier.init)
                    == new.seen.map(\.surface.identity).map(ObjectIdentifier.init))
            for surface in family.alive { #expect(surface.bounds == bounds(of: surface), "step \(step)") }
        }
        #expect(family.client.wire.error == nil)
    }

    private func bounds(of surface: Surface) -> Rect<SurfaceSpace> {
        var bounds = surface.current.bounds
        for child in surface.current.stack.all where child.subsurface.surface.hasContent {
            bounds = bounds.union(self.bounds(of: child.subsurface.surface).offset(x: child.x, y: child.y))
        }
        return bounds
    }
}

/// What an element shows, and where.
private struct Shown: Equatable {
    let surface: ObjectIdentifier
    let source: ObjectIdentifier
    let version: Int
    let crop: SourceBox
    let transform: Transform
    let destination: Rect<ContentSpace>
    let opaque: Region<ContentSpace>

    init(_ element: SceneElement) {
        surface = ObjectIdentifier(element.identity)
        source = ObjectIdentifier(element.source)
        version = element.version
        (crop, transform) = (element.crop, element.transform)
        (destination, opaque) = (element.destination, element.opaque)
    }
}

/// Two windows with subsurfaces, which a client changes at random.
private struct RandomFamily {
    let server: TestServer
    let client: SurfaceClient
    private var random: SplitMix64
    private let roots: [UInt32]
    /// The subsurfaces' objects by their surfaces.
    private var children: [(surface: UInt32, role: UInt32, parent: UInt32)] = []

    init(seed: UInt64) throws {
        server = try TestServer()
        client = SurfaceClient(server)
        random = SplitMix64(seed: seed)
        roots = [client.makeSurface(), client.makeSurface()]
        for root in roots { client.show(client.makeBuffer(60, 50), on: root) }
        place()
    }

    private var all: [UInt32] { roots + children.map(\.surface) }

    var alive: [Surface] { all.compactMap(client.surface) }

    private mutating func number(_ range: ClosedRange<Int32>) -> Int32 { .random(in: range, using: &random) }

    private mutating func place() {
        let order = roots.shuffled(using: &random)
        server.show(order.map { (client.surface($0), Int(number(0...400)), Int(number(0...300))) })
    }

    /// Changes something, and commits some surfaces.
    mutating func change() {
        let surface = all.randomElement(using: &random)!
        switch number(0...9) {
        case 0, 1:
            let (width, height) = (Int(number(1...700)), Int(number(1...90)))
            client.show(client.makeBuffer(width, height, format: UInt32(number(0...1))), on: surface)
        case 2: client.attach(0, to: surface)
        case 3:
            let region = client.makeRegion([(number(0...9), 0, number(1...99), number(1...99))])
            client.wire.send(surface, UInt16(number(4...5)), [.uint(region)])
        case 4: client.wire.send(surface, 7, [.int(number(0...7))])
        case 5 where children.count < 8:
            let child = client.makeSurface()
            children.append((child, client.makeSubsurface(child, of: surface), surface))
            client.show(client.makeBuffer(20, 10), on: child)
        case 6: changeChild()
        case 7: place()
        default: break
        }
        for _ in 0...number(0...2) { client.commit(all.randomElement(using: &random)!) }
    }

    private mutating func changeChild() {
        guard let index = children.indices.randomElement(using: &random) else { return }
        let child = children[index]
        switch number(0...6) {
        case 0, 1: client.wire.send(child.role, 1, [.int(number(-50...200)), .int(number(-50...200))])
        case 2, 3: client.wire.send(child.role, UInt16(number(2...3)), [.uint(child.parent)])
        case 4: client.wire.send(child.role, UInt16(number(4...5)))
        case 5:
            // The subsurface alone; its surface, and what hangs on it, is shown no longer.
            client.wire.send(child.role, 0)
            forget(child.surface)
        default:
            client.wire.send(child.role, 0)
            client.wire.send(child.surface, 0)
            forget(child.surface)
        }
        client.wire.roundTrip()
    }

    /// The surface, and those below it in the tree, are left alone from now on.
    private mutating func forget(_ surface: UInt32) {
        children.removeAll { $0.surface == surface }
        for child in children where child.parent == surface { forget(child.surface) }
    }
}
