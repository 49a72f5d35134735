import Geometry
import Mirroring
import TestSupport
import Rendering

/// Scenes of random elements of every kind, some of them partly or wholly off the screen.
struct RandomScene {
    var random: SplitMix64
    let screen: Size<ContentSpace>

    mutating func scene(elements: Int) -> ComposedScene {
        ComposedScene(elements: (0..<elements).map { _ in element() })
    }

    private mutating func element() -> SceneElement {
        let size = Size<BufferSpace>(width: number(1...40), height: number(1...40))
        let transform = Transform.allCases.randomElement(using: &random) ?? .normal
        let format = PixelFormat.allCases.randomElement(using: &random) ?? .argb8888
        let upright: Size<BufferSpace> = transform.inverse.apply(to: size)
        let crop = crop(of: upright)
        let isUnscaled = Bool.random(using: &random)
        let destination = Rect<ContentSpace>(
            x: number(-20...screen.width), y: number(-20...screen.height),
            width: isUnscaled ? Int(crop.width.rounded(.up)) : number(1...60),
            height: isUnscaled ? Int(crop.height.rounded(.up)) : number(1...60))
        let source = MemoryImage.noise(size, format, using: &random)
        return SceneElement(
            source: source, crop: crop, transform: transform, destination: destination,
            opaque: opaque(destination))
    }

    /// Some or all of the destination: only such pixels may be called opaque.
    private mutating func opaque(_ destination: Rect<ContentSpace>) -> Region<ContentSpace> {
        guard number(0...2) == 0 else { return Region() }
        return Region(
            destination.intersection(
                destination.offset(x: number(-5...5), y: number(-5...5))))
    }

    private mutating func crop(of size: Size<BufferSpace>) -> SourceBox {
        switch number(0...2) {
        case 0:
            return SourceBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        case 1:
            let (x, y) = (number(0...size.width - 1), number(0...size.height - 1))
            return SourceBox(
                x: Double(x), y: Double(y), width: Double(number(1...size.width - x)),
                height: Double(number(1...size.height - y)))
        default:
            let x = Double.random(in: 0..<Double(size.width) - 0.5, using: &random)
            let y = Double.random(in: 0..<Double(size.height) - 0.5, using: &random)
            return SourceBox(
                x: x, y: y, width: Double.random(in: 0.25...Double(size.width) - x, using: &random),
                height: Double.random(in: 0.25...Double(size.height) - y, using: &random))
        }
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
