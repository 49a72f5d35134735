import Geometry
import Mirroring
import Testing

/// What the numbers of films mean.
@Suite struct YUVEncodingTests {
    /// Colours and their numbers in 8 bits of television's ranges, from the standards' definitions, rounded.
    @Test(arguments: [
        (YUVEncoding.Matrix.bt601, (235, 128, 128), (255, 255, 255)), (.bt601, (16, 128, 128), (0, 0, 0)),
        (.bt601, (81, 90, 240), (255, 0, 0)), (.bt601, (145, 54, 34), (0, 255, 0)),
        (.bt601, (41, 240, 110), (0, 0, 255)),
        (.bt709, (235, 128, 128), (255, 255, 255)), (.bt709, (63, 102, 240), (255, 0, 0)),
        (.bt709, (173, 42, 26), (0, 255, 0)), (.bt709, (32, 240, 118), (0, 0, 255)),
        (.bt2020, (235, 128, 128), (255, 255, 255)), (.bt2020, (74, 97, 240), (255, 0, 0)),
        (.bt2020, (164, 47, 25), (0, 255, 0)), (.bt2020, (29, 240, 119), (0, 0, 255)),
    ])
    func televisionsColours(matrix: YUVEncoding.Matrix, samples: (Int, Int, Int), color: (Int, Int, Int)) {
        let eight = decoded(YUVEncoding(matrix), .nv12, samples, 255)
        // Ten bits are the uppermost of sixteen.
        let ten = decoded(YUVEncoding(matrix), .p010, (samples.0 << 8, samples.1 << 8, samples.2 << 8), 65535)
        for decoded in [eight, ten] {
            #expect(abs(decoded.0 - Double(color.0)) < 2 && abs(decoded.1 - Double(color.1)) < 2)
            #expect(abs(decoded.2 - Double(color.2)) < 2)
        }
    }

    @Test func theFullRangeUsesAllNumbers() {
        let full = YUVEncoding(.bt601, isFullRange: true)
        for gray in [0, 1, 77, 255] {
            let decoded = decoded(full, .nv12, (gray, 128, 128), 255)
            #expect([decoded.0, decoded.1, decoded.2].allSatisfy { abs($0 - Double(gray)) < 1e-9 })
        }
        let white = decoded(full, .p010, (1023 << 6, 512 << 6, 512 << 6), 65535)
        #expect([white.0, white.1, white.2].allSatisfy { abs($0 - 255) < 1e-9 })
        let red = decoded(full, .nv12, (76, 85, 255), 255)
        #expect(abs(red.0 - 255) < 2 && abs(red.1) < 2 && abs(red.2) < 2)
    }

    @Test(arguments: [
        (720, 576, YUVEncoding.Matrix.bt601), (720, 577, .bt709), (1280, 534, .bt709), (1279, 534, .bt601),
    ])
    func highDefinitionHasItsOwnStandard(width: Int, height: Int, matrix: YUVEncoding.Matrix) {
        #expect(YUVEncoding(usualFor: Size(width: width, height: height)) == YUVEncoding(matrix))
    }

    @Test func televisionsColoursLieToTheLeftAndOthersInTheMiddle() {
        for matrix in YUVEncoding.Matrix.allCases {
            #expect(YUVEncoding(matrix).location == .left)
            #expect(YUVEncoding(matrix, isFullRange: true).location == .center)
        }
    }

    /// The types of ITU-T H.273, by the halves of a pixel's width and height.
    @Test func locationsAreTheStandards() {
        let places = ChromaLocation.allCases.map { [$0.across * 2, $0.down * 2] }
        #expect(places == [[0, 1], [1, 1], [0, 0], [1, 0], [0, 2], [1, 2]])
    }

    @Test func planesOfOddPicturesHoldTheirLastPixels() {
        let size = Size<BufferSpace>(width: 5, height: 3)
        #expect(YUVFormat.nv12.planes.map { $0.samples(of: size) } == [size, Size(width: 3, height: 2)])
        #expect(
            YUVFormat.yv12.planes.map { $0.samples(of: size) } == [size]
                + Array(repeating: Size(width: 3, height: 2), count: 2))
        #expect(YUVFormat.yuyv.planes.map { $0.samples(of: size) } == [Size(width: 3, height: 3)])
    }

    @Test func codesNameTheFormats() {
        #expect(YUVFormat.nv12.code == 0x3231_564e)
        #expect(YUVFormat.yu12.code == 0x3231_5559 && YUVFormat.yv12.code == 0x3231_5659)
        for format in YUVFormat.allCases { #expect(YUVFormat(code: format.code) == format) }
        #expect(YUVFormat(code: PixelFormat.xrgb8888.code) == nil)
    }

    private func decoded(
        _ encoding: YUVEncoding, _ format: YUVFormat, _ samples: (Int, Int, Int), _ most: Double
    ) -> (Double, Double, Double) {
        let rows = encoding.rows(of: format)
        func value(_ row: YUVEncoding.Row) -> Double {
            let sum =
                row.brightness * Double(samples.0) / most + row.blue * Double(samples.1) / most
                + row.red * Double(samples.2) / most + row.one
            return sum * 255
        }
        return (value(rows.red), value(rows.green), value(rows.blue))
    }
}
