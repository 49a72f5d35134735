import Geometry
import Mirroring
import Testing
import TestSupport

@Suite struct PlaneElementTests {
    private let picture = MemoryImage(size: Size(width: 10, height: 8), format: .argb8888, pixels: [])

    @Test func anotherPictureOrPlaceIsAnotherElement() {
        let cursor = PlaneElement(cursor: picture, x: 1, y: 2, hotspot: (0, 0))
        let copy = MemoryImage(size: picture.size, format: .argb8888, pixels: [])
        #expect(cursor.destination == Rect(x: 1, y: 2, width: 10, height: 8))
        #expect(cursor.isSame(as: PlaneElement(cursor: picture, x: 1, y: 2, hotspot: (0, 0))))
        #expect(!cursor.isSame(as: PlaneElement(cursor: picture, x: 1, y: 3, hotspot: (0, 0))))
        #expect(!cursor.isSame(as: PlaneElement(cursor: picture, x: 1, y: 2, hotspot: (1, 0))))
        #expect(!cursor.isSame(as: PlaneElement(cursor: copy, x: 1, y: 2, hotspot: (0, 0))))
        #expect(!cursor.isSame(as: nil))
    }

    @Test func aCutLeavesThePartWithin() {
        let element = PlaneElement(cursor: picture, x: -4, y: 76, hotspot: (1, 2)).element
        let part = element.cut(to: Rect(x: 0, y: 76, width: 6, height: 4))
        #expect(part.destination == Rect(x: 0, y: 76, width: 6, height: 4))
        #expect(part.crop == SourceBox(x: 4, y: 0, width: 6, height: 4))
    }
}

/// The part of a client's buffer that a panel's plane shows, where the external's plane shows that cropped and scaled.
@Suite struct SnapshotElementTests {
    private let external = OutputID("HDMI-A-1")
    private let screen = Size<OutputSpace>(width: 1920, height: 1080)

    private func layer(
        _ size: Size<BufferSpace>, _ crop: SourceBox? = nil, at place: Rect<ContentSpace>
    ) throws -> PlaneElement {
        var element = SceneElement(whole: SharedBuffer(size: size, format: .xrgb8888, isShared: true), at: place)
        if let crop { element.crop = crop }
        return try ScanoutChoice(of: [.fill(.black), element], on: screen).element
    }

    /// What a panel shows of the external, on which a client's buffer is, or a drawn frame.
    private func snapshot(of client: PlaneElement?, through viewport: PanelViewport) -> PlaneElement? {
        let drawn = SharedBuffer(size: screen.reinterpreted(), format: .xrgb8888, isShared: false)
        return PlaneElement(of: external, drawn, client: client, through: viewport)
    }

    private func viewport(_ width: Int, _ height: Int) -> PanelViewport {
        PanelViewport(
            panel: Size(width: width, height: height), external: Size(width: screen.width, height: screen.height))
    }

    @Test func aFilmIsShownWithoutItsBars() throws {
        let film = try layer(Size(width: 1280, height: 536), at: Rect(x: 0, y: 138, width: 1920, height: 804))
        let shown = try #require(snapshot(of: film, through: viewport(960, 540)))
        #expect(shown.destination == Rect(x: 0, y: 69, width: 960, height: 402))
        #expect(shown.crop == SourceBox(x: 0, y: 0, width: 1280, height: 536))
    }

    @Test func whatIsAllOfTheScreenIsShownAsTheScreenIs() throws {
        let whole = try layer(Size(width: 1920, height: 1080), at: Rect(x: 0, y: 0, width: 1920, height: 1080))
        let drawn = try #require(snapshot(of: nil, through: viewport(1280, 800)))
        let shown = try #require(snapshot(of: whole, through: viewport(1280, 800)))
        #expect(shown.crop == drawn.crop && shown.destination == drawn.destination)
        #expect(shown.picture === whole.picture && drawn.picture.size == screen.reinterpreted())
    }

    @Test func nothingIsShownOfWhatIsTooSmallToBeSeen() throws {
        let dot = try layer(Size(width: 2, height: 2), at: Rect(x: 101, y: 101, width: 1, height: 1))
        #expect(snapshot(of: dot, through: viewport(480, 270)) == nil)
    }

    /// Each pixel that is shown is where it would be if the external's frame were scaled, and none is missing.
    @Test(arguments: 0..<200) func partsAreWhereTheyWouldBeInTheFrame(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let extent = (
            width: Int.random(in: 50..<2500, using: &random), height: Int.random(in: 50..<1500, using: &random)
        )
        // Some of it is on the screen.
        let place = Rect<ContentSpace>(
            x: .random(in: max(-300, 1 - extent.width)..<1000, using: &random),
            y: .random(in: max(-300, 1 - extent.height)..<600, using: &random), width: extent.width,
            height: extent.height)
        let size = Size<BufferSpace>(
            width: .random(in: 20..<4000, using: &random), height: .random(in: 20..<2500, using: &random))
        let (width, height) = (Double(size.width), Double(size.height))
        let crop = SourceBox(
            x: .random(in: 0..<width / 3, using: &random), y: .random(in: 0..<height / 3, using: &random),
            width: .random(in: width / 3..<width / 2, using: &random),
            height: .random(in: height / 3..<height / 2, using: &random))
        let film = try layer(size, crop, at: place)
        let view = viewport(.random(in: 320..<1920, using: &random), .random(in: 240..<1200, using: &random))
        guard let shown = snapshot(of: film, through: view) else { return }
        let seen = view.visible.reinterpreted(as: OutputSpace.self)
        #expect(seen.contains(shown.destination))
        #expect(shown.crop.x >= film.crop.x - 1e-6 && shown.crop.y >= film.crop.y - 1e-6)
        #expect(shown.crop.x + shown.crop.width <= film.crop.x + film.crop.width + 1e-6)
        #expect(shown.crop.y + shown.crop.height <= film.crop.y + film.crop.height + 1e-6)
        // From a panel's pixel to the external's frame, and from there to the buffer.
        let frame = view.frame
        for (part, first) in [(0.0, true), (1.0, false)] {
            let pixel = Double(first ? shown.destination.x : shown.destination.maxX)
            let outside = (pixel - Double(frame.x)) * view.ratioX
            let inside =
                film.crop.x + (outside - Double(film.destination.x)) * film.crop.width / Double(film.destination.width)
            #expect(abs(inside - (shown.crop.x + part * shown.crop.width)) < 1e-6 * width + 1e-6)
        }
        // Less than a pixel is left out at each edge.
        let left = Double(frame.x) + Double(film.destination.x) / view.ratioX
        let right = Double(frame.x) + Double(film.destination.maxX) / view.ratioX
        #expect(Double(shown.destination.x) - max(left, Double(seen.x)) < 1)
        #expect(min(right, Double(seen.maxX)) - Double(shown.destination.maxX) < 1)
    }
}
