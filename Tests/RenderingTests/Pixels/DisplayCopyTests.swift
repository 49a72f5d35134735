import Geometry
import Mirroring
import Testing

@testable import Rendering

@Suite struct DisplayCopyTests {
    private let size = Size<OutputSpace>(width: 37, height: 29)

    /// Every pixel lands where the transform takes it, and none outside the damage is written.
    @Test(arguments: Transform.allCases) func turnsEveryPixel(transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 4)
        let display = FakeScanout(size: transform.apply(to: size))
        let first = try #require(display.beginAccess())
        let damage = Rect<OutputSpace>(x: 1, y: 2, width: 24, height: 20)
        let copy = DisplayCopy(
            picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
            transform: transform)
        copy.show(Region(damage))
        let colors = display.colors(undoing: transform)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isDrawn = damage.contains(Rect(x: x, y: y, width: 1, height: 1))
                let expected = isDrawn ? picture.row(y)[x] & 0xFF_FFFF : 0
                #expect(colors[y * size.width + x] == expected, "\(x), \(y)")
            }
        }
    }

    /// What is read back is what was shown.
    @Test(arguments: Transform.allCases) func readsBackWhatWasShown(transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 8)
        let again = try MemoryBuffer.filled(size.width, size.height)
        let display = FakeScanout(size: transform.apply(to: size))
        let first = try #require(display.beginAccess())
        func copy(_ picture: MemoryBuffer) -> DisplayCopy {
            DisplayCopy(
                picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
                transform: transform)
        }
        copy(picture).show(Region(size.bounds))
        copy(again).readBack(Region(Rect(x: 3, y: 0, width: 30, height: 29)))
        for y in 0..<size.height {
            #expect(again.colors(ofRow: y)[3..<33] == picture.colors(ofRow: y)[3..<33])
            #expect(again.colors(ofRow: y)[0..<3] == [0, 0, 0])
        }
    }

    /// Every format shows the picture's colours as exactly as it can, and nothing outside the damage is written.
    @Test(arguments: ScanoutFormat.allCases, Transform.allCases)
    func convertsToEveryFormat(format: ScanoutFormat, transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 12)
        let screen = PackedScreen(transform.apply(to: size), format)
        let damage = Rect<OutputSpace>(x: 3, y: 1, width: 30, height: 22)
        screen.copy(of: picture, transform).show(Region(damage))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = Rect<OutputSpace>(x: x, y: y, width: 1, height: 1)
                let place: Rect<ScanoutSpace> = transform.apply(to: pixel, within: size)
                let shown = screen.color(place.x, place.y)
                guard damage.contains(pixel) else {
                    #expect(screen.isUntouched(place.x, place.y), "\(x), \(y)")
                    continue
                }
                let expected = picture.row(y)[x]
                for shift in [0, 8, 16] {
                    let (actual, wanted) = (Int(shown >> shift & 0xFF), Int(expected >> shift & 0xFF))
                    #expect(abs(actual - wanted) <= screen.tolerance(shift), "\(x), \(y)")
                }
                #expect(!screen.hasAlpha || shown >> 24 == 0xFF)
            }
        }
    }

    /// A part that is shown again looks as it did: the pattern of dots belongs to the screen, not to the damage.
    @Test(arguments: Transform.allCases) func ditheringStaysInPlace(transform: Transform) throws {
        let picture = try MemoryBuffer.filled(size.width, size.height, with: 0x87_6543)
        let screen = PackedScreen(transform.apply(to: size), .rgb565)
        let copy = screen.copy(of: picture, transform)
        copy.show(Region(size.bounds))
        let first = screen.bytes
        #expect(Set((0..<size.width).map { screen.color($0 % screen.size.width, 1) }).count > 1, "not dithered")
        for offset in 0..<7 { copy.show(Region(Rect(x: offset, y: offset * 2, width: 11, height: 5))) }
        #expect(screen.bytes == first)
    }

    @Test(arguments: [ScanoutFormat.argb8888, .xbgr8888, .bgr888], Transform.allCases)
    func readsBackFromEveryExactFormat(format: ScanoutFormat, transform: Transform) throws {
        let picture = try MemoryBuffer.noise(size.width, size.height, seed: 5)
        let again = try MemoryBuffer.filled(size.width, size.height)
        let screen = PackedScreen(transform.apply(to: size), format)
        screen.copy(of: picture, transform).show(Region(size.bounds))
        screen.copy(of: again, transform).readBack(Region(size.bounds))
        for y in 0..<size.height { #expect(again.colors(ofRow: y) == picture.colors(ofRow: y)) }
    }

    @Test func staysInsideThePicture() throws {
        let picture = try MemoryBuffer.filled(8, 8, with: 1)
        let display = FakeScanout(size: Size(width: 8, height: 8))
        let first = try #require(display.beginAccess())
        DisplayCopy(
            picture: PixelPlane(picture), display: (first, display.stride, display.size.reinterpreted()),
            transform: .normal
        )
        .show(Region(Rect(x: -5, y: -5, width: 1000, height: 1000)))
        #expect(display.colors(undoing: .normal).allSatisfy { $0 == 1 })
    }
}

/// A display's memory in any format.
private final class PackedScreen {
    let size: Size<ScanoutSpace>
    private let format: ScanoutFormat
    private let stride: Int
    private let pixels: UnsafeMutableBufferPointer<UInt8>

    init(_ size: Size<ScanoutSpace>, _ format: ScanoutFormat) {
        self.size = size
        self.format = format
        stride = (size.width * format.bitsPerPixel / 8 + 67) & ~3
        pixels = .allocate(capacity: stride * size.height)
        pixels.initialize(repeating: 0x5A)
    }

    deinit {
        pixels.deallocate()
    }

    var bytes: [UInt8] { Array(pixels) }

    func copy(of picture: MemoryBuffer, _ transform: Transform) -> DisplayCopy {
        let first = UnsafeMutableRawPointer(pixels.baseAddress!)
        return DisplayCopy(
            picture: PixelPlane(picture), display: (first, stride, size), format: format, transform: transform)
    }

    private func pixel(_ x: Int, _ y: Int) -> [UInt32] {
        let bytes = format.bitsPerPixel / 8
        return (0..<bytes).map { UInt32(pixels[y * stride + x * bytes + $0]) }
    }

    func isUntouched(_ x: Int, _ y: Int) -> Bool { pixel(x, y).allSatisfy { $0 == 0x5A } }

    /// In XRGB.
    func color(_ x: Int, _ y: Int) -> UInt32 {
        let byte = pixel(x, y)
        switch format {
        case .xrgb8888, .argb8888: return byte[3] << 24 | byte[2] << 16 | byte[1] << 8 | byte[0]
        case .xbgr8888, .abgr8888: return byte[3] << 24 | byte[0] << 16 | byte[1] << 8 | byte[2]
        case .bgr888: return byte[0] << 16 | byte[1] << 8 | byte[2]
        case .rgb565:
            let word = byte[1] << 8 | byte[0]
            let (red, green, blue) = (word >> 11, word >> 5 & 63, word & 31)
            return (red * 255 / 31) << 16 | (green * 255 / 63) << 8 | blue * 255 / 31
        case .xrgb2101010, .xbgr2101010:
            let word = byte[3] << 24 | byte[2] << 16 | byte[1] << 8 | byte[0]
            let shifts: [UInt32] = format == .xrgb2101010 ? [20, 10, 0] : [0, 10, 20]
            return shifts.reduce(0) { $0 << 8 | ((word >> $1 & 1023) * 255 + 511) / 1023 }
        }
    }

    var hasAlpha: Bool { format == .argb8888 || format == .abgr8888 }

    /// How far a colour, so many bits from the right, may be off.
    func tolerance(_ shift: Int) -> Int {
        guard format == .rgb565 else { return 0 }
        return shift == 8 ? 5 : 9
    }
}
