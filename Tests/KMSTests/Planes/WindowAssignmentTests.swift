import Mirroring
import TestSupport
import Testing

@testable import KMS

/// Which planes show several windows in front of the drawn picture, and what is drawn in front of the first of them.
@Suite struct WindowAssignmentTests {
    private struct Row {
        var name: String
        var planes: KnownPlanes
        /// The layouts of the windows, the frontmost first.
        var windows: [PixelLayout]
        var hasFront = false
        /// How many planes the hardware takes beside the primary.
        var most = 8
        /// The planes from the front to the back, or why there are none.
        var expected: Result<[UInt32], LayerRefusal>
        /// Why the others are drawn.
        var refusal: LayerRefusal?
    }

    private static let rows = [
        Row(name: "one", planes: .i915, windows: [.xrgb], expected: .success([39])),
        Row(
            name: "two, and one plane: the backmost is drawn", planes: .i915, windows: [.xrgb, .xrgb],
            expected: .success([39]), refusal: .noPlane),
        Row(
            name: "one and its front, and one plane", planes: .i915, windows: [.xrgb], hasFront: true,
            expected: .failure(.behindPicture)),
        Row(name: "in their order", planes: .vc4, windows: [.xrgb, .film, .xrgb], expected: .success([42, 41, 40])),
        Row(
            name: "with something in front", planes: .vc4, windows: [.xrgb, .film], hasFront: true,
            expected: .success([42, 41, 40])),
        Row(
            name: "as many as there is bandwidth for", planes: .vc4, windows: [.xrgb, .film, .xrgb], most: 2,
            expected: .success([41, 40]), refusal: .hardware),
        Row(
            name: "not before what is in front of the first", planes: .vc4, windows: [.xrgb, .film], hasFront: true,
            most: 2,
            expected: .success([41, 40]), refusal: .behindPicture),
        Row(
            name: "what no plane reads is drawn", planes: .vkms, windows: [.xrgb, .film, .xrgb],
            expected: .success([41, 40]), refusal: .format),
        Row(
            name: "and what is in front of it", planes: .vkms, windows: [.film, .xrgb], hasFront: true,
            expected: .success([40]), refusal: .format),
        Row(name: "none that any plane reads", planes: .vkms, windows: [.film], expected: .failure(.format)),
        Row(name: "no overlay", planes: .virtioGPU, windows: [.xrgb, .xrgb], expected: .failure(.noPlane)),
    ]

    private static func layers(_ windows: [PixelLayout], hasFront: Bool) -> [PlaneAssignment.Layer] {
        (hasFront ? [.init(part: .front, layout: PlaneAssignment.ownLayout)] : [])
            + windows.enumerated().map { .init(part: .window($0.offset), layout: $0.element) }
    }

    @Test func theFrontmostWindowsGetPlanes() throws {
        for row in Self.rows {
            let primary = try #require(row.planes.planes.first { $0.kind == .primary })
            let assignment = PlaneAssignment(planes: row.planes.planes, crtc: 0)
            let head = PlaneAssignment.OwnPlanes(
                primary: primary, cursor: row.planes.planes.first { $0.kind == .cursor })
            var refusal: LayerRefusal?
            let result = Result { () throws(LayerRefusal) in
                let found = try assignment.place(
                    Self.layers(row.windows, hasFront: row.hasFront), above: .picture, on: head
                ) { $0.layers.count <= row.most }
                refusal = found.refusals.compactMap(\.self).first
                #expect(found.refusals.filter { $0 == nil }.count == found.layers.count)
                return found.layers.map(\.plane.raw)
            }
            #expect(result == row.expected, "\(row.name)")
            #expect(refusal == row.refusal, "\(row.name)")
        }
    }

    @Test func windowsKeepTheirPlanes() throws {
        let planes = KnownPlanes.vc4.planes
        let assignment = PlaneAssignment(planes: planes, crtc: 0)
        let head = PlaneAssignment.OwnPlanes(
            primary: planes[0], cursor: planes.last, shown: [.window(0): PlaneID(43), .window(1): PlaneID(41)])
        let found = try assignment.place(
            Self.layers([.xrgb, .xrgb], hasFront: true), above: .picture, on: head
        ) { _ in true }
        #expect(found.layers.map(\.plane.raw) == [44, 43, 41])
    }

    /// Whatever the planes are: the order on screen is that of the layers, no plane is used twice, each reads what it shows, lies between
    /// the picture and the cursor and is not another layer's, and the hardware has agreed.
    @Test(arguments: Effort.seeds(sample: 200, torture: 20_000)) func placesAreSound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func chance() -> Bool { Bool.random(using: &random) }
        let layouts: [PixelLayout] = [.xrgb, .argb, .film]
        func plane(_ id: UInt32, _ kind: PlaneLimits.Kind) -> PlaneLimits {
            let depth: UInt64? = chance() || chance() ? .random(in: 0..<6, using: &random) : nil
            return PlaneLimits(
                id: PlaneID(id), kind: kind, possibleCRTCs: .random(in: 1..<4, using: &random),
                layouts: Set(layouts.filter { _ in chance() || chance() }), depth: depth,
                depths: chance() ? depth.map { 0...max(4, $0) } : nil)
        }
        let kinds: [PlaneLimits.Kind] = [.overlay, .overlay, .overlay, .cursor, .primary]
        let planes = (UInt32(10)..<18).map { plane($0, kinds.randomElement(using: &random) ?? .overlay) }
        let primary = plane(1, .primary)
        let cursor = chance() ? plane(2, .cursor) : nil
        let windows = (0..<Int.random(in: 1...3, using: &random)).map { _ in
            layouts.randomElement(using: &random) ?? .xrgb
        }
        let layers = Self.layers(windows, hasFront: chance())
        var head = PlaneAssignment.OwnPlanes(primary: primary, cursor: cursor)
        for layer in layers where chance() {
            let free = planes.filter { !head.shown.values.contains($0.id) }
            head.shown[layer.part] = free.randomElement(using: &random)?.id
        }
        var asked: [PlaneAssignment.LayerPlanes] = []
        var accepted: PlaneAssignment.LayerPlanes?
        let found = try? PlaneAssignment(planes: planes, crtc: 0).place(layers, above: .picture, on: head) { question in
            asked.append(question)
            if Int.random(in: 0..<6, using: &random) == 0 { accepted = question }
            return accepted != nil
        }
        #expect(Set(asked).count == asked.count, "nothing is asked twice")
        guard let found else { return #expect(accepted == nil) }
        let shown = found.shown(of: layers).map(\.layer)
        #expect(found == accepted && shown.count == found.layers.count)
        #expect(found.refusals.count == layers.count && shown.contains { $0.part.isWindow }, "a window at least")
        if shown.first?.part == .front { #expect(shown[1].part == .window(0), "what is in front of that") }
        #expect(Set(found.layers.map(\.plane)).count == found.layers.count)
        var above = cursor
        for (layer, placement) in zip(shown, found.layers) {
            guard var taken = planes.first(where: { $0.id == placement.plane }) else {
                return #expect(Bool(false), "another plane")
            }
            #expect(taken.kind == .overlay && taken.possibleCRTCs & 1 == 1 && taken.layouts.contains(layer.layout))
            #expect(
                head.shown.allSatisfy {
                    $0.key.isWindow && layer.part.isWindow || $0.key == layer.part || $0.value != taken.id
                })
            if let depth = placement.depth {
                #expect(taken.depths?.contains(depth) == true)
                taken.depth = depth
            }
            #expect(taken.isInFront(of: primary))
            if let above { #expect(above.isInFront(of: taken), "the order of the list") }
            above = taken
        }
    }
}
