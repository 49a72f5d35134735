import Geometry
import Logging
import Mirroring
import RenderingSupport
import Testing
import TestSupport

@testable import Rendering

/// Pictures whose brightness and colours lie apart, by the processor and by OpenGL ES.
@Suite struct FilmDrawingTests {
    private let gles: GLESRenderer
    private let bounds = Size<ContentSpace>(width: 160, height: 100).bounds

    /// Texture units round colours between samples to bytes, which are doubled at most.
    private static let rounding = 3

    init() throws {
        gles = try GLESRenderer(.processor, fallback: PixmanRenderer(threads: 1), logger: Logger(label: "kagami.test"))
    }

    /// The last one is of high definition, and longer than what is converted at a time.
    @Test(arguments: [(1, 1), (2, 2), (3, 5), (16, 9), (159, 99), (1025, 4), (1281, 3)])
    func theProcessorConverts(width: Int, height: Int) {
        let film = FilmPicture(width, height, seed: UInt64(width))
        #expect(largestDifference(film.colors, film.reference) <= 1)
    }

    /// A width within one column, at its end, just beyond, and of several chunks; more memory than rows, and just enough.
    @Test(arguments: [(1, 1), (127, 4), (128, 6), (129, 5), (1281, 3), (2100, 8)], [0, 13])
    func columnsAreConverted(size: (Int, Int), gap: Int) throws {
        let height = size.1 + (size.1 + 1) / 2 + gap
        let layout = PixelLayout(
            format: YUVFormat.nv12.code, modifier: PixelLayout.columns | UInt64(height) << 8)
        let columns = try #require(PixelColumns(layout))
        let film = FilmPicture(size.0, size.1, seed: 14, columns: columns)
        #expect(film.colors == FilmPicture(size.0, size.1, seed: 14).colors)
        #expect(largestDifference(film.colors, film.reference) <= 1)
        let place = Rect<ContentSpace>(x: 0, y: 0, width: min(size.0, 160), height: min(size.1, 100))
        let scene: [SceneElement] = [.fill(.black), SceneElement(whole: film, at: place)]
        #expect(
            largestDifference(try drawn(gles, scene), try drawn(PixmanRenderer(threads: 1), scene)) <= Self.rounding)
    }

    /// The samples are the same in three planes, and so is the picture.
    @Test(arguments: [YUVFormat.yu12, .yv12], [(1, 1), (5, 3), (159, 99), (1281, 3)])
    func planesOfOneColourEachAreConverted(format: YUVFormat, size: (Int, Int)) throws {
        let film = FilmPicture(size.0, size.1, seed: 11, format: format)
        #expect(film.reference == FilmPicture(size.0, size.1, seed: 11).reference)
        #expect(largestDifference(film.colors, film.reference) <= 1)
        #expect(film.colors == FilmPicture(size.0, size.1, seed: 11).colors)
    }

    @Test(arguments: [YUVFormat.yu12, .yv12], [(160, 100), (159, 99)])
    func openGLDrawsPlanesOfOneColourEach(format: YUVFormat, size: (Int, Int)) throws {
        let film = FilmPicture(size.0, size.1, seed: 12, format: format)
        let place = Rect<ContentSpace>(x: 0, y: 0, width: size.0, height: size.1)
        let uploaded = gles.traffic[.uploaded].read
        let drawn = try drawn(gles, [.fill(.black), SceneElement(whole: film, at: place)])
        for y in 0..<size.1 {
            let (row, exact) = (
                drawn[y * bounds.width..<y * bounds.width + size.0], film.reference[y * size.0..<(y + 1) * size.0]
            )
            #expect(largestDifference(Array(row), Array(exact)) <= Self.rounding)
        }
        let colors = (size.0 + 1) / 2 * ((size.1 + 1) / 2)
        #expect(gles.traffic[.uploaded].read - uploaded == size.0 * size.1 + 2 * colors)
    }

    @Test(arguments: [(160, 100), (161, 101), (33, 21)])
    func openGLConvertsAlike(width: Int, height: Int) throws {
        let film = FilmPicture(width, height, seed: 3)
        let drawn = try drawn(
            gles, [.fill(.black), SceneElement(whole: film, at: Rect(x: 0, y: 0, width: width, height: height))])
        let reference = film.reference
        for y in 0..<min(height, bounds.height) {
            let shown = min(width, bounds.width)
            let difference = largestDifference(
                Array(drawn[y * bounds.width..<y * bounds.width + shown]),
                Array(reference[y * width..<y * width + shown]))
            #expect(difference <= Self.rounding)
        }
    }

    /// A tap between two pixels reads colours in the middle of them, which is their average only on a slope.
    @Test(arguments: Transform.allCases, [ScaleFilter.linear, .area, .areaInLinearLight])
    func whateverIsDoneWithIt(transform: Transform, filter: ScaleFilter) throws {
        let film = FilmPicture(240, 150, seed: 4, isSoft: true)
        for rect in [
            Rect<ContentSpace>(x: 10, y: -5, width: 120, height: 75), Rect(x: 0, y: 0, width: 107, height: 93),
            Rect(x: -30, y: -20, width: 300, height: 200),
        ] {
            var element = SceneElement(whole: film, at: rect)
            element.transform = transform
            element.filter = filter
            element.crop = SourceBox(
                whole: transform.inverse.apply(to: film.size) as Size<BufferSpace>)
            element.cornerRadius = 5
            let elements: [SceneElement] = [.fill(Color(red: 9, green: 80, blue: 160)), element]
            let (one, other) = (try drawn(gles, elements), try drawn(PixmanRenderer(threads: 1), elements))
            #expect(largestDifference(one, other) <= Self.rounding, "\(rect)")
        }
    }

    /// A film of one colour whose numbers mean another one each time, compared with the standards' formula.
    @Test(arguments: TestedRenderer.allCases) func eachMatrixAndRangeHasItsColours(kind: TestedRenderer) throws {
        let renderer = try kind.make()
        let film = FilmPicture(160, 100, seed: 8)
        let standards: [(YUVEncoding.Matrix, red: Double, blue: Double)] = [
            (.bt601, 0.299, 0.114), (.bt709, 0.2126, 0.0722), (.bt2020, 0.2627, 0.0593),
        ]
        #expect(Set(standards.map(\.0)) == Set(YUVEncoding.Matrix.allCases))
        var seen: Set<UInt32> = []
        for (matrix, red, blue) in standards {
            for isFullRange in [false, true] {
                let samples: (brightness: UInt8, blue: UInt8, red: UInt8) = (120, 90, 165)
                film.fill(samples)
                film.encoding = YUVEncoding(matrix, isFullRange: isFullRange)
                let (dark, light, wide) = isFullRange ? (0.0, 255.0, 255.0) : (16.0, 219.0, 224.0)
                let brightness = (Double(samples.brightness) - dark) / light
                let (toBlue, toRed) = ((Double(samples.blue) - 128) / wide, (Double(samples.red) - 128) / wide)
                let color = (
                    red: brightness + 2 * (1 - red) * toRed, blue: brightness + 2 * (1 - blue) * toBlue
                )
                let green = (brightness - red * color.red - blue * color.blue) / (1 - red - blue)
                let exact = [color.red, green, color.blue].reduce(UInt32(0)) { $0 << 8 | UInt32(($1 * 255).rounded()) }
                let drawn = try drawn(renderer, [SceneElement(whole: film, at: bounds)])
                let expected = Array(repeating: exact, count: drawn.count)
                #expect(largestDifference(drawn, expected) <= 1, "\(matrix), \(isFullRange)")
                seen.insert(exact)
            }
        }
        #expect(seen.count == 6, "the numbers mean different colours")
    }

    /// Squares of two colours: at their edges each place of the samples looks different.
    @Test(arguments: ChromaLocation.allCases, [YUVFormat.nv12, .yu12])
    func coloursLieWhereTheClientSays(location: ChromaLocation, format: YUVFormat) throws {
        let film = FilmPicture(160, 100, seed: 1, format: format)
        film.setSquares(of: 3)
        film.encoding.location = location
        let exact = film.reference
        #expect(largestDifference(film.colors, exact) <= 1)
        let drawn = try drawn(gles, [SceneElement(whole: film, at: bounds)])
        #expect(largestDifference(drawn, exact) <= Self.rounding)
        for other in ChromaLocation.allCases where other != location {
            film.encoding.location = other
            #expect(largestDifference(film.reference, exact) > 20, "\(other)")
        }
    }

    /// Brightness and colours of one plane, which comes apart in the shaders.
    @Test(arguments: YUVEncoding.Matrix.allCases, [true, false])
    func openGLDrawsPackedFilms(matrix: YUVEncoding.Matrix, isFullRange: Bool) throws {
        for (width, height) in [(160, 100), (159, 99), (1, 1)] {
            for location in [ChromaLocation.left, .center] {
                let film = FilmPicture(width, height, seed: 13, format: .yuyv)
                film.encoding = YUVEncoding(matrix, isFullRange: isFullRange)
                film.encoding.location = location
                let place = Rect<ContentSpace>(x: 0, y: 0, width: width, height: height)
                let drawn = try drawn(gles, [.fill(.black), SceneElement(whole: film, at: place)])
                let shown = (0..<width * height).map { drawn[$0 / width * bounds.width + $0 % width] }
                #expect(largestDifference(shown, film.reference) <= Self.rounding)
            }
        }
    }

    /// A byte and a half for a pixel, of the damage alone.
    @Test func damageAloneIsUploaded() throws {
        let film = FilmPicture(160, 100, seed: 5)
        let frame = try MemoryBuffer.filled(160, 100)
        let scene: [SceneElement] = [SceneElement(whole: film, at: bounds)]
        gles.submit([RenderPass(target: frame, damage: Region(frame.size.bounds.reinterpreted()), elements: scene)])
        #expect(gles.traffic[.uploaded].read == 160 * 100 * 3 / 2)
        film.set(31, 21, 235)
        let damage = Rect<OutputSpace>(x: 31, y: 21, width: 1, height: 1)
        gles.submit([RenderPass(target: frame, damage: Region(damage), elements: scene)])
        #expect(
            gles.traffic[.uploaded].read == 160 * 100 * 3 / 2 + 1 + 3 * 3 * 2, "colours blend with those beside them")
        #expect(largestDifference(frame.colors, film.reference) <= Self.rounding)
    }

    /// A byte and a half are read for a pixel, incomplete colours included, and four written.
    @Test(arguments: [(16, 10, 240), (5, 3, 27)])
    func conversionsAreCounted(width: Int, height: Int, read: Int) throws {
        let film = FilmPicture(width, height, seed: 6)
        for renderer: any RendererPort in [PixmanRenderer(threads: 1), gles] {
            let converter = try #require(renderer.converter)
            let picture = try #require(MemoryBuffer(size: film.size))
            for times in 1...2 {
                let isThere = film.withPlanes {
                    converter.convert($0, in: nil, .nv12, YUVEncoding(usualFor: film.size), to: picture)
                }
                #expect(isThere)
                let moved = renderer.traffic[.converted]
                #expect(moved.read == read * times)
                #expect(moved.written == film.size.area * 4 * times)
                #expect(renderer.traffic.total == moved.read + moved.written)
            }
        }
    }

    /// Drivers refuse what they cannot build; this one has all that there is.
    @Test(arguments: [Shaders.Source.colors, .planes, .external])
    func allShadersAreBuilt(source: Shaders.Source) throws {
        let context = try GraphicsContext()
        guard source != .external || context.extensions.contains("GL_OES_EGL_image_external_essl3") else { return }
        try Brushes().prepare(source)
    }

    private func drawn(_ renderer: any RendererPort, _ elements: [SceneElement]) throws -> [UInt32] {
        let frame = try MemoryBuffer.filled(bounds.width, bounds.height)
        renderer.submit([
            RenderPass(target: frame, damage: Region(bounds.reinterpreted()), elements: elements)
        ])
        #expect(renderer.name != "pixman" || !(renderer is GLESRenderer))
        return frame.colors
    }
}
