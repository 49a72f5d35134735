import Geometry
import Mirroring
import Rendering
import RenderingSupport
import Testing
import TestSupport

@testable import Compositor

/// Whatever happens to cursor, content, windows, overlays and display: both screens show what drawing everything anew would.
@Suite struct CursorRandomTests {
    @Test(arguments: TestedRenderer.allCases, 0..<20)
    func screensShowTheCursorWhereItIs(kind: TestedRenderer, seed: Int) throws {
        var world = try CursorWorld(kind.make(), seed: UInt64(seed))
        for step in 0..<50 {
            world.act()
            let broken = try world.difference()
            #expect(broken.isEmpty, "seed \(seed), step \(step): \(broken)")
            if !broken.isEmpty { return }
        }
    }
}

/// Two small screens with real pixels.
private struct CursorWorld {
    private var random: SplitMix64
    private let bench: Bench
    private let renderer: any RendererPort
    private var canvas: SharedImage
    /// Windows that planes may show, from back to front, and a text that may lie in front of them.
    private var films: [SceneElement] = []
    private var text: SceneElement?
    /// Whether the windows change all the time.
    private var isPlaying = false
    private var shapes: [MemoryImage]
    private var tracker = ElementTracker()
    private let external = OutputID("HDMI-A-1")
    private let panel = OutputID("DSI-1")
    private static let size = (external: Size<OutputSpace>(width: 120, height: 75), panel: (width: 40, height: 30))

    init(_ renderer: any RendererPort, seed: UInt64) throws {
        self.renderer = renderer
        var random = SplitMix64(seed: seed)
        let size = Self.size.external
        canvas = SharedImage(Self.noise(size.reinterpreted(), .xrgb8888, using: &random))
        shapes = (0..<3).map { Self.noise(Size(width: 12 + $0 * 9, height: 15), .argb8888, using: &random) }
        bench = Bench(outputs: [Bench.panel(Self.size.panel.width, Self.size.panel.height)], renderer: renderer)
        bench.content.scene = [SceneElement(whole: canvas, at: size.bounds.reinterpreted())]
        self.random = random
        bench.connect([
            Bench.panel(Self.size.panel.width, Self.size.panel.height), Bench.external(size.width, size.height),
        ])
        _ = bench.drain()
    }

    mutating func act() {
        switch Int.random(in: 0..<21, using: &random) {
        case 16: changeFilms()
        case 17:
            bench.display.windowLimit = .random(in: 0...2, using: &random)
            bench.display.showsFronts.toggle()
            bench.display.showsBehind = random.chance(50)
        case 18: isPlaying.toggle()
        case 19:
            let place = somewhere(30, 12)
            text =
                random.chance(50)
                ? SceneElement(whole: Self.noise(place.size.reinterpreted(), .argb8888, using: &random), at: place)
                : nil
        case 0: bench.content.cursor = .hidden
        case 1: bench.display.cursorSides[external] = random.chance(50) ? nil : 32
        case 2: bench.display.cursorSides[panel] = random.chance(50) ? nil : 32
        case 3: bench.display.failsCursors.toggle()
        case 4: setOverlay(on: random.chance(50) ? .panel : .external)
        case 5: bench.compositor.painter.readContent(random.chance(50))
        case 6: bench.compositor.blanking.blank(random.chance(30) ? .external : nil)
        case 7:
            bench.content.observer?.contentDamaged(
                Region(Rect(x: .random(in: 0..<100, using: &random), y: 40, width: 20, height: 20)))
        case 8:
            shapes[0] = Self.noise(Size(width: 12, height: 15), .argb8888, using: &random)
            place(0)
        case 9, 10:
            canvas = SharedImage(Self.noise(Self.size.external.reinterpreted(), .xrgb8888, using: &random))
        case 11: bench.display.scanoutOutputs.formSymmetricDifference([random.chance(70) ? external : panel])
        case 12: bench.display.failsContents = random.chance(30)
        default: place(.random(in: 0..<4, using: &random))
        }
        if isPlaying { films.indices.forEach { redraw($0) } }
        showScene()
        bench.content.observer?.contentCursorChanged(random.chance(10) ? .redrawn : .moved)
        if random.chance(30) { bench.loop.settle() }
        bench.loop.advance(microseconds: 40_000)
        _ = bench.drain()
        bench.loop.advance(microseconds: 40_000)
        _ = bench.drain()
    }

    /// Shows the scene as it is now, with what differs as damage.
    private mutating func showScene() {
        let bounds: Rect<ContentSpace> = Self.size.external.bounds.reinterpreted()
        let scene = [SceneElement(whole: canvas, at: bounds)] + films + [text].compactMap(\.self)
        let damage = tracker.update(scene)
        bench.content.scene = scene
        if !damage.isEmpty { bench.content.observer?.contentDamaged(damage) }
    }

    private mutating func changeFilms() {
        guard !films.isEmpty, random.chance(60) else {
            let place = somewhere(40, 25)
            var film = SceneElement(
                source: canvas, crop: SourceBox(x: 0, y: 0, width: 40, height: 25), transform: .normal,
                destination: place, opaque: Region(place), owner: Surface())
            film.source = SharedImage(Self.noise(Size(width: 40, height: 25), .xrgb8888, using: &random))
            films.append(film)
            isPlaying = true
            return
        }
        let index = Int.random(in: films.indices, using: &random)
        if random.chance(50) {
            films.remove(at: index)
        } else {
            films[index].destination = somewhere(40, 25)
            films[index].opaque = Region(films[index].destination)
        }
    }

    private mutating func redraw(_ index: Int) {
        films[index].source = SharedImage(Self.noise(Size(width: 40, height: 25), .xrgb8888, using: &random))
        films[index].changes.addAll()
    }

    private mutating func somewhere(_ width: Int, _ height: Int) -> Rect<ContentSpace> {
        Rect(
            x: .random(in: -8..<110, using: &random), y: .random(in: -8..<70, using: &random), width: width,
            height: height)
    }

    private mutating func place(_ shape: Int) {
        let point = Point<ContentSpace>(
            x: .random(in: -4..<124, using: &random), y: .random(in: -4..<79, using: &random))
        guard shapes.indices.contains(shape) else {
            bench.content.cursor = .named(random.chance(50) ? "default" : "text", at: point)
            return
        }
        let size = shapes[shape].size
        let corner = Rect<ContentSpace>(
            x: Int(point.x) - 3, y: Int(point.y) - 2, width: size.width, height: size.height)
        bench.content.cursor = .elements([SceneElement(whole: shapes[shape], at: corner)], at: point)
    }

    private mutating func setOverlay(on role: OutputRole) {
        let id: OverlayID = random.chance(50) ? .statusBar : .notice
        let place = Rect<OutputSpace>(
            x: .random(in: -5..<35, using: &random), y: .random(in: -5..<25, using: &random), width: 22, height: 13)
        let picture = random.chance(60) ? MemoryBuffer(size: Size(width: 22, height: 13)) : nil
        bench.compositor.overlays.set(
            id, to: picture.map { [SceneElement($0, at: place, cornerRadius: 3)] } ?? [], on: role)
    }

    // MARK: What must be shown

    /// What is wrong on the screens, in words.
    func difference() throws -> [String] {
        var found = bench.violations
        for id in [external, panel] {
            guard let layer = bench.display.cursors[id] else { continue }
            if layer.picture.size.width > 32 { found.append("\(id): too large a cursor") }
        }
        let source = try #require(MemoryBuffer(size: Self.size.external.reinterpreted()))
        let isOnPlane = bench.display.cursors[external] != nil
        let cursor = PlacedCursor(bench.content.cursor, scale: scale, renderer: renderer)?.elements ?? []
        draw(content + (isOnPlane ? [] : cursor), .external, on: source)
        if let wrong = try sent(insteadOf: source) { found.append("the display of the external: \(wrong)") }
        let whole = try #require(MemoryBuffer(size: Self.size.external.reinterpreted()))
        draw(content + cursor, .external, on: whole)
        if let wrong = compare(.external, whole) { found.append("external: \(wrong)") }
        if let shown = bench.display.contents[external]?.picture, shown !== canvas {
            found.append("external: another buffer on the plane")
        }

        let small = try #require(MemoryBuffer(size: Size(width: Self.size.panel.width, height: Self.size.panel.height)))
        let viewport = try #require(bench.compositor.plan.controller(on: panel)?.viewport)
        var mirrored = [SceneElement(source, at: viewport.frame.reinterpreted(), filter: .area)]
        mirrored += try smallCursor(viewport)
        draw(mirrored, .panel, on: small)
        if let wrong = compare(.panel, small) { found.append("panel: \(wrong)") }
        return found
    }

    /// How what the external's display is sent beside a cursor differs; nil where it does not.
    private func sent(insteadOf expected: MemoryBuffer) throws -> String? {
        guard bench.display.contents[external] == nil, let memory = bench.display.memory(of: external) else {
            return nil
        }
        let shown = try #require(MemoryBuffer(copying: memory))
        let windows = bench.display.windows[external] ?? []
        let planes = windows.reversed().map(\.element.element) + [windows.first?.front?.element].compactMap(\.self)
        let damage = planes.reduce(into: Region<OutputSpace>()) { $0.formUnion(Region($1.destination.reinterpreted())) }
        renderer.submit([RenderPass(target: shown, damage: damage, elements: planes)])
        return difference(shown, expected)
    }

    private var content: [SceneElement] { bench.content.scene }
    private var scale: Scale { bench.compositor.plan.layouts[.content]?.scale ?? .one }

    private func draw(_ elements: [SceneElement], _ role: OutputRole, on target: MemoryBuffer) {
        let overlays = bench.compositor.painter.screens.overlays(of: role)?.elements ?? []
        renderer.submit([
            RenderPass(
                target: target, damage: Region(target.size.bounds.reinterpreted()),
                elements: [.fill(.black)] + elements + overlays)
        ])
    }

    /// The external's cursor at the panel's scale, within the snapshot, or where that would be too small for a pointer 12 pixels high
    /// around the spot that it points at; nothing where the snapshot has one of that size in it.
    private func smallCursor(_ viewport: PanelViewport) throws -> [SceneElement] {
        var source = bench.display.cursors[external]
        let isOnPlane = source != nil
        if !isOnPlane, let cursor = PlacedCursor(bench.content.cursor, scale: scale, renderer: renderer) {
            let isSeen = !cursor.frame.intersection(Self.size.external.bounds.reinterpreted()).isEmpty
            source =
                isSeen
                ? cursor.picture(renderer).map {
                    PlaneElement(cursor: $0, x: cursor.frame.x, y: cursor.frame.y, hotspot: cursor.hotspot)
                } : nil
        }
        guard let source else { return [] }
        let place = source.destination
        let growth = place.height < 8 ? 1 : max(1, 12 * viewport.ratioY / Double(place.height))
        if !isOnPlane, growth == 1 { return [] }
        let tip = viewport.panelPoint(
            of: Point(x: Double(place.x + source.hotspot.x), y: Double(place.y + source.hotspot.y)))
        let (across, down) = (growth / viewport.ratioX, growth / viewport.ratioY)
        let frame = Rect<ContentSpace>(
            x: 0, y: 0, width: max(1, Int((Double(place.width) * across).rounded())),
            height: max(1, Int((Double(place.height) * down).rounded())))
        let picture = try #require(renderer.flatten([SceneElement(whole: source.picture, at: frame)], in: frame))
        let small = PlaneElement(
            cursor: picture, x: Int((tip.x - Double(source.hotspot.x) * across).rounded()),
            y: Int((tip.y - Double(source.hotspot.y) * down).rounded()), hotspot: (0, 0)
        ).element
        let seen = small.destination.intersection(viewport.frame.reinterpreted())
        return seen.isEmpty ? [] : [small.cut(to: seen)]
    }

    /// The first pixel that differs by more than rounding does.
    private func compare(_ screen: NamedScreen, _ expected: MemoryBuffer) -> String? {
        bench.compositor.withPicture(of: screen) { frame in
            (frame as? MemoryBuffer).map { difference($0, expected) } ?? "not in ordinary memory"
        } ?? nil
    }

    private func difference(_ frame: MemoryBuffer, _ expected: MemoryBuffer) -> String? {
        for y in 0..<expected.size.height {
            for x in 0..<expected.size.width where !isClose(frame.row(y)[x], expected.row(y)[x]) {
                return "\(x),\(y) is \(frame.row(y)[x]), not \(expected.row(y)[x])"
            }
        }
        return nil
    }

    private func isClose(_ one: UInt32, _ other: UInt32) -> Bool {
        if (one ^ other) & 0xff_ffff == 0 { return true }
        let shifts: [UInt32] = [0, 8, 16]
        return shifts.allSatisfy { abs(Int(one >> $0 & 255) - Int(other >> $0 & 255)) <= 2 }
    }

    private static func noise(
        _ size: Size<BufferSpace>, _ format: PixelFormat, using random: inout SplitMix64
    ) -> MemoryImage {
        // Colours of at most half of the range are valid under an alpha of half.
        MemoryImage(
            size: size, format: format,
            pixels: (0..<size.area).map { _ in UInt32(truncatingIfNeeded: random.next()) & 0x7F_7F7F | 0x8000_0000 })
    }
}

/// What tells a window from others.
private final class Surface {}

/// A client's picture, in memory that the display can show.
private final class SharedImage: Buffer {
    private let image: MemoryImage
    var size: Size<BufferSpace> { image.size }
    var stride: Int { image.stride }
    var format: PixelFormat { image.format }

    init(_ image: MemoryImage) {
        self.image = image
    }

    var dmabuf: DMABuf? {
        DMABuf(
            layout: PixelLayout(format: format.code, modifier: PixelLayout.linear),
            planes: [DMABuf.Plane(descriptor: -1, offset: 0, stride: stride)])
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { image.withPixels(body) }
}
