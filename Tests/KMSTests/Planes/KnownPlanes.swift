import Geometry
import Mirroring

@testable import KMS

/// The planes of real display hardware, from its drivers' sources.
struct KnownPlanes: Sendable {
    var planes: [PlaneLimits]

    /// One output, nothing but a primary plane and a cursor of 64x64; no modifiers, no depths.
    static let virtioGPU = KnownPlanes(planes: [
        plane(31, .primary, [.xrgb, .xrgb.tiled(PixelLayout.implicit)]),
        plane(34, .cursor, [.argb], size: 64),
    ])

    /// With overlays and a cursor: depths, linear memory alone, all of it composed in software.
    static let vkms = KnownPlanes(
        planes: [plane(31, .primary, [.xrgb, .argb], depth: 0)]
            + (0..<8).map { plane(40 + $0, .overlay, [.xrgb, .argb], depth: 1 + UInt64($0)) }
            + [plane(60, .cursor, [.argb], depth: 9)])

    /// One pipe of Skylake's: two universal planes, a cursor of 256x256; X and Y tiling.
    static let i915 = KnownPlanes(planes: [
        plane(31, .primary, [.xrgb, .xrgb.tiled(xTiled), .xrgb.tiled(yTiled)], depth: 0),
        plane(39, .overlay, [.xrgb, .argb, .xrgb.tiled(xTiled), .argb.tiled(yTiled)], depth: 1),
        plane(47, .cursor, [.argb], depth: 2, size: 256),
    ])

    /// One pipe of amdgpu's display core: the cursor is a part of the planes below it and is scaled with them.
    static let amdgpu = KnownPlanes(
        planes: [
            plane(40, .primary, [.xrgb, .argb], depth: 1),
            plane(43, .overlay, [.xrgb, .argb], depth: 2),
            plane(70, .cursor, [.argb], depth: 255, size: 256),
        ])

    /// vc4's: planes of one kind, at any size and scale, until memory bandwidth runs out (here after four).
    static let vc4 = KnownPlanes(
        planes: [plane(31, .primary, [.xrgb, .argb, .film], depth: 0)]
            + (0..<6).map { plane(40 + $0, .overlay, [.xrgb, .argb, .film], crtcs: 0b111, depth: 1 + UInt64($0)) }
            + [plane(60, .cursor, [.xrgb, .argb], depth: 16)])

    /// The small VOP of an RK3399 (its second CRTC): two windows, neither of which scales.
    static let rk3399Small = KnownPlanes(
        planes: [
            plane(31, .primary, [.xrgb, .argb], crtcs: 0b01), plane(35, .overlay, [.xrgb, .argb], crtcs: 0b01),
            plane(41, .primary, [.xrgb, .argb], crtcs: 0b10), plane(45, .cursor, [.argb], crtcs: 0b10),
        ])

    static let xTiled: UInt64 = 0x0100_0000_0000_0001
    static let yTiled: UInt64 = 0x0100_0000_0000_0002

    private static func plane(
        _ number: UInt32, _ kind: PlaneLimits.Kind, _ layouts: Set<PixelLayout>, crtcs: UInt32 = 1,
        depth: UInt64? = nil,
        size: Int? = nil
    ) -> PlaneLimits {
        PlaneLimits(
            id: PlaneID(number), kind: kind, possibleCRTCs: crtcs, layouts: layouts, depth: depth,
            onlySize: size.map { PlaneSize(width: $0, height: $0) })
    }
}

/// One layer, with or without something drawn in front of it.
extension PlaneAssignment {
    func placeLayer(
        _ layout: PixelLayout, as part: PlanePicture.Part, above ground: OutputFrame.Ground, on head: OwnPlanes,
        hasFront: Bool = false, accepts: (LayerPlanes) -> Bool
    ) throws(LayerRefusal) -> LayerPlanes {
        let front = hasFront ? [Layer(part: .front, layout: Self.ownLayout)] : []
        return try place(front + [Layer(part: part, layout: layout)], above: ground, on: head, accepts: accepts)
    }
}

extension PlaneAssignment.LayerPlanes {
    init(layer: PlaneAssignment.Placement, front: PlaneAssignment.Placement? = nil) {
        let layers = [front].compactMap(\.self) + [layer]
        self.init(layers: layers, refusals: layers.map { _ in nil })
    }

    var layer: PlaneAssignment.Placement { layers[layers.count - 1] }
    var front: PlaneAssignment.Placement? { layers.count > 1 ? layers[0] : nil }
}

extension PixelLayout {
    /// DRM_FORMAT_XRGB8888 and DRM_FORMAT_ARGB8888 in linear memory.
    static let xrgb = PixelLayout(format: 0x3432_5258, modifier: 0)
    static let argb = PixelLayout(format: 0x3432_5241, modifier: 0)

    /// DRM_FORMAT_NV12 in columns.
    static let film = PixelLayout(format: YUVFormat.nv12.code, modifier: PixelLayout.columns)

    func tiled(_ modifier: UInt64) -> PixelLayout { PixelLayout(format: format, modifier: modifier) }
}
