package import Geometry

/// The target of passes: a picture in ordinary memory, or an output's frames in the memory of its display.
///
/// Parts of a frame that planes show by themselves, such as a client's buffer, are not drawn there. The frame that
/// people see, and that is read, is the drawn picture with the planes' parts in front.
///
/// Display memory is slow to read. A renderer that must read what it has drawn also keeps the frame in ordinary memory,
/// as far as it needs to. `current` tells which pixels of this memory belong to the frame. A renderer that reads
/// display memory quickly never asks for ordinary memory.
package final class RenderTarget {
    /// The size in the viewer's orientation.
    package let size: Size<OutputSpace>
    /// The frame in ordinary memory, as far as `current` reaches, or nil while nothing has needed it.
    package private(set) var memory: MemoryBuffer?
    /// The pixels of `memory` that belong to the frame.
    package private(set) var current: Region<OutputSpace>
    /// The display memory for the next frame and of the last one, or nil for a picture in ordinary memory.
    package private(set) var scanout: Scanout?
    /// The elements that planes show by themselves, back to front; empty where the whole frame is drawn.
    package private(set) var shownElements: [SceneElement] = []
    /// The pixels in which `shownElements` hide the drawn picture: all pixels, or those that they fill opaquely.
    package private(set) var covered = Region<OutputSpace>()
    /// The pixels that the memory for the frame being drawn lacks, without covered pixels.
    package private(set) var outdated = Region<OutputSpace>()
    /// The hole of a drawn picture that lies in front of a plane, or nil for no hole.
    ///
    /// Display memory has the hole. A frame in ordinary memory is what people see.
    package private(set) var hole: Hole?
    /// The pixels of the hole that the memory for the frame being drawn lacks.
    package private(set) var lackingHole = Region<OutputSpace>()
    /// The pixels that changed before the frame being drawn was begun and were not drawn by then.
    package private(set) var skipped = Region<OutputSpace>()
    /// The fence after which the frame in display memory is complete.
    ///
    /// The fence is nil where the frame is complete, and where the kernel itself knows when the memory is complete.
    package var completion: DrawingFence?
    /// The renderer's own data for the target's frames.
    package var attachment: AnyObject?
    /// The changes since the target was last drawn: in frames without drawing, and where planes cover the picture.
    private var undrawn = Region<OutputSpace>()
    private var history: DamageHistory<OutputSpace>
    private var framesKept = 0

    /// Display memory for one frame.
    package struct Scanout {
        package let buffer: any ScanoutBuffer
        /// The transform that takes the viewer's picture to the buffer.
        package let transform: Transform
        fileprivate let age: Int

        /// Whether the buffer's pixels lie as a renderer draws them; other buffers get a copy of the frame.
        package var isDrawable: Bool { transform == .normal && buffer.scanoutFormat.isDrawn }
    }

    /// A place where the drawn picture is transparent, except for what lies in front of the plane behind it.
    package struct Hole {
        package let place: Rect<OutputSpace>
        /// The element in front of the plane: premultiplied, in `argb8888`, at its own size and within the place.
        package let front: SceneElement?

        package init(place: Rect<OutputSpace>, front: SceneElement?) {
            self.place = place
            self.front = front
        }

        /// The pixels that are not transparent.
        package var frame: Rect<OutputSpace> { front?.destination.reinterpreted() ?? .zero }

        /// Whether both holes have the same pixels at the same place.
        package func isSame(as other: Hole?) -> Bool {
            guard let other else { return false }
            return place == other.place && front?.source === other.front?.source && frame == other.frame
        }
    }

    /// A picture in ordinary memory.
    package init(_ picture: MemoryBuffer) {
        size = picture.size.reinterpreted()
        memory = picture
        current = Region(size.bounds)
        history = DamageHistory(size: size)
    }

    /// The target of an output's frames, the first of which is drawn in `buffer`.
    ///
    /// The result is nil where the buffer has another size, and without memory for a display that cannot be drawn on
    /// directly.
    package init?(size: Size<OutputSpace>, _ buffer: OutputBuffer) {
        self.size = size
        current = Region()
        history = DamageHistory(size: size)
        guard use(buffer) else { return nil }
        if let scanout, !scanout.isDrawable, keepMemory() == nil { return nil }
    }

    /// Draws the next frame in `buffer`; returns false and changes nothing where the buffer has another size.
    package func use(_ buffer: OutputBuffer) -> Bool {
        switch buffer {
        case .memory(let picture):
            guard picture.size == size.reinterpreted() else { return false }
            memory = picture
            current = Region(size.bounds).subtracting(undrawn)
            scanout = nil
        case .scanout(let buffer, let transform, let age):
            guard transform.inverse.apply(to: buffer.size) == size else { return false }
            scanout = Scanout(buffer: buffer, transform: transform, age: age)
        }
        if let memory, memory.format.isDeep != isDeep {
            // The display has another depth from now on.
            self.memory = nil
            current = Region()
        }
        return true
    }

    /// Whether the whole frame is in `memory`.
    package var isInMemory: Bool { current == Region(size.bounds) }

    /// Whether the frame has ten bits of each colour, in memory as on the display.
    package var isDeep: Bool { scanout?.buffer.scanoutFormat.isDeep ?? memory?.format.isDeep ?? false }

    /// The pixel format of the frame in `memory`.
    package var format: PixelFormat { isDeep ? .xrgb2101010 : .xrgb8888 }

    /// Begins a drawn frame that differs from the last frame within `damage`.
    ///
    /// Planes show `elements` in front of the picture or behind its hole. The elements fill `covered` and change
    /// nothing elsewhere; `hidden` is what has changed there.
    package func begin(
        _ damage: Region<OutputSpace>, below elements: [SceneElement] = [],
        covering covered: Region<OutputSpace> = Region(),
        changed hidden: Region<OutputSpace> = Region(), hole next: Hole? = nil
    ) {
        framesKept = max(0, framesKept - 1)
        if covered.isEmpty, undrawn.isEmpty, hidden.isEmpty, scanout == nil {
            // Nearly all frames in ordinary memory end here: planes show nothing, and have not lately.
            (shownElements, self.covered, outdated, skipped) = (elements, covered, Region(), Region())
            history.record(damage)
            completion = nil
            return
        }
        show(elements, hidden, covering: covered)
        let changed = damage.union(undrawn)
        history.record(changed.subtracting(covered).union(difference(to: next)))
        let lacking = scanout.map { history.damage(forAge: $0.age) } ?? undrawn
        outdated = lacking.subtracting(covered)
        skipped = undrawn
        hole = next
        lackingHole = next.map { lacking.intersection($0.place) } ?? Region()
        // The other buffers also lack these pixels once they are visible again; a hole lacks them since it appeared.
        undrawn = changed.union(lacking).intersection(covered)
        completion = nil
    }

    /// The pixels of display memory that look different because of another hole.
    private func difference(to next: Hole?) -> Region<OutputSpace> {
        guard let next, !next.isSame(as: hole) else { return Region() }
        // Without a hole, the alpha of the drawn picture does not matter.
        guard let hole else { return Region(size.bounds) }
        guard hole.place == next.place else { return Region(next.place) }
        return Region([hole.frame, next.frame])
    }

    /// The elements of a frame that the display shows by itself, back to front, or nil where any of it is drawn.
    package var shownFrame: [SceneElement]? {
        covered == Region(size.bounds) ? coveringElements : nil
    }

    /// The elements that draw the covered pixels, back to front: the elements that planes show, with black behind them.
    ///
    /// The black is visible only where planes show elements in place of a drawn picture.
    package var coveringElements: [SceneElement] { [.fill(.black)] + shownElements }

    /// Records a frame without drawing, which differs from the last frame within `damage`.
    ///
    /// Planes show `elements`, back to front. The elements fill `covered`; if it is nil, they stand above black in
    /// place of a drawn picture.
    package func show(
        _ elements: [SceneElement], _ damage: Region<OutputSpace>, covering covered: Region<OutputSpace>? = nil
    ) {
        let changed = damage.intersection(size.bounds)
        undrawn.formUnion(changed)
        current.subtract(changed)
        shownElements = elements
        self.covered = covered?.intersection(size.bounds) ?? Region(size.bounds)
    }

    /// Reports that a renderer has drawn a frame: `kept` in `memory`, and `directly` only in display memory.
    package func drew(inMemory kept: Region<OutputSpace>, directly: Region<OutputSpace>) {
        current.subtract(directly)
        current.formUnion(kept.intersection(size.bounds))
        outdated = Region()
    }

    /// Reports that pixels of `memory` have been read back from display memory, or from the buffer that is shown.
    package func readBack(_ pixels: Region<OutputSpace>) {
        current.formUnion(pixels.intersection(size.bounds))
    }

    /// The memory to keep the frame in, made if needed, or nil when out of memory.
    package func keepMemory() -> MemoryBuffer? {
        if memory == nil { memory = MemoryBuffer(size: size.reinterpreted(), format: format) }
        return memory
    }

    /// Reports that somebody has read the frame and may read the next ones.
    package func wasRead() {
        framesKept = Self.keptFrames
    }

    /// Whether the frame should be drawn in ordinary memory first, because it is going to be read.
    package var isRead: Bool { framesKept > 0 }

    /// The number of frames for which a reading counts.
    ///
    /// Readers of every frame come back much sooner, the next screenshot much later.
    private static let keptFrames = 8
}

/// Another target's frame as a source to draw from, such as for a controller.
package final class FrameSource: Buffer {
    package let target: RenderTarget
    /// The elements that draw the target's frame, back to front, with their current sources.
    package let elements: [SceneElement]

    package init(_ target: RenderTarget, elements: [SceneElement]) {
        self.target = target
        self.elements = elements
    }

    package var size: Size<BufferSpace> { target.size.reinterpreted() }
    package var stride: Int { target.memory?.stride ?? 0 }
    package var format: PixelFormat { target.format }
    package var hasPixels: Bool { true }

    /// Runs `body` with the frame as far as it is in ordinary memory.
    ///
    /// Renderers first bring the pixels that they read up to date.
    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        target.memory?.withPixels(body) ?? false
    }
}

/// The damage of the last few frames, which brings a buffer that was drawn some frames ago up to date.
package struct DamageHistory<Space: CoordinateSpace> {
    /// The picture's size; a buffer that is too old lacks the whole picture.
    private let size: Size<Space>
    private let capacity: Int
    /// The damage of each frame, the newest last, at most `capacity` frames.
    private var frames: [Region<Space>] = []

    /// A history of `capacity` frames; the number of buffers in rotation is enough.
    package init(size: Size<Space>, capacity: Int = 4) {
        self.size = size
        self.capacity = max(1, capacity)
    }

    /// Records the damage of the frame being drawn.
    package mutating func record(_ damage: Region<Space>) {
        if frames.count == capacity { frames.remove(at: 0) }
        frames.append(damage.intersection(size.bounds))
    }

    /// The damage to redraw in a buffer of this age to bring it to the newest recorded frame.
    ///
    /// A buffer's age is the number of frames since it was drawn: 1 for a buffer with the frame before the newest. An
    /// age of 0 stands for unknown contents, as in `EGL_EXT_buffer_age`.
    package func damage(forAge age: Int) -> Region<Space> {
        guard age > 0, age <= frames.count else { return Region(size.bounds) }
        return frames.suffix(age).reduce(into: Region()) { $0.formUnion($1) }
    }
}

/// The elements that are drawn into one target, and the pixels that may be touched.
package struct RenderPass {
    package let target: RenderTarget
    /// The pixels that may be touched; pixels without an element keep their values.
    package var damage: Region<OutputSpace>
    /// The elements from back to front.
    package var elements: [SceneElement]

    package init(target: RenderTarget, damage: Region<OutputSpace>, elements: [SceneElement]) {
        self.target = target
        self.damage = damage
        self.elements = elements
    }

    /// A pass that draws a picture in ordinary memory.
    package init(target: MemoryBuffer, damage: Region<OutputSpace>, elements: [SceneElement]) {
        self.init(target: RenderTarget(target), damage: damage, elements: elements)
    }
}

/// The bytes that the processor or the graphics hardware has read and written for a renderer since the start.
package struct MemoryTraffic: Hashable, Sendable {
    /// The purpose of moving bytes.
    package enum Path: String, Hashable, Sendable, CaseIterable {
        /// A client's pixels were copied to one screen and scaled to another at the same time.
        case fused
        /// Operations were drawn.
        case drawn
        /// A frame was copied from ordinary memory to the display's memory.
        case copied
        /// A frame was read back from the display's memory or the graphics hardware's memory.
        case readBack = "read_back"
        /// Pixels in ordinary memory were copied for the graphics hardware to draw from.
        case uploaded
        /// A film's YUV pixels were converted to words for the processor to draw from.
        case converted

        fileprivate var index: Int {
            switch self {
            case .fused: 0
            case .drawn: 1
            case .copied: 2
            case .readBack: 3
            case .uploaded: 4
            case .converted: 5
            }
        }
    }

    package struct Bytes: Hashable, Sendable, Codable {
        package var read = 0
        package var written = 0
    }

    /// The bytes of each path, by the path's index.
    private var paths = [Bytes](repeating: Bytes(), count: Path.allCases.count)

    package subscript(path: Path) -> Bytes { paths[path.index] }

    package init() {}

    package mutating func count(_ path: Path, read: Int, written: Int) {
        if read == 0, written == 0 { return }
        paths[path.index].read &+= read
        paths[path.index].written &+= written
    }

    /// The bytes that two renderers have moved together.
    package func adding(_ other: MemoryTraffic) -> MemoryTraffic {
        var sum = self
        for path in Path.allCases { sum.count(path, read: other[path].read, written: other[path].written) }
        return sum
    }

    /// All bytes moved, on any path.
    package var total: Int { paths.reduce(0) { $0 &+ $1.read &+ $1.written } }
}

extension MemoryTraffic.Path: CodingKey {}

extension MemoryTraffic: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Path.self)
        for path in Path.allCases { paths[path.index] = try container.decode(Bytes.self, forKey: path) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Path.self)
        for path in Path.allCases { try container.encode(self[path], forKey: path) }
    }
}
