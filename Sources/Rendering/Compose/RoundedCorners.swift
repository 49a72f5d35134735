import Geometry
import Mirroring

/// Saves the pixels below a picture's corners before it is drawn, and restores them outside the rounding.
struct RoundedCorners {
    private let frame: PixelPlane
    private let place: Rect<ContentSpace>
    private let radius: Double
    private let saved: [(rect: Rect<ContentSpace>, pixels: [UInt32])]

    /// Saves the corners' pixels of `frame` within `region`, which lies within the frame.
    init(of element: SceneElement, on frame: PixelPlane, within region: Region<ContentSpace>) {
        self.frame = frame
        place = element.roundedFrame ?? element.destination
        radius = Double(element.cornerRadius)
        saved = region.intersection(element.corners).rects.map { rect in
            let pixels = (rect.y..<rect.maxY).flatMap { y in
                UnsafeBufferPointer(start: frame.row(y) + rect.x, count: rect.width)
            }
            return (rect, pixels)
        }
    }

    /// Blends the saved pixels over the drawn ones outside the rounding.
    func bringBack() {
        for (rect, pixels) in saved {
            var index = 0
            for y in rect.y..<rect.maxY {
                let row = frame.row(y)
                for x in rect.x..<rect.maxX {
                    row[x] = mix(pixels[index], row[x], part: coverage(x, y))
                    index += 1
                }
            }
        }
    }

    /// The picture's coverage of a pixel, 0 to 256, by the distance of the pixel's centre from the rounding.
    private func coverage(_ x: Int, _ y: Int) -> UInt32 {
        func inset(_ position: Int, _ start: Int, _ end: Int) -> Double {
            radius - min(Double(position - start), Double(end - 1 - position)) - 0.5
        }
        let (across, down) = (inset(x, place.x, place.maxX), inset(y, place.y, place.maxY))
        let distance = (across * across + down * down).squareRoot()
        return UInt32((min(max(radius - distance + 0.5, 0), 1) * 256).rounded())
    }

    /// Mixes `part` of 256 of the second colour with the rest of the first, channel by channel.
    private func mix(_ below: UInt32, _ above: UInt32, part: UInt32) -> UInt32 {
        let rest = 256 - part
        if frame.isDeep {
            return [20, 10, 0].reduce(into: UInt32(0)) { (pixel: inout UInt32, shift: UInt32) in
                pixel |= mix(below >> shift & 1023, above >> shift & 1023) << shift
            }
        }
        return mix(below & 0xff_00ff, above & 0xff_00ff, rounding: 0x80_0080) & 0xff_00ff
            | mix(below >> 8 & 0xff, above >> 8 & 0xff) << 8

        func mix(_ below: UInt32, _ above: UInt32, rounding: UInt32 = 0x80) -> UInt32 {
            (below * rest + above * part + rounding) >> 8
        }
    }
}
