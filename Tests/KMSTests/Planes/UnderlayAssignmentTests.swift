import Mirroring
import TestSupport
import Testing

@testable import KMS

/// Which plane shows a client's buffer behind what is drawn, which has a hole there.
@Suite struct UnderlayAssignmentTests {
    /// A plane and the place that it is given; nil where it has no choice.
    private struct Placed: Hashable {
        var plane: UInt32
        var depth: UInt64?
    }

    private struct Row {
        var name: String
        var primary = Self.plane(31, .primary, [.xrgb, .argb], at: 1)
        var overlays = [Self.plane(40, .overlay, [.xrgb, .argb, .film], at: 0)]
        var layers: [PlaneAssignment.Layer]
        var ground = OutputFrame.Ground.picture
        var blended: PixelLayout? = .argb
        /// Those with these planes behind the primary are refused.
        var refused: Set<UInt32> = []
        /// The planes of the layer and of the picture in front; nil for the picture where that is behind.
        var expected: Result<[Placed?], LayerRefusal>

        static func plane(
            _ id: UInt32, _ kind: PlaneLimits.Kind, _ layouts: Set<PixelLayout>, at depth: UInt64?,
            in depths: ClosedRange<UInt64>? = nil
        ) -> PlaneLimits {
            PlaneLimits(
                id: PlaneID(id), kind: kind, possibleCRTCs: 1, layouts: layouts, depth: depth, depths: depths)
        }
    }

    private static let front = PlaneAssignment.Layer(part: .front, layout: PlaneAssignment.ownLayout)
    private static let film = PlaneAssignment.Layer(part: .window(0), layout: .film)
    private static let window = PlaneAssignment.Layer(part: .window(0), layout: .xrgb)
    private static let content = PlaneAssignment.Layer(part: .client, layout: .film)

    private static let rows = [
        Row(
            name: "a plane that is always at the back", layers: [film],
            expected: .success([.init(plane: 40), .init(plane: 31)])),
        Row(
            name: "with something in front", layers: [front, film],
            expected: .success([.init(plane: 40), .init(plane: 31)])),
        Row(
            name: "all of the frame", layers: [front, content], ground: .black,
            expected: .success([.init(plane: 40), .init(plane: 31)])),
        Row(
            name: "a place that can be chosen, in front where nothing lies there",
            overlays: [Row.plane(40, .overlay, [.xrgb, .argb], at: 3, in: 0...3)], layers: [window],
            expected: .success([.init(plane: 40, depth: 2), nil])),
        Row(
            name: "and behind where something does",
            primary: Row.plane(31, .primary, [.xrgb, .argb], at: 2),
            overlays: [Row.plane(40, .overlay, [.xrgb, .argb], at: 3, in: 0...3)], layers: [front, window],
            expected: .success([.init(plane: 40, depth: 1), .init(plane: 31)])),
        Row(
            name: "a primary plane that makes room",
            primary: Row.plane(31, .primary, [.xrgb, .argb], at: 0, in: 0...3),
            overlays: [Row.plane(40, .overlay, [.xrgb, .argb], at: 3, in: 0...3)], layers: [front, window],
            expected: .success([.init(plane: 40, depth: 0), .init(plane: 31, depth: 1)])),
        Row(
            name: "none behind the lowest place",
            primary: Row.plane(31, .primary, [.xrgb, .argb], at: 0),
            overlays: [Row.plane(40, .overlay, [.xrgb, .argb], at: 3, in: 0...3)], layers: [front, window],
            expected: .failure(.behindPicture)),
        Row(
            name: "none where places are not known",
            primary: Row.plane(31, .primary, [.xrgb, .argb], at: nil),
            overlays: [Row.plane(40, .overlay, [.xrgb, .argb], at: nil)], layers: [front, window],
            expected: .failure(.behindPicture)),
        Row(
            name: "two overlays in front come first",
            overlays: [
                Row.plane(40, .overlay, [.film], at: 0), Row.plane(41, .overlay, [.film], at: 2),
                Row.plane(42, .overlay, [.argb], at: 3),
            ], layers: [front, film], expected: .success([.init(plane: 41), nil])),
        Row(
            name: "and where the hardware refuses them, the one behind",
            overlays: [
                Row.plane(40, .overlay, [.film], at: 0), Row.plane(41, .overlay, [.film], at: 2),
                Row.plane(42, .overlay, [.argb], at: 3),
            ], layers: [front, film], refused: [41], expected: .success([.init(plane: 40), .init(plane: 31)])),
        Row(
            name: "which it may refuse as well",
            layers: [film], refused: [40], expected: .failure(.order)),
        Row(
            name: "what the plane behind does not read",
            overlays: [Row.plane(40, .overlay, [.xrgb], at: 0)], layers: [film], expected: .failure(.format)),
        Row(
            name: "a primary plane without alpha", primary: Row.plane(31, .primary, [.xrgb], at: 1), layers: [film],
            expected: .failure(.order)),
        Row(
            name: "a primary plane with alpha in another layout", layers: [film],
            blended: .argb.tiled(KnownPlanes.xTiled), expected: .failure(.order)),
        Row(name: "what is drawn is not blended", layers: [film], blended: nil, expected: .failure(.order)),
        Row(
            name: "of several windows the frontmost", layers: [film, .init(part: .window(1), layout: .film)],
            expected: .success([.init(plane: 40), .init(plane: 31)])),
    ]

    @Test func oneLayerLiesBehindWhatIsDrawn() {
        for row in Self.rows {
            let head = PlaneAssignment.OwnPlanes(
                primary: row.primary, cursor: Row.plane(60, .cursor, [.argb], at: 9), blended: row.blended)
            let result = Result { () throws(LayerRefusal) in
                let found = try PlaneAssignment(planes: [row.primary] + row.overlays, crtc: 0).place(
                    row.layers, above: row.ground, on: head
                ) { planes in !planes.layers.contains { row.refused.contains($0.plane.raw) } }
                let shown = found.shown(of: row.layers)
                #expect(shown.count == found.layers.count && found.refusals.count == row.layers.count, "\(row.name)")
                if found.picture != nil {
                    #expect(shown.map(\.layer) == [row.layers.first { $0.part != .front }], "\(row.name)")
                }
                let placed = [found.layers.last, found.picture]
                return placed.map { $0.map { Placed(plane: $0.plane.raw, depth: $0.depth) } }
            }
            #expect(result == row.expected, "\(row.name)")
        }
    }

    /// The cursor stays in front of a picture that makes room.
    @Test func nothingIsBehindWhereTheCursorWouldBeHidden() {
        let primary = Row.plane(31, .primary, [.xrgb, .argb], at: 0, in: 0...3)
        let overlay = Row.plane(40, .overlay, [.xrgb], at: 3, in: 0...3)
        for (depth, isPlaced) in [(UInt64(1), false), (2, true)] {
            let head = PlaneAssignment.OwnPlanes(
                primary: primary, cursor: Row.plane(60, .cursor, [.argb], at: depth), blended: .argb)
            let found = try? PlaneAssignment(planes: [overlay], crtc: 0).place(
                [Self.front, Self.window], above: .picture, on: head
            ) { _ in true }
            #expect((found?.picture != nil) == isPlaced)
        }
    }

    /// Whatever the planes are: the picture is certain to be in front of the plane, and both are at places that they can have.
    @Test(arguments: Effort.seeds(sample: 200, torture: 20_000)) func placesAreSound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func plane(_ id: UInt32, _ kind: PlaneLimits.Kind) -> PlaneLimits {
            let depth = UInt64.random(in: 0..<5, using: &random)
            let range = UInt64.random(in: 0...depth, using: &random)...UInt64.random(in: depth...5, using: &random)
            return Row.plane(
                id, kind, [.xrgb, .argb], at: depth, in: Bool.random(using: &random) ? range : nil)
        }
        let primary = plane(31, .primary)
        let overlays = (0..<2).map { plane(40 + $0, .overlay) }
        let head = PlaneAssignment.OwnPlanes(primary: primary, blended: .argb)
        let found = try? PlaneAssignment(planes: overlays, crtc: 0).place(
            [Self.front, Self.window], above: .picture, on: head
        ) { _ in true }
        guard let found, let picture = found.picture, let layer = found.layers.first else { return }
        guard var back = overlays.first(where: { $0.id == layer.plane }) else { return #expect(Bool(false)) }
        var front = primary
        if let depth = layer.depth {
            #expect(back.depths?.contains(depth) == true)
            back.depth = depth
        }
        if let depth = picture.depth {
            #expect(front.depths?.contains(depth) == true)
            front.depth = depth
        }
        #expect(picture.plane == primary.id && front.isInFront(of: back))
    }
}
