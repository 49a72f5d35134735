import Geometry
import Mirroring
import Rendering

/// A 4K screen of text-like strokes, which suffer most from scaling.
enum TestScreen {
    static let size = Size<BufferSpace>(width: 3840, height: 2160)

    /// Deterministic rows of short vertical and horizontal strokes in several colours on a dark background.
    static func picture() -> MemoryImage {
        var state: UInt32 = 1
        func random() -> UInt32 {
            // Numerical Recipes' linear congruential generator; its upper bits are good enough here.
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 16
        }
        var pixels = [UInt32](repeating: 0x1C_1C1C, count: size.area)
        for top in stride(from: 4, to: size.height - 20, by: 22) {
            for left in stride(from: 4, to: size.width - 12, by: 11) where random() % 6 != 0 {
                let ink = inks[Int(random()) % inks.count]
                for _ in 0..<4 {
                    let (x, y) = (left + Int(random() % 7), top + Int(random() % 12))
                    let isUpright = random() % 2 == 0
                    for step in 0..<(isUpright ? 8 : 5) {
                        pixels[(y + (isUpright ? step : 0)) * size.width + x + (isUpright ? 0 : step)] = ink
                    }
                }
            }
        }
        return MemoryImage(size: size, format: .xrgb8888, pixels: pixels)
    }

    /// Arbitrary pixels, for figures that do not depend on them.
    static func noise(_ size: Size<BufferSpace>, format: PixelFormat = .xrgb8888) -> MemoryImage {
        let pixels = (0..<size.area).map { UInt32(truncatingIfNeeded: $0 &* 2_654_435_761) }
        return MemoryImage(size: size, format: format, pixels: pixels)
    }

    private static let inks: [UInt32] = [0xFF_FFFF, 0xD0_D0D0, 0x5F_D7FF, 0xFF_8700, 0x87_D700]
}
