package import Geometry
package import Mirroring

extension RendererPort {
    package func flatten(_ elements: [SceneElement], in frame: Rect<ContentSpace>) -> (any Buffer)? {
        // The difference between the elements drawn over black and over white is exactly what they let through.
        guard let dark = drawing(of: elements, in: frame, on: .black),
            let light = drawing(of: elements, in: frame, on: Color(red: 255, green: 255, blue: 255))
        else { return nil }
        let size = dark.size
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.area)
        for y in 0..<size.height {
            let (dark, light) = (dark.row(y), light.row(y))
            for x in 0..<size.width { pixels.append(Self.pixel(onBlack: dark[x], onWhite: light[x])) }
        }
        return MemoryImage(size: size, format: .argb8888, pixels: pixels)
    }

    private func drawing(
        of elements: [SceneElement], in frame: Rect<ContentSpace>, on ground: Color
    ) -> MemoryBuffer? {
        let moved = elements.map { element in
            var moved = element
            moved.destination = element.destination.offset(x: -frame.x, y: -frame.y)
            moved.opaque = Region(element.opaque.rects.map { $0.offset(x: -frame.x, y: -frame.y) })
            return moved
        }
        return picture(of: [.fill(ground)] + moved, size: frame.size.reinterpreted())
    }

    /// The premultiplied colour that looks like these two over black and over white.
    private static func pixel(onBlack dark: UInt32, onWhite light: UInt32) -> UInt32 {
        // Green: all channels let the same share through, except for rounding.
        let (low, high) = (dark >> 8 & 255, light >> 8 & 255)
        let alpha = 255 - (high > low ? high - low : 0)
        func channel(_ shift: UInt32) -> UInt32 { min(dark >> shift & 255, alpha) << shift }
        return alpha << 24 | channel(16) | channel(8) | channel(0)
    }
}
