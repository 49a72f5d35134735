import Geometry
import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct PlaneAllocationTests {
    private static let screen = Rect<ScanoutSpace>(x: 0, y: 0, width: 1920, height: 1080)

    private static func cursor(_ side: Int, x: Int = 100) -> PlaneAllocation.Layer {
        PlaneAllocation.Layer(
            kind: .cursor, layout: .argb, size: PlaneSize(width: side, height: side),
            destination: Rect(x: x, y: 100, width: side, height: side), isOpaque: false)
    }

    /// A client that fills the screen.
    private static func client(_ layout: PixelLayout = .xrgb, scale: Int = 1) -> PlaneAllocation.Layer {
        PlaneAllocation.Layer(
            kind: .content, layout: layout, size: PlaneSize(width: 1920 / scale, height: 1080 / scale),
            destination: screen, isOpaque: true)
    }

    private static func window(x: Int, _ layout: PixelLayout = .argb) -> PlaneAllocation.Layer {
        PlaneAllocation.Layer(
            kind: .content, layout: layout, size: PlaneSize(width: 400, height: 300),
            destination: Rect(x: x, y: 50, width: 400, height: 300), isOpaque: true)
    }

    private func paths(
        _ layers: [PlaneAllocation.Layer], on hardware: KnownPlanes, crtc: Int = 0
    ) -> [PlaneAllocation.Path] {
        PlaneAllocation(planes: hardware.planes, crtc: crtc).place(layers, on: Self.screen) {
            hardware.accepts($0, layers)
        }
    }

    /// A row of the table: the hardware, the layers from back to front, and where each must go.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var hardware: KnownPlanes
        var layers: [PlaneAllocation.Layer]
        var paths: [PlaneAllocation.Path]
        var crtc = 0
    }

    @Test(arguments: [
        Row(
            testDescription: "virtio-gpu takes a client and a cursor of its one size", hardware: .virtioGPU,
            layers: [client(), cursor(64)], paths: [.plane(PlaneID(31)), .plane(PlaneID(34))]),
        Row(
            testDescription: "a larger cursor is drawn, and so is what lies behind it", hardware: .virtioGPU,
            layers: [client(), cursor(128)],
            paths: [.composed(.behindPicture), .composed(.size(width: 64, height: 64))]),
        Row(
            testDescription: "virtio-gpu does not scan out a client with alpha", hardware: .virtioGPU,
            layers: [client(.argb)], paths: [.composed(.format)]),
        Row(
            testDescription: "virtio-gpu takes what its own renderer has drawn", hardware: .virtioGPU,
            layers: [client(.xrgb.tiled(PixelLayout.implicit))], paths: [.plane(PlaneID(31))]),
        Row(
            testDescription: "but nothing that another card has tiled", hardware: .virtioGPU,
            layers: [client(.xrgb.tiled(KnownPlanes.xTiled))], paths: [.composed(.modifier)]),
        Row(
            testDescription: "i915 has to be told how a client is tiled", hardware: .i915,
            layers: [client(.xrgb.tiled(PixelLayout.implicit))], paths: [.composed(.modifier)]),
        Row(
            testDescription: "a client that leaves a part of the screen is drawn", hardware: .vkms,
            layers: [
                PlaneAllocation.Layer(
                    kind: .content, layout: .xrgb, size: PlaneSize(width: 1920, height: 1040),
                    destination: Rect(x: 0, y: 40, width: 1920, height: 1040), isOpaque: true)
            ],
            paths: [.plane(PlaneID(47))]),
        Row(
            testDescription: "vkms has overlays for windows", hardware: .vkms,
            layers: [client(), window(x: 10), window(x: 200), cursor(32)],
            paths: [.plane(PlaneID(31)), .plane(PlaneID(46)), .plane(PlaneID(47)), .plane(PlaneID(60))]),
        Row(
            testDescription: "i915 scans out a tiled client", hardware: .i915,
            layers: [client(.xrgb.tiled(KnownPlanes.yTiled)), cursor(256)],
            paths: [.plane(PlaneID(31)), .plane(PlaneID(47))]),
        Row(
            testDescription: "i915's cursor knows no tiling, and its overlay takes the cursor", hardware: .i915,
            layers: [
                PlaneAllocation.Layer(
                    kind: .cursor, layout: .argb.tiled(KnownPlanes.yTiled), size: PlaneSize(width: 256, height: 256),
                    destination: Rect(x: 0, y: 0, width: 256, height: 256), isOpaque: false)
            ],
            paths: [.plane(PlaneID(39))]),
        Row(
            testDescription: "amdgpu refuses a cursor over a scaled client, which is then drawn", hardware: .amdgpu,
            layers: [client(scale: 2), cursor(256)], paths: [.composed(.hardware), .plane(PlaneID(70))]),
        Row(
            testDescription: "vc4 scales a client below the cursor", hardware: .vc4,
            layers: [client(scale: 2), cursor(64)], paths: [.plane(PlaneID(31)), .plane(PlaneID(60))]),
        Row(
            testDescription: "vc4 runs out of bandwidth", hardware: .vc4,
            layers: [client()] + (0..<4).map { window(x: $0 * 450) } + [cursor(64)],
            paths: [
                .composed(.behindPicture), .composed(.hardware), .plane(PlaneID(43)), .plane(PlaneID(44)),
                .plane(PlaneID(45)), .plane(PlaneID(60)),
            ]),
        Row(
            testDescription: "the RK3399's small VOP scales nothing", hardware: .rk3399Small,
            layers: [client(scale: 2)], paths: [.composed(.hardware)], crtc: 1),
        Row(
            testDescription: "and its cursor plane is not the big one's", hardware: .rk3399Small,
            layers: [client(), cursor(64)], paths: [.plane(PlaneID(31)), .plane(PlaneID(35))]),
    ])
    func layersGoWhereTheHardwareTakesThem(_ row: Row) {
        #expect(paths(row.layers, on: row.hardware, crtc: row.crtc) == row.paths)
    }

    @Test func aPartOfTheScreenIsNotScannedOutOnThePrimary() {
        #expect(paths([Self.window(x: 0, .xrgb)], on: .virtioGPU) == [.composed(.partial)])
    }

    /// Whatever is asked for: each plane once, what is drawn is in front of nothing on a plane behind it, and the
    /// hardware has accepted the whole.
    @Test(arguments: [KnownPlanes.virtioGPU, .vkms, .i915, .amdgpu, .vc4, .rk3399Small])
    func randomFramesKeepTheirOrder(hardware: KnownPlanes) {
        var random = SplitMix64(seed: 7)
        for _ in 0..<500 {
            var layers = Bool.random(using: &random) ? [Self.client(scale: .random(in: 1...2, using: &random))] : []
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                layers.append(Self.window(x: .random(in: 0...1500, using: &random)))
            }
            if Bool.random(using: &random) {
                layers.append(Self.cursor([32, 64, 256].randomElement(using: &random) ?? 64, x: 300))
            }
            let paths = paths(layers, on: hardware)
            let placements = paths.enumerated().compactMap { index, path -> PlaneAllocation.Placement? in
                if case .plane(let plane) = path { .init(layer: index, plane: plane) } else { nil }
            }
            #expect(Set(placements.map(\.plane)).count == placements.count)
            #expect(placements.isEmpty || hardware.accepts(placements.reversed(), layers))
            for placement in placements {
                let behind = hardware.planes.first { $0.id == placement.plane }
                for above in layers.indices where above > placement.layer {
                    guard !layers[above].destination.intersection(layers[placement.layer].destination).isEmpty
                    else { continue }
                    let front = placements.first { $0.layer == above }
                    let plane = front.flatMap { front in hardware.planes.first { $0.id == front.plane } }
                    #expect(behind.map { plane?.isInFront(of: $0) == true } == true)
                }
            }
        }
    }
}
