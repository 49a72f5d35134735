import Geometry
import Mirroring

/// Composes a scene one pixel at a time in double precision, by the definitions alone.
enum ComposeReference {
    /// Every pixel's colour; what nothing covers is black. Touch discs are left out.
    static func colors(of scene: ComposedScene, width: Int, height: Int) -> [UInt32] {
        var colors = [Pixel](repeating: Pixel(), count: width * height)
        for element in scene.elements {
            _ = element.source.withPixels { first in
                let upright = UprightImage(element, first)
                for index in colors.indices {
                    let point = Point<ContentSpace>(x: Double(index % width), y: Double(index / width))
                    guard element.destination.contains(point) else { continue }
                    let drawn = upright.pixel(
                        x: Int(point.x) - element.destination.x, y: Int(point.y) - element.destination.y)
                    // A client may call opaque what is not: then its colours are taken as they are.
                    colors[index] = element.opaque.contains(point) ? drawn : drawn.over(colors[index])
                }
            }
        }
        return colors.map(\.color)
    }
}

/// Premultiplied channels, 0 to 255.
struct Pixel {
    var red = 0.0
    var green = 0.0
    var blue = 0.0
    var alpha = 255.0

    func over(_ below: Pixel) -> Pixel {
        let rest = 1 - alpha / 255
        return Pixel(
            red: red + below.red * rest, green: green + below.green * rest, blue: blue + below.blue * rest,
            alpha: 255)
    }

    mutating func add(_ other: Pixel, share: Double) {
        red += other.red * share
        green += other.green * share
        blue += other.blue * share
        alpha += other.alpha * share
    }

    var color: UInt32 {
        [red, green, blue].reduce(UInt32(0)) { $0 << 8 | UInt32(min(255, max(0, $1.rounded()))) }
    }
}

/// A buffer seen upright, and stretched over the element's destination.
private struct UprightImage {
    let element: SceneElement
    let first: UnsafeRawPointer
    let size: Size<BufferSpace>

    init(_ element: SceneElement, _ first: UnsafeRawPointer) {
        self.element = element
        self.first = first
        size = element.transform.inverse.apply(to: element.source.size)
    }

    /// A pixel of the destination, by its place within it.
    func pixel(x: Int, y: Int) -> Pixel {
        let crop = element.crop
        let columns = taps(x, element.destination.width, crop.x, crop.width, size.width)
        let rows = taps(y, element.destination.height, crop.y, crop.height, size.height)
        var sum = Pixel(alpha: 0)
        for row in rows {
            for column in columns {
                sum.add(upright(x: column.at, y: row.at), share: row.share * column.share)
            }
        }
        return sum
    }

    /// An area average where the crop shrinks; linear between pixel centres, within the crop, where it grows.
    private func taps(
        _ index: Int, _ count: Int, _ origin: Double, _ length: Double, _ limit: Int
    ) -> [(at: Int, share: Double)] {
        let step = length / Double(count)
        let bounds = (low: max(0, Int(origin)), high: min(limit, Int((origin + length).rounded(.up))) - 1)
        if step > 1 {
            let (low, high) = (origin + Double(index) * step, origin + Double(index + 1) * step)
            return (bounds.low...bounds.high).compactMap { pixel in
                let overlap = min(high, Double(pixel + 1)) - max(low, Double(pixel))
                return overlap > 0 ? (pixel, overlap / step) : nil
            }
        }
        let center = origin + (Double(index) + 0.5) * step - 0.5
        let share = center - center.rounded(.down)
        func clamp(_ pixel: Int) -> Int { min(max(pixel, bounds.low), bounds.high) }
        return [(clamp(Int(center.rounded(.down))), 1 - share), (clamp(Int(center.rounded(.down)) + 1), share)]
    }

    private func upright(x: Int, y: Int) -> Pixel {
        let place: Point<BufferSpace> = element.transform.apply(
            to: Point<BufferSpace>(x: Double(x) + 0.5, y: Double(y) + 0.5), within: size)
        let offset = Int(place.y) * element.source.stride + Int(place.x) * 4
        let word = first.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let format = element.source.format
        let bits: UInt32 = format.isDeep ? 10 : 8
        func channel(_ shift: UInt32, _ bits: UInt32) -> Double {
            let most = 1 << bits - 1 as UInt32
            return Double(word >> shift & most) * 255 / Double(most)
        }
        let (high, low) = (channel(2 * bits, bits), channel(0, bits))
        return Pixel(
            red: format.isBlueFirst ? low : high, green: channel(bits, bits), blue: format.isBlueFirst ? high : low,
            alpha: format.hasAlpha ? channel(3 * bits, 32 - 3 * bits) : 255)
    }
}
