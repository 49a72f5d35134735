import Geometry
import Mirroring
import Testing

/// When a frame is nothing but a client's buffer, or that on black.
@Suite struct ScanoutChoiceTests {
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

    /// A picture of one pixel, with which clients fill what is around theirs.
    private static func solid(_ pixel: UInt32, at place: Rect<ContentSpace> = bounds) -> SceneElement {
        SceneElement(
            whole: MemoryImage(size: Size(width: 1, height: 1), format: .argb8888, pixels: [pixel]), at: place)
    }

    private static let black: UInt32 = 0xff00_0000
    private static let film = Rect<ContentSpace>(x: 0, y: 10, width: 100, height: 40)

    /// In front, in memory of the processor's.
    private static var text: SceneElement {
        client(
            30, 10, at: Rect(x: 30, y: 40, width: 30, height: 10), format: .argb8888, isShared: false)
    }

    private static func opaque(_ element: SceneElement) -> SceneElement {
        var element = element
        element.opaque = Region(element.destination)
        return element
    }

    private static func rounded() -> SceneElement {
        var element = client()
        element.cornerRadius = 4
        return element
    }

    /// The disc under one.
    private static func finger(x: Int, y: Int) -> SceneElement {
        let picture = MemoryImage(size: Size(width: 10, height: 10), format: .argb8888, pixels: [])
        return SceneElement(whole: picture, at: Rect(x: x - 5, y: y - 5, width: 10, height: 10))
    }

    private struct Row {
        var name: String
        var elements: [SceneElement]
        var refusal: LayerRefusal?

        init(_ name: String, _ elements: [SceneElement], _ refusal: LayerRefusal?) {
            self.name = name
            self.elements = [.fill(.black)] + elements
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
            Row("a window on black", [window(x: 10)], nil),
            Row(
                "the processor's on black",
                [client(20, 20, at: Rect(x: 0, y: 0, width: 20, height: 20), isShared: false)], .partial),
            Row("a film between black bars", [client(300, 120, at: film)], nil),
            Row(
                "a film on a client's own black", [client(isShared: false), solid(black), client(50, 20, at: film)], nil
            ),
            Row("a film on another client", [client(), opaque(client(50, 20, at: film))], .behindPicture),
            Row("a film on grey", [solid(0xff80_8080), client(50, 20, at: film)], .behindPicture),
            Row(
                "a film on black bars that leave a row",
                [
                    client(isShared: false), solid(black, at: Rect(x: 0, y: 0, width: 100, height: 9)),
                    client(50, 20, at: film),
                ], .behindPicture),
            Row(
                "black that lets something show through",
                [client(), solid(0x8000_0000), opaque(client(50, 20, at: film))], .behindPicture),
            Row("nothing to be seen in front", [client(50, 20, at: film), solid(0)], nil),
            Row("two windows", [window(x: 10), window(x: 40)], .partial),
            Row(
                "black in front of most of it", [client(), opaque(solid(black, at: film))], .behindPicture),
            Row("a finger on a film's bars", [client(50, 20, at: film), finger(x: 50, y: 4)], nil),
            Row("a client that lets what is behind show through", [client(format: .argb8888)], .partial),
            Row(
                "a client that lets a part show through",
                [client(format: .argb8888, opaque: Rect(x: 0, y: 0, width: 100, height: 59))], .partial),
            Row("rounded corners", [rounded()], .partial),
            Row("a window above a client", [client(), window(x: 99)], nil),
            Row("the processor's window above a client", [client(), text], nil),
            Row("both above a film", [client(50, 20, at: film), window(x: 99), text], nil),
            Row(
                "a window that hides most of a client",
                [client(), opaque(client(90, 60, at: Rect(x: 0, y: 0, width: 90, height: 60)))], .behindPicture),
            Row(
                "a window in front of one that is smaller than half of the screen",
                [client(50, 20, at: Rect(x: 0, y: 0, width: 50, height: 50)), text], .partial),
            Row("a finger beside subtitles", [client(), text, finger(x: 50, y: 50)], nil),
            Row("a finger on a client", [client(), finger(x: 50, y: 50)], nil),
            Row("a finger beside the screen", [client(), finger(x: 150, y: 50)], nil),
            Row("memory of the processor's", [client(isShared: false)], .memory),
            Row("the same in front of another", [client(isShared: false), client(isShared: false)], .memory),
            Row("a smaller buffer", [client(50, 30)], nil),
            Row("a part of the buffer", [cropped()], nil),
            Row(
                "a buffer that reaches past the edges", [client(101, 60, at: Rect(x: 0, y: 0, width: 101, height: 60))],
                nil),
        ]
    }

    @Test func onlyAnUncoveredBufferOnBlackIsALayer() {
        for row in Self.rows {
            var refusal: LayerRefusal?
            do throws(LayerRefusal) { _ = try ScanoutChoice(of: row.elements, on: Self.screen) } catch {
                refusal = error
            }
            #expect(refusal == row.refusal, "\(row.name)")
        }
    }

    private func choice(_ elements: SceneElement...) throws -> ScanoutChoice {
        try ScanoutChoice(of: [.fill(.black)] + elements, on: Self.screen)
    }

    private func layer(_ element: SceneElement) throws -> PlaneElement { try choice(element).element }

    @Test func aLayerSaysWhatPartIsShownWhere() throws {
        let whole = try layer(Self.client())
        #expect(whole.crop == SourceBox(x: 0, y: 0, width: 100, height: 60) && whole.destination == Self.screen.bounds)
        let scaled = try layer(Self.client(50, 30))
        #expect(scaled.crop == SourceBox(x: 0, y: 0, width: 50, height: 30))
        let film = try layer(Self.client(300, 120, at: Self.film))
        #expect(film.destination == Rect(x: 0, y: 10, width: 100, height: 40))
        #expect(film.crop == SourceBox(x: 0, y: 0, width: 300, height: 120))
        #expect(film.element.opaque == Region(Self.film), "what is around needs no blending")
        #expect(try layer(Self.cropped()).crop == SourceBox(x: 0, y: 1, width: 100, height: 59))
        let turned = try layer(Self.client(60, 100, transform: .rotated90))
        #expect(turned.crop == whole.crop && turned.transform == .rotated90)
    }

    @Test func whatReachesPastTheEdgesIsCutOff() throws {
        let layer = try layer(Self.client(60, 40, at: Rect(x: -20, y: 30, width: 120, height: 80)))
        #expect(layer.destination == Rect(x: 0, y: 30, width: 100, height: 30))
        #expect(layer.crop == SourceBox(x: 10, y: 0, width: 50, height: 15))
    }

    @Test func whatLiesInFrontIsALayersFront() throws {
        let film = Self.client(50, 20, at: Self.film)
        let plain = try choice(film)
        #expect(plain.above.isEmpty && plain.frontFrame == nil)
        let covered = try choice(film, Self.text, Self.window(x: 95))
        #expect(covered.element.picture === film.source)
        #expect(covered.element.destination == Rect(x: 0, y: 10, width: 100, height: 40))
        #expect(covered.above.map(\.destination) == [Self.text.destination, Self.window(x: 95).destination])
        #expect(covered.frontFrame == Rect(x: 0, y: 0, width: 100, height: 60), "on a grid, within the screen")
    }

    @Test func theSameBufferElsewhereIsAnotherLayer() throws {
        let film = Self.client(50, 20, at: Self.film)
        var moved = film
        moved.destination = Rect(x: 0, y: 0, width: 100, height: 40)
        var cropped = film
        cropped.crop = SourceBox(x: 1, y: 0, width: 49, height: 20)
        #expect(try layer(film).isSame(as: try layer(film)))
        #expect(try !layer(film).isSame(as: try layer(moved)))
        #expect(try !layer(film).isSame(as: try layer(cropped)))
    }
}

/// A buffer without pixels.
final class SharedBuffer: Buffer {
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
