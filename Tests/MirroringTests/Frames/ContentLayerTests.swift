import Geometry
import Mirroring
import Testing

/// When a frame is nothing but a client's buffer.
@Suite struct ContentLayerTests {
    private static let screen = Size<OutputSpace>(width: 100, height: 60)
    private static let bounds = Rect<ContentSpace>(x: 0, y: 0, width: 100, height: 60)

    private static func client(
        _ width: Int = 100, _ height: Int = 60, at place: Rect<ContentSpace>? = nil,
        format: PixelFormat = .xrgb8888, opaque: Rect<ContentSpace> = .zero, transform: Transform = .normal,
        isShared: Bool = true
    ) -> SceneElement {
        let size = Size<BufferSpace>(width: width, height: height)
        let upright: Size<BufferSpace> = transform.inverse.apply(to: size)
        return SceneElement(
            source: SharedBuffer(size: size, format: format, isShared: isShared), crop: SourceBox(whole: upright),
            transform: transform, destination: place ?? bounds, opaque: Region(opaque))
    }

    private static func window(x: Int, width: Int = 20) -> SceneElement {
        client(width, 20, at: Rect(x: x, y: 20, width: width, height: 20))
    }

    private static func cropped() -> SceneElement {
        var element = client()
        element.crop = SourceBox(x: 0, y: 1, width: 100, height: 59)
        return element
    }

    private static func rounded() -> SceneElement {
        var element = client()
        element.cornerRadius = 4
        return element
    }

    private struct Row {
        var name: String
        var operations: [DrawOperation]
        var refusal: LayerRefusal?

        init(_ name: String, _ elements: [SceneElement], _ refusal: LayerRefusal?, disc: TouchDisc? = nil) {
            self.name = name
            operations = [.fill(.black)] + elements.map(DrawOperation.draw) + (disc.map { [.disc($0)] } ?? [])
            self.refusal = refusal
        }
    }

    private static var rows: [Row] {
        [
            Row("a client fills the screen", [client()], nil),
            Row("what is behind the client does not count", [window(x: 10), client()], nil),
            Row("what lies beside the screen does not count", [client(), window(x: 100), window(x: -20)], nil),
            Row("alpha is no matter where the client says so", [client(format: .argb8888, opaque: bounds)], nil),
            Row("a client turned as the display is", [client(60, 100, transform: .rotated90)], nil),
            Row("nothing", [], .partial),
            Row("a window on the background", [window(x: 10)], .partial),
            Row("a client that lets what is behind show through", [client(format: .argb8888)], .partial),
            Row(
                "a client that lets a part show through",
                [client(format: .argb8888, opaque: Rect(x: 0, y: 0, width: 100, height: 59))], .partial),
            Row("rounded corners", [rounded()], .partial),
            Row("a window above a client", [client(), window(x: 99)], .behindPicture),
            Row(
                "a finger on a client", [client()], .behindPicture,
                disc: TouchDisc(center: Point(x: 50, y: 50), radius: 5)),
            Row(
                "a finger beside the screen", [client()], nil, disc: TouchDisc(center: Point(x: 150, y: 50), radius: 5)),
            Row("memory of the processor's", [client(isShared: false)], .memory),
            Row("a smaller buffer", [client(50, 30)], .scaled),
            Row("a part of the buffer", [cropped()], .clipped),
            Row(
                "a buffer that reaches past the edges", [client(101, 60, at: Rect(x: 0, y: 0, width: 101, height: 60))],
                .clipped),
        ]
    }

    @Test func onlyAnUncoveredBufferThatFillsTheScreenIsALayer() {
        for row in Self.rows {
            var refusal: LayerRefusal?
            do throws(LayerRefusal) {
                let layer = try ContentLayer(of: row.operations, on: Self.screen)
                #expect(layer.element.destination == Self.bounds, "\(row.name)")
            } catch { refusal = error }
            #expect(refusal == row.refusal, "\(row.name)")
        }
    }
}

/// A buffer without pixels.
private final class SharedBuffer: Buffer {
    let size: Size<BufferSpace>
    let format: PixelFormat
    let dmabuf: DMABuf?
    var stride: Int { size.width * 4 }

    init(size: Size<BufferSpace>, format: PixelFormat, isShared: Bool) {
        self.size = size
        self.format = format
        let layout = PixelLayout(format: format.code, modifier: PixelLayout.linear)
        dmabuf =
            isShared
            ? DMABuf(layout: layout, planes: [DMABuf.Plane(descriptor: -1, offset: 0, stride: size.width * 4)]) : nil
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}
