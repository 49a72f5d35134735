import Geometry
import Mirroring
import RenderingSupport
import Testing
import TestSupport

/// Random lists of elements: what the tracker calls damaged, drawn into the last frame, makes the frame that drawing all of it makes.
@Suite struct ElementTrackerTests {
    private static let size = Size<BufferSpace>(width: 90, height: 60)

    @Test(arguments: TestedRenderer.allCases, Effort.seeds(sample: 12, torture: 2_000))
    func damageMakesTheWholeFrame(kind: TestedRenderer, seed: UInt64) throws {
        let renderer = try kind.make()
        var scene = try ChangingScene(seed: seed)
        var tracker = ElementTracker()
        let target = try #require(MemoryBuffer(size: Self.size))
        for step in 0..<25 {
            for _ in 0..<scene.random.below(4) { try scene.change() }
            let elements = [.fill(.black)] + scene.elements
            draw(elements, within: tracker.update(elements), on: target, by: renderer)
            let whole = try #require(MemoryBuffer(size: Self.size))
            draw(elements, within: Region(Self.size.bounds.reinterpreted()), on: whole, by: renderer)
            #expect(target.colors == whole.colors, "seed \(seed), step \(step)")
            #expect(tracker.update(elements).isEmpty, "nothing has changed since")
        }
    }

    private func draw(
        _ elements: [SceneElement], within damage: Region<ContentSpace>, on target: MemoryBuffer,
        by renderer: any RendererPort
    ) {
        let bounds = Size<OutputSpace>(width: target.size.width, height: target.size.height).bounds
        let damage = damage.reinterpreted(as: OutputSpace.self).intersection(bounds)
        if !damage.isEmpty { renderer.submit([RenderPass(target: target, damage: damage, elements: elements)]) }
    }

    @Test func whatIsHiddenIsNoDamage() throws {
        let window = SceneElement(
            try MemoryBuffer.noise(10, 10, seed: 1), at: Rect(x: 0, y: 0, width: 10, height: 10))
        let cover = SceneElement(try MemoryBuffer.noise(8, 8, seed: 2), at: Rect(x: 2, y: 2, width: 8, height: 8))
        var tracker = ElementTracker()
        #expect(tracker.update([window]) == Region(window.destination))
        #expect(tracker.update([window, cover]) == Region(cover.destination))
        var drawn = window
        drawn.changes.add(Region(Rect(x: 0, y: 3, width: 4, height: 1)))
        #expect(tracker.update([drawn, cover]) == Region(Rect(x: 0, y: 3, width: 2, height: 1)))
        #expect(tracker.update([cover]) == Region(window.destination).subtracting(Region(cover.destination)))
    }

    @Test func aVersionThatIsTooOldChangesEverything() {
        var changes = PictureChanges()
        let first = changes.version
        for x in 0..<4 { changes.add(Region(Rect(x: x, y: 0, width: 1, height: 1))) }
        #expect(changes.since(first) == Region(Rect(x: 0, y: 0, width: 4, height: 1)))
        #expect(changes.since(first + 3) == Region(Rect(x: 3, y: 0, width: 1, height: 1)))
        #expect(changes.since(changes.version)?.isEmpty == true)
        changes.add(Region())
        #expect(changes.since(first) == nil)
        changes.addAll()
        #expect(changes.since(changes.version - 1) == nil)
    }
}

/// Pictures that come, go, move, change their order and are drawn in, and double-buffered ones.
private struct ChangingScene {
    var random: SplitMix64
    private(set) var elements: [SceneElement] = []

    private final class Owner {}

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        for _ in 0..<3 { try add() }
    }

    mutating func change() throws {
        guard !elements.isEmpty else { return try add() }
        let index = random.below(elements.count)
        switch random.below(9) {
        case 0: if elements.count < 6 { try add() }
        case 1: elements.remove(at: index)
        case 2: elements.insert(elements.remove(at: index), at: random.below(elements.count + 1))
        case 3: place(index, self.frame())
        case 4: elements[index].crop = crop(of: elements[index].source.size)
        case 5: elements[index].cornerRadius = elements[index].cornerRadius == 0 ? 3 : 0
        case 6: elements[index].filter = elements[index].filter == .linear ? .area : .linear
        default: try draw(index)
        }
    }

    private mutating func add() throws {
        let isOpaque = random.below(2) == 0
        let size = Size<BufferSpace>(width: 1 + random.below(40), height: 1 + random.below(30))
        let picture = try picture(size, isOpaque: isOpaque)
        // A client's buffers stand for one surface.
        let owner: Owner? = random.below(2) == 0 ? Owner() : nil
        var element = SceneElement(
            source: picture, crop: SourceBox(whole: size), transform: .normal, destination: .zero, opaque: Region(),
            owner: owner)
        if random.below(3) == 0 { element.crop = crop(of: size) }
        elements.append(element)
        place(elements.count - 1, frame(for: size))
    }

    private mutating func picture(_ size: Size<BufferSpace>, isOpaque: Bool) throws -> MemoryBuffer {
        let picture = try #require(MemoryBuffer(size: size, format: isOpaque ? .xrgb8888 : .argb8888))
        scribble(on: picture, Rect(x: 0, y: 0, width: size.width, height: size.height))
        return picture
    }

    private mutating func scribble(on picture: MemoryBuffer, _ rect: Rect<BufferSpace>) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX {
                let word = UInt32(truncatingIfNeeded: random.next())
                // No colour is above its alpha.
                picture.row(y)[x] = [0, word | 0xff00_0000, word & 0x3f3f_3f3f | 0x4000_0000][Int(word % 3)]
            }
        }
    }

    /// Draws in a part of the picture, in the same memory or another one that holds the rest as well.
    private mutating func draw(_ index: Int) throws {
        guard let old = elements[index].source as? MemoryBuffer else { return }
        let (x, y) = (random.below(old.size.width), random.below(old.size.height))
        let rect = Rect<BufferSpace>(
            x: x, y: y, width: 1 + random.below(old.size.width - x), height: 1 + random.below(old.size.height - y))
        if elements[index].identity !== old, random.below(2) == 0 {
            let next = try #require(MemoryBuffer(size: old.size, format: old.format))
            for row in 0..<old.size.height { next.row(row).update(from: old.row(row), count: old.size.width) }
            elements[index].source = next
        }
        guard let picture = elements[index].source as? MemoryBuffer else { return }
        scribble(on: picture, rect)
        elements[index].changes.add(Region(rect))
    }

    private mutating func place(_ index: Int, _ frame: Rect<ContentSpace>) {
        elements[index].destination = frame
        elements[index].opaque = elements[index].source.format.hasAlpha ? Region() : Region(frame)
    }

    /// Often at a picture's own size.
    private mutating func frame(for size: Size<BufferSpace> = .zero) -> Rect<ContentSpace> {
        let isWhole = !size.isEmpty && random.below(2) == 0
        return Rect(
            x: random.below(100) - 20, y: random.below(80) - 20, width: isWhole ? size.width : 1 + random.below(60),
            height: isWhole ? size.height : 1 + random.below(50))
    }

    private mutating func crop(of size: Size<BufferSpace>) -> SourceBox {
        func axis(_ length: Int) -> (Double, Double) {
            let first = Double(random.below(length * 4)) / 4
            return (first, max(0.25, (Double(length) - first) * Double(1 + random.below(4)) / 4))
        }
        let (x, width) = axis(size.width)
        let (y, height) = axis(size.height)
        return SourceBox(x: x, y: y, width: width, height: height)
    }
}

extension SplitMix64 {
    fileprivate mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
