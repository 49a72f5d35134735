import Geometry

/// The curves by which a display shows red, green and blue: from dark to light, all of the same length.
package struct GammaTable: Hashable, Sendable {
    package let red: [UInt16]
    package let green: [UInt16]
    package let blue: [UInt16]

    /// A table of three curves, or nil unless they have the same length of at least two values.
    package init?(red: [UInt16], green: [UInt16], blue: [UInt16]) {
        guard red.count > 1, green.count == red.count, blue.count == red.count else { return nil }
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Curves of `size` values, at least two, that change nothing.
    package init(straight size: Int) {
        let size = max(2, size)
        let curve = (0..<size).map { UInt16($0 * Int(UInt16.max) / (size - 1)) }
        (red, green, blue) = (curve, curve, curve)
    }

    package var size: Int { red.count }

    /// The same curves with `size` values, at least two, interpolated linearly.
    package func resampled(to size: Int) -> GammaTable {
        guard size != self.size else { return self }
        let size = max(2, size)
        func resampled(_ curve: [UInt16]) -> [UInt16] {
            (0..<size).map { index in
                let place = index * (curve.count - 1)
                let (first, rest) = place.quotientAndRemainder(dividingBy: size - 1)
                guard rest > 0 else { return curve[first] }
                let (low, high) = (Int(curve[first]), Int(curve[first + 1]))
                return UInt16(low + (high - low) * rest / (size - 1))
            }
        }
        return GammaTable(red: resampled(red), green: resampled(green), blue: resampled(blue)) ?? self
    }

    /// A pixel of eight bits a colour as the display shows it.
    private func shown(_ pixel: UInt32, by curves: (red: [UInt8], green: [UInt8], blue: [UInt8])) -> UInt32 {
        pixel & 0xff00_0000 | UInt32(curves.red[Int(pixel >> 16 & 255)]) << 16
            | UInt32(curves.green[Int(pixel >> 8 & 255)]) << 8 | UInt32(curves.blue[Int(pixel & 255)])
    }

    /// A copy of a picture of eight bits a colour as the display shows it, or nil without memory for the copy.
    package func shown(_ picture: any Buffer) -> MemoryBuffer? {
        guard let copy = MemoryBuffer(size: picture.size) else { return nil }
        let levels = resampled(to: 256)
        func bytes(_ curve: [UInt16]) -> [UInt8] { curve.map { UInt8($0 >> 8) } }
        let curves = (red: bytes(levels.red), green: bytes(levels.green), blue: bytes(levels.blue))
        let isThere = picture.withPixels { pixels in
            for y in 0..<picture.size.height {
                let (from, to) = (pixels + y * picture.stride, copy.row(y))
                for x in 0..<picture.size.width {
                    to[x] = shown(from.load(fromByteOffset: x * 4, as: UInt32.self), by: curves)
                }
            }
        }
        return isThere ? copy : nil
    }
}
