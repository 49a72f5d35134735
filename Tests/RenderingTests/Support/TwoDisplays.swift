import Geometry
import Mirroring
import RenderingSupport
import TestSupport
import Testing

@testable import Rendering

func viewport(_ external: Head, _ panel: Head) -> PanelViewport {
    PanelViewport(panel: panel.target.size.reinterpreted(), external: external.target.size.reinterpreted())
}

func snapshot(of external: Head, _ scene: [SceneElement], on panel: Head) -> [SceneElement] {
    let source = FrameSource(external.target, elements: scene)
    let frame: Rect<OutputSpace> = viewport(external, panel).frame.reinterpreted()
    return [.fill(Color(red: 1, green: 2, blue: 3)), SceneElement(source, at: frame)]
}

/// An output with two buffers in rotation.
final class Head {
    let target: RenderTarget
    /// The client's buffer that is on screen in place of a drawn frame.
    private var client: MemoryImage?
    /// What planes show in front of the drawn frame, back to front.
    private var planes: [SceneElement] = []
    /// Where they show the first of them behind it.
    private var hole: RenderTarget.Hole?
    /// Whether the last frame that was drawn has been shown.
    private var isRedrawn = true
    private let chain: Swapchain<FakeAllocator>
    private let transform: Transform

    /// `size` is the display's own.
    init(_ size: Size<ScanoutSpace>, _ transform: Transform, _ format: ScanoutFormat = .xrgb8888) throws {
        self.transform = transform
        chain = Swapchain(FakeAllocator(size: size, format: format))
        let (buffer, age) = try #require(chain.acquire())
        target = try #require(
            RenderTarget(
                size: transform.inverse.apply(to: size), .scanout(buffer, transform: transform, age: age)))
    }

    func pass(_ damage: Region<OutputSpace>, _ elements: [SceneElement]) throws -> RenderPass {
        begin()
        target.begin(damage)
        return RenderPass(target: target, damage: damage, elements: elements)
    }

    func begin() {
        guard let (buffer, age) = chain.acquire() else { return }
        _ = target.use(.scanout(buffer, transform: transform, age: age))
    }

    /// Whether a plane behind a hole in the frames can be seen.
    var blends: Bool { chain.front.scanoutFormat == .xrgb8888 && transform == .normal }

    /// Ends the frame; one that is refused is not shown.
    func flip(isRefused: Bool = false, below planes: [SceneElement] = [], isBehind: Bool = false) {
        _ = chain.drawn()
        isRedrawn = !isRefused
        if isRefused { return }
        chain.flipped()
        (client, self.planes, hole) = (nil, planes, isBehind ? target.hole : nil)
    }

    /// Has planes show something else in front of the frame that is shown, or behind it.
    func flip(to planes: [SceneElement], isBehind: Bool, isRefused: Bool) {
        if !isRefused { (self.planes, hole) = (planes, isBehind ? target.hole : nil) }
    }

    /// Has the display show a client's buffer.
    func flip(to client: MemoryImage, isRefused: Bool) {
        if !isRefused { (self.client, planes, hole) = (client, [], nil) }
    }

    /// Whether a hole has yet to be drawn.
    func lacks(_ hole: RenderTarget.Hole?) -> Bool {
        hole.map { !isRedrawn || !$0.isSame(as: target.hole) } ?? false
    }

    /// The drawn frame in front of the plane behind it; nil where it lets something else be seen of that.
    private func blended(with film: SceneElement, _ hole: RenderTarget.Hole) -> MemoryBuffer? {
        let (size, words) = (target.size, chain.front.words(undoing: transform))
        let isOpaque = (0..<size.height).allSatisfy { y in
            let holes = hole.place.y..<hole.place.maxY ~= y ? hole.place.x..<hole.place.maxX : 0..<0
            return (0..<size.width).allSatisfy { holes ~= $0 || words[y * size.width + $0] >> 24 == 255 }
        }
        guard isOpaque, let shown = MemoryBuffer(size: size.reinterpreted()) else { return nil }
        let drawn = MemoryImage(size: size.reinterpreted(), format: .argb8888, pixels: words)
        let elements = [.fill(.black), film, SceneElement(whole: drawn, at: size.bounds.reinterpreted())]
        PixmanRenderer().submit([RenderPass(target: shown, damage: Region(size.bounds), elements: elements)])
        return shown
    }

    /// Whether its viewer sees this.
    func shows(_ picture: MemoryBuffer, within tolerance: Int) -> Bool {
        if let client { return client.words == picture.colors }
        if let hole, let film = planes.first {
            return blended(with: film, hole)?.equals(picture, within: tolerance) ?? false
        }
        guard let shown = chain.front.upright(undoing: transform) else { return false }
        let damage = planes.reduce(into: Region<OutputSpace>()) { $0.formUnion(Region($1.destination.reinterpreted())) }
        PixmanRenderer().submit([RenderPass(target: shown, damage: damage, elements: planes)])
        return shown.equals(picture, within: tolerance)
    }

    /// What its viewer sees, with the bits that are of no matter without a hole.
    var words: [UInt32] { chain.front.words(undoing: transform) }
    /// What its viewer sees.
    var colors: [UInt32] { chain.front.colors(undoing: transform) }
    var isFree: Bool { chain.front.isFree }
}

/// Two displays, and the pictures that they should show.
struct TwoDisplays {
    private let renderer: any RendererPort
    private let tolerance: Int
    private let reference = PixmanRenderer()
    private let external: Head
    private let panel: Head
    private let expected: MemoryBuffer
    private let expectedPanel: MemoryBuffer
    private let clients: [MemoryImage]
    private var client: MemoryImage
    private var cursor: (image: MemoryImage, place: Rect<ContentSpace>)?
    /// A window that a plane of the external may show.
    private var film: SceneElement?
    /// Where one does.
    private var covered = Region<OutputSpace>()
    private var front: (of: MemoryImage, place: Rect<ContentSpace>, element: SceneElement)?
    private var note: Rect<ContentSpace>?
    private var excerpt: SceneElement?
    private var stale: Region<OutputSpace>
    private var panelStale: Region<OutputSpace>
    private(set) var violations: [String] = []

    init(_ tested: TestedRenderer, seed: UInt64, using random: inout SplitMix64) throws {
        renderer = try tested.make()
        // What has eight bits is rounded to ten, mixed there and rounded once more.
        let format: ScanoutFormat = [.xrgb8888, .xrgb8888, .xrgb2101010, .xrgb8888, .xbgr2101010][Int(seed % 5)]
        tolerance = tested.tolerance + (format.isDeep ? 2 : 0)
        let upright: Transform = .normal
        let turned = Transform.allCases.randomElement(using: &random) ?? .normal
        external = try Head(Size(width: 512, height: 304), seed % 4 == 0 ? turned : upright, format)
        let size: Size<ScanoutSpace> = seed % 5 == 0 ? Size(width: 400, height: 333) : Size(width: 384, height: 240)
        panel = try Head(size, seed % 3 == 1 ? turned : upright)
        expected = try #require(MemoryBuffer(size: external.target.size.reinterpreted()))
        expectedPanel = try #require(MemoryBuffer(size: panel.target.size.reinterpreted()))
        clients = [
            .noise(upright: external.target.size, using: &random),
            .noise(upright: external.target.size, using: &random),
        ]
        client = clients[0]
        stale = Region(expected.size.bounds.reinterpreted())
        panelStale = Region(expectedPanel.size.bounds.reinterpreted())
    }

    private var clientElement: SceneElement {
        SceneElement(whole: client, at: external.target.size.reinterpreted(as: ContentSpace.self).bounds)
    }

    private var scene: [SceneElement] {
        return [.fill(.black), clientElement] + [film, pointer].compactMap(\.self)
    }

    private var pointer: SceneElement? {
        cursor.map {
            SceneElement(
                source: $0.image, crop: SourceBox(x: 0, y: 0, width: 16, height: 20), transform: .normal,
                destination: $0.place, opaque: Region())
        }
    }

    /// The film as a plane shows it, and what is in front of it there.
    private var planes: [SceneElement] {
        guard let film else { return [] }
        let seen = film.destination.intersection(external.target.size.reinterpreted(as: ContentSpace.self).bounds)
        let front = pointer.flatMap { pointer in
            let part = pointer.destination.intersection(seen)
            return part.isEmpty ? nil : pointer.cut(to: part)
        }
        return seen.isEmpty ? [] : [film.cut(to: seen), front].compactMap(\.self)
    }

    /// Where the film is seen behind what is drawn; nil where it is in front.
    private mutating func hole(over planes: [SceneElement], using random: inout SplitMix64) -> RenderTarget.Hole? {
        guard external.blends, let place = planes.first?.destination, Bool.random(using: &random) else { return nil }
        return RenderTarget.Hole(place: place.reinterpreted(), front: frontPicture())
    }

    /// What lies in front of the film, as a picture of its own; the same one as long as it looks the same.
    private mutating func frontPicture() -> SceneElement? {
        let seen = planes.dropFirst().first?.destination
        guard let cursor, let seen else { return nil }
        if let front, front.of === cursor.image, front.place == cursor.place, front.element.destination == seen {
            return front.element
        }
        let corner = (x: seen.x - cursor.place.x, y: seen.y - cursor.place.y)
        let pixels = (0..<seen.height).flatMap { y in
            (0..<seen.width).map { cursor.image.word($0 + corner.x, y + corner.y) }
        }
        let picture = MemoryImage(size: seen.size.reinterpreted(), format: .argb8888, pixels: pixels)
        let made = SceneElement(whole: picture, at: seen)
        front = (cursor.image, cursor.place, made)
        return made
    }

    /// What is above the snapshot; `frame` is the external's.
    private func above(_ frame: any Buffer) -> [SceneElement] {
        let note = note.map { SceneElement(expectedNote, at: $0.reinterpreted(), cornerRadius: 6) }
        return [note, excerpt?.showing(frame)].compactMap(\.self)
    }

    private let expectedNote: MemoryBuffer = {
        guard let picture = MemoryBuffer(size: Size(width: 40, height: 30)) else { fatalError("out of memory") }
        for y in 0..<30 { for x in 0..<40 { picture.row(y)[x] = UInt32(y * 5 << 16 | x * 3) } }
        return picture
    }()

    mutating func step(using random: inout SplitMix64) throws {
        change(using: &random)
        let view = viewport(external, panel)
        // What the reference shows is drawn in full, every time.
        let bounds = (Region(external.target.size.bounds), Region(panel.target.size.bounds))
        reference.submit([RenderPass(target: expected, damage: bounds.0, elements: scene)])
        let mirrored = SceneElement(expected, at: view.frame.reinterpreted(), filter: .area)
        reference.submit([
            RenderPass(
                target: expectedPanel, damage: bounds.1,
                elements: [.fill(Color(red: 1, green: 2, blue: 3)), mirrored] + above(expected))
        ])
        var passes: [RenderPass] = []
        let drawsExternal = Int.random(in: 0..<5, using: &random) != 0 && !stale.isEmpty
        let showsClient = cursor == nil && film == nil && Bool.random(using: &random)
        let planes = Bool.random(using: &random) ? planes : []
        let covers = planes.first.map { Region<OutputSpace>($0.destination.reinterpreted()) } ?? Region()
        let hidden = stale.intersection(covers)
        var isDrawn = false
        let hole = hole(over: planes, using: &random)
        let isBehind = hole != nil
        if drawsExternal, showsClient {
            external.target.show([clientElement], stale)
            mirror(stale, through: view)
            (stale, covered) = (Region(), bounds.0)
        } else if drawsExternal {
            stale.subtract(covers)
            mirror(hidden, through: view)
            isDrawn = !stale.isEmpty || !covered.subtracting(covers).isEmpty || external.lacks(hole)
            covered = covers
            if isDrawn {
                external.begin()
                let damage =
                    stale == bounds.0
                    ? stale
                    : renderer.changes(of: RenderPass(target: external.target, damage: stale, elements: scene))
                external.target.begin(damage, below: planes, covering: covers, changed: hidden, hole: hole)
                passes.append(RenderPass(target: external.target, damage: damage, elements: scene))
                mirror(damage, through: view)
            } else {
                external.target.show(planes, hidden, covering: covers)
            }
            stale = Region()
        }
        let drawsPanel = Int.random(in: 0..<4, using: &random) != 0
        if drawsPanel {
            let shown = external.target.shownFrame ?? scene
            let source = FrameSource(external.target, elements: shown)
            passes.append(try panel.pass(panelStale, snapshot(of: external, shown, on: panel) + above(source)))
            panelStale = Region()
        }
        renderer.submit(passes)
        let (external, panel, client) = (external, panel, client)
        if drawsExternal {
            let isShown = finish(external, expected, "external", using: &random) { isRefused in
                if showsClient {
                    external.flip(to: client, isRefused: isRefused)
                } else if isDrawn {
                    external.flip(isRefused: isRefused, below: planes, isBehind: isBehind)
                } else {
                    external.flip(to: planes, isBehind: isBehind, isRefused: isRefused)
                }
            }
            if !isShown { stale.formUnion(Self.anyPixel) }
        }
        if drawsPanel, stale.isEmpty {
            let isShown = finish(panel, expectedPanel, "panel", using: &random) { panel.flip(isRefused: $0) }
            if !isShown { panelStale.formUnion(Self.anyPixel) }
        } else if drawsPanel {
            panel.flip()
        }
        if Int.random(in: 0..<9, using: &random) == 0, stale.isEmpty,
            readsExpected() != true
        {
            violations.append("another frame is read")
        }
    }

    private func readsExpected() -> Bool? {
        guard let read = renderer.read(external.target) else { return nil }
        guard read.format.isDeep, let usual = MemoryBuffer(size: read.size) else {
            return read.equals(expected, within: tolerance)
        }
        let bounds = read.size.reinterpreted(as: ContentSpace.self).bounds
        reference.submit([
            RenderPass(
                target: usual, damage: Region(bounds.reinterpreted()),
                elements: [SceneElement(whole: read, at: bounds)])
        ])
        return usual.equals(expected, within: tolerance)
    }

    private mutating func mirror(_ damage: Region<OutputSpace>, through view: PanelViewport) {
        panelStale.formUnion(view.panelDamage(of: damage.reinterpreted()).reinterpreted())
        if let excerpt { panelStale.formUnion(excerpt.shown(damage.reinterpreted()).reinterpreted()) }
    }

    /// Flips, or has the flip refused, after which nothing need be right before the next frame; returns whether it was
    /// shown.
    private mutating func finish(
        _ head: Head, _ expected: MemoryBuffer, _ name: String, using random: inout SplitMix64,
        flip: (_ isRefused: Bool) -> Void
    ) -> Bool {
        let isRefused = Int.random(in: 0..<7, using: &random) == 0
        flip(isRefused)
        if !isRefused, !head.shows(expected, within: tolerance) {
            violations.append("the \(name) shows something else")
        }
        if !head.isFree { violations.append("an access to the \(name) has not ended") }
        return !isRefused
    }

    /// Enough to ask for another frame.
    private static let anyPixel = Rect<OutputSpace>(x: 0, y: 0, width: 1, height: 1)

    private mutating func change(using random: inout SplitMix64) {
        let size = external.target.size
        func somewhere(_ width: Int, _ height: Int) -> Rect<ContentSpace> {
            Rect(
                x: .random(in: -8..<size.width, using: &random), y: .random(in: -8..<size.height, using: &random),
                width: width, height: height)
        }
        func damage(_ rect: Rect<ContentSpace>?) {
            if let rect { stale.formUnion(Region(rect.reinterpreted(as: OutputSpace.self)).intersection(size.bounds)) }
        }
        switch Int.random(in: 0..<11, using: &random) {
        case 9, 10:
            damage(film?.destination)
            let size = Size<BufferSpace>(width: 96, height: 64)
            if film == nil || Int.random(in: 0..<4, using: &random) == 0 {
                let place = somewhere(size.width, size.height)
                let picture = MemoryImage.noise(size, .xrgb8888, using: &random)
                film =
                    Bool.random(using: &random) ? SceneElement(whole: picture, at: place, opaque: Region(place)) : nil
            } else {
                film?.source = MemoryImage.noise(size, .xrgb8888, using: &random)
            }
            damage(film?.destination)
        case 0, 1:
            client = clients.randomElement(using: &random) ?? client
            stale = Region(size.bounds)
        case 2, 3:
            let rect = somewhere(.random(in: 1..<400, using: &random), .random(in: 1..<80, using: &random))
            client = client.scribbled(rect, using: &random)
            damage(rect)
        case 4:
            damage(cursor?.place)
            let image = cursor?.image ?? .noise(Size(width: 16, height: 20), .argb8888, using: &random)
            cursor = Bool.random(using: &random) ? (image, somewhere(16, 20)) : nil
            damage(cursor?.place)
        case 6:
            let bounds = panel.target.size.bounds
            func panelDamage(_ rect: Rect<ContentSpace>?) {
                if let rect {
                    panelStale.formUnion(Region(rect.reinterpreted(as: OutputSpace.self)).intersection(bounds))
                }
            }
            panelDamage(note)
            note =
                Bool.random(using: &random)
                ? Rect(
                    x: .random(in: 0..<300, using: &random), y: .random(in: 0..<200, using: &random), width: 80,
                    height: 60) : nil
            panelDamage(note)
        case 7:
            let point = somewhere(1, 1)
            let old = excerpt
            excerpt =
                Bool.random(using: &random)
                ? SceneElement(
                    of: MirroredFrame(size: size.reinterpreted()),
                    around: Point(x: Double(point.x) + 0.3, y: Double(point.y)),
                    scale: [1, 2, 2.7].randomElement(using: &random) ?? 2,
                    in: Rect(x: .random(in: 0..<200, using: &random), y: 20, width: 130, height: 90), cornerRadius: 9)
                : nil
            for place in [old, excerpt].compactMap({ $0?.destination.reinterpreted(as: OutputSpace.self) }) {
                panelStale.formUnion(Region(place).intersection(panel.target.size.bounds))
            }
        default: break
        }
    }
}

extension Buffer {
    /// Whether all colours are the same, whatever is in the byte beside them; with a tolerance, whether no channel differs by more.
    func equals(_ other: MemoryBuffer, within tolerance: Int) -> Bool {
        guard size == other.size else { return false }
        var isEqual = false
        _ = withPixels { first in
            isEqual = (0..<size.height).allSatisfy { y in
                let row = first + y * stride
                let (mine, others) = (row.assumingMemoryBound(to: UInt32.self), other.row(y))
                var x = 0
                guard tolerance > 0 else {
                    while x < size.width, (mine[x] ^ others[x]) & 0xFF_FFFF == 0 { x += 1 }
                    return x == size.width
                }
                while x < size.width, mine[x] == others[x] || channelDifference(mine[x], others[x]) <= tolerance {
                    x += 1
                }
                return x == size.width
            }
        }
        return isEqual
    }
}

extension MemoryImage {
    /// Random rows that repeat after some time.
    static func noise(upright size: Size<OutputSpace>, using random: inout SplitMix64) -> MemoryImage {
        let rows = (0..<7).map { _ in (0..<size.width).map { _ in UInt32(truncatingIfNeeded: random.next()) } }
        return MemoryImage(
            size: size.reinterpreted(), format: .xrgb8888, pixels: (0..<size.height).flatMap { rows[$0 % 7] })
    }

    /// The colour of each pixel.
    var words: [UInt32] { all.map { $0 & 0xFF_FFFF } }

    private var all: [UInt32] {
        var found: [UInt32] = []
        _ = withPixels { first in
            found = Array(UnsafeBufferPointer(start: first.assumingMemoryBound(to: UInt32.self), count: size.area))
        }
        return found
    }

    func word(_ x: Int, _ y: Int) -> UInt32 { all[y * size.width + x] }

    /// The same picture with a rectangle of one colour, which may be the one that was there.
    func scribbled(_ rect: Rect<ContentSpace>, using random: inout SplitMix64) -> MemoryImage {
        var pixels = all
        let part = rect.reinterpreted(as: BufferSpace.self).intersection(size.bounds)
        // Few colours, so that some of it is as it was.
        let color = UInt32.random(in: 0...3, using: &random)
        if !part.isEmpty {
            for y in part.y..<part.maxY {
                pixels.replaceSubrange(
                    y * size.width + part.x..<y * size.width + part.maxX, with: repeatElement(color, count: part.width))
            }
        }
        return MemoryImage(size: size, format: format, pixels: pixels)
    }
}
