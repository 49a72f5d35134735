import Geometry
import TestSupport
import Testing
import WaylandBinding

@testable import Wayland

/// Clients whose regions have more rectangles than anybody needs.
@Suite struct HostileRegionTests {
    private let server: TestServer
    private let attacker: SurfaceClient
    private let surface: UInt32

    init() throws {
        server = try TestServer()
        attacker = SurfaceClient(server)
        surface = attacker.makeSurface()
        attacker.show(attacker.makeBuffer(64, 64), on: surface)
    }

    /// Adds `count` scattered pixels, taking some away in between, and lets the server work after each few.
    private func scatter(_ count: Int, subtracting: Bool = false, pumpingEvery step: Int = 100) -> UInt32 {
        var random = SplitMix64(seed: 11)
        let region = attacker.makeRegion([])
        for index in 0..<count {
            let (x, y) = (Int32.random(in: 0..<4000, using: &random), Int32.random(in: 0..<4000, using: &random))
            let opcode: UInt16 = subtracting && index % 2 == 1 ? 2 : 1
            attacker.wire.send(region, opcode, [.int(x), .int(y), .int(7), .int(5)])
            if index % step == 0 { attacker.wire.roundTrip() }
        }
        attacker.wire.roundTrip()
        return region
    }

    /// A region of these rectangles, sent in portions that a socket holds.
    private func makeRegion(_ rects: [(Int32, Int32, Int32, Int32)]) -> UInt32 {
        let region = attacker.makeRegion([])
        for (index, (x, y, width, height)) in rects.enumerated() {
            attacker.wire.send(region, 1, [.int(x), .int(y), .int(width), .int(height)])
            if index % 100 == 99 { attacker.wire.roundTrip() }
        }
        return region
    }

    @Test(arguments: [false, true])
    func manyRectanglesCostWhatTheyAre(subtracting: Bool) {
        // The best of several: others' work on the computer only ever adds.
        let ratio = (0..<3).map { _ in
            let few = processorTime { _ = scatter(5000, subtracting: subtracting) }
            let many = processorTime { _ = scatter(20_000, subtracting: subtracting) }
            return many / few
        }.min()
        #expect((ratio ?? 99) < 7, "four times the rectangles")
        #expect(attacker.wire.error == nil)
    }

    @Test func othersAreAnsweredMeanwhile() {
        let bystander = SurfaceClient(server)
        let undisturbed = (0..<20).map { _ in processorTime { bystander.wire.roundTrip() } }.max() ?? .zero
        var longest = Duration.zero
        for _ in 0..<20 {
            let region = scatter(1000, pumpingEvery: 50)
            attacker.wire.send(surface, 4, [.uint(region)])
            attacker.wire.send(surface, 5, [.uint(region)])
            attacker.wire.send(surface, 6)
            longest = max(longest, processorTime { bystander.wire.roundTrip() })
        }
        #expect(longest < max(undisturbed * 50, .milliseconds(100)))
        #expect(bystander.wire.error == nil && attacker.wire.error == nil)
    }

    @Test func whatIsKeptIsBounded() throws {
        let region = scatter(20_000)
        attacker.wire.send(surface, 4, [.uint(region)])
        attacker.wire.send(surface, 5, [.uint(region)])
        attacker.commit(surface)
        let current = try #require(attacker.surface(surface)).current
        #expect((1...RegionObject.maximumRects).contains(current.input?.rectCount ?? 0))
        #expect(current.opaque.isEmpty, "more than was asked for would be a lie")
    }

    @Test func anInputRegionOfAnOddShapeIsExact() throws {
        let rows = (0..<Int32(500)).map { ($0 % 7, $0, 500 - $0 % 7, Int32(1)) }
        let region = makeRegion(rows)
        attacker.wire.send(surface, 4, [.uint(region)])
        attacker.wire.send(surface, 5, [.uint(region)])
        attacker.commit(surface)
        let current = try #require(attacker.surface(surface)).current
        let wanted = Region(
            rows.map { Rect<SurfaceSpace>(x: Int($0.0), y: Int($0.1), width: Int($0.2), height: Int($0.3)) })
        #expect(current.input == wanted)
        #expect(current.opaque.subtracting(wanted).isEmpty && !current.opaque.isEmpty)
    }

    /// Rows and columns together would be a million rectangles.
    @Test func theAreaOfAConstraintIsBounded() throws {
        let rows = makeRegion((0..<Int32(1000)).map { (0, $0 * 2, 2000, 1) })
        let columns = makeRegion((0..<Int32(1000)).map { ($0 * 2, 0, 1, 2000) })
        attacker.wire.send(surface, 5, [.uint(rows)])
        attacker.show(attacker.makeBuffer(2000, 2000), on: surface)
        let held = try #require(attacker.serverResource(WlRegion.self, columns).flatMap(RegionObject.of)).region
        #expect(held.rectCount == 1000)
        let constraint = PointerConstraint(
            .confinement, surface: try #require(attacker.surface(surface)), region: held, isOneshot: false)
        #expect((1...40_000).contains(constraint.area.rectCount))
    }
}
