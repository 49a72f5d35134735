import Geometry
import Glibc
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

/// The snapshot in linear light against the average of light in double precision.
@Suite struct LinearLightTests {
    @Test(arguments: TestedRenderer.allCases, SnapshotScalerTests.cases)
    func agreesWithDoublePrecision(kind: TestedRenderer, size: SnapshotScalerTests.Case) throws {
        let renderer = try kind.make()
        for mask: UInt32 in [0xFF_FFFF, 0x0F_0F0F] {
            let source = try MemoryBuffer.noise(size.source.width, size.source.height, seed: 40)
            for y in 0..<size.source.height {
                for x in 0..<size.source.width { source.row(y)[x] &= mask }
            }
            let shown = try scaled(source, size.scaled, by: renderer)
            let step = size.scaled.height / 12 + 1
            for y in stride(from: 0, to: size.scaled.height, by: step) {
                let exact = AreaAverageReference.lights(ofRow: y, of: source, scaledTo: size.scaled)
                for (pixel, wanted) in zip(shown.colors(ofRow: y), exact) {
                    let channels = SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                    let difference = channels - wanted
                    #expect(
                        max(difference.max(), -difference.min()) <= Double(kind.rounding), "\(channels) for \(wanted)")
                }
            }
        }
    }

    /// Every flat colour stays as it is.
    @Test(arguments: TestedRenderer.allCases) func flatPicturesStayFlat(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        for byte: UInt32 in 0...255 {
            let source = try MemoryBuffer.filled(9, 6, with: byte << 16 | byte << 8 | byte)
            #expect(Set(try scaled(source, (3, 2), by: renderer).colors) == [byte << 16 | byte << 8 | byte])
        }
    }

    /// Half of black and white is brighter to the eye than the middle value.
    @Test(arguments: TestedRenderer.allCases) func halfTheLightIsBrighterThanHalfTheValue(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let source = try MemoryBuffer.filled(2, 1, with: 0)
        source.row(0)[1] = 0xFF_FFFF
        let shown = try scaled(source, (1, 1), by: renderer).colors
        // 187.5, were it not rounded.
        #expect(shown == [0xBB_BBBB] || shown == [0xBC_BCBC])
    }

    /// Small damage draws what a whole frame would.
    @Test(arguments: TestedRenderer.allCases) func partsEqualTheWhole(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let source = try MemoryBuffer.noise(384, 216, seed: 41)
        let whole = try scaled(source, (137, 77), by: renderer)
        let target = try MemoryBuffer.filled(137, 77, with: 0)
        let part = Rect<OutputSpace>(x: 31, y: 17, width: 9, height: 5)
        draw(source, on: target, part, by: renderer)
        for y in part.y..<part.maxY {
            #expect(
                target.colors(ofRow: y)[part.x..<part.maxX] == whole.colors(ofRow: y)[part.x..<part.maxX])
        }
        #expect(target.colors.filter { $0 != 0 }.count <= part.size.area)
    }

    private func scaled(
        _ source: MemoryBuffer, _ size: (width: Int, height: Int), by renderer: any RendererPort
    ) throws -> MemoryBuffer {
        let target = try MemoryBuffer.filled(size.width, size.height, with: 0x12_3456)
        draw(source, on: target, target.size.bounds.reinterpreted(), by: renderer)
        return target
    }

    private func draw(
        _ source: MemoryBuffer, on target: MemoryBuffer, _ damage: Rect<OutputSpace>, by renderer: any RendererPort
    ) {
        let element = SceneElement(source, at: target.size.bounds.reinterpreted(), filter: .areaInLinearLight)
        renderer.submit([
            RenderPass(target: target, damage: Region(damage), elements: [element])
        ])
    }
}

extension AreaAverageReference {
    /// The average light of one row as unrounded sRGB values from 0 to 255: red, green, blue.
    fileprivate static func lights(
        ofRow y: Int, of source: MemoryBuffer, scaledTo size: (width: Int, height: Int)
    ) -> [SIMD3<Double>] {
        let rows = overlaps(of: y, among: size.height, source: source.size.height)
        return (0..<size.width).map { x in
            var sum = SIMD3<Double>()
            for row in rows {
                for column in overlaps(of: x, among: size.width, source: source.size.width) {
                    let pixel = source.row(row.at)[column.at]
                    let light = SIMD3(light(pixel >> 16), light(pixel >> 8), light(pixel))
                    sum += light * (row.share * column.share)
                }
            }
            return SIMD3(value(sum.x), value(sum.y), value(sum.z))
        }
    }

    private static func light(_ byte: UInt32) -> Double {
        let value = Double(byte & 255) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func value(_ light: Double) -> Double {
        255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055)
    }
}
