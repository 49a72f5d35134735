package import Geometry

/// What passes draw: a picture in ordinary memory, or an output's frames in the memory that its display scans out. What planes of
/// the display show of a frame by themselves, such as a client's buffer, is not drawn there: the frame that people see, and
/// that is read, is the drawn picture with what planes show in front.
///
/// Display memory is slow to read. Where a renderer has to read what it has drawn, it keeps the frame in ordinary memory,
/// too, as far as it needs to: `current` says which of its pixels hold the frame's. A renderer that reads display memory as
/// fast as any other never asks for it.
package final class RenderTarget {
    /// In the viewer's orientation.
    package let size: Size<OutputSpace>
    /// The frame in ordinary memory, as far as `current` reaches; nil while nothing has needed it.
    package private(set) var memory: MemoryBuffer?
    /// The pixels of `memory` that are the frame's.
    package private(set) var current: Region<OutputSpace>
    /// Where the next frame is drawn, and the last one was; nil for a picture in ordinary memory.
    package private(set) var scanout: Scanout?
    /// What planes show of the frame by themselves, back to front; empty where all of it is drawn.
    package private(set) var shownElements: [SceneElement] = []
    /// The pixels in which those hide what is drawn: all, or some that they fill without letting anything show through.
    package private(set) var covered = Region<OutputSpace>()
    /// The pixels that the memory for the frame being drawn lacks of it, but for covered ones.
    package private(set) var outdated = Region<OutputSpace>()
    /// Where the drawn picture lies in front of a plane, if it does. Display memory has the hole; a frame in ordinary memory is what
    /// people see.
    package private(set) var hole: Hole?
    /// The pixels of the hole that the memory for the frame being drawn lacks.
    package private(set) var lackingHole = Region<OutputSpace>()
    /// What had changed, when the frame being drawn was begun, and was not drawn then.
    package private(set) var skipped = Region<OutputSpace>()
    /// What the frame in display memory is complete after; nil where it is complete, and where the kernel knows that of the
    /// memory itself.
    package var completion: DrawingFence?
    /// What the renderer keeps for its frames.
    package var attachment: (any TargetAttachment)?
    /// What has changed since it was last drawn: in frames that were not drawn, and where planes cover what is.
    private var undrawn = Region<OutputSpace>()
    private var history: DamageHistory<OutputSpace>
    private var framesKept = 0

    /// Display memory for one frame.
    package struct Scanout {
        package let buffer: any ScanoutBuffer
        /// Takes the viewer's picture to the buffer.
        package let transform: Transform
        fileprivate let age: Int

        /// Whether its pixels lie as a renderer draws them; a frame is otherwise copied there.
        package var isDrawable: Bool { transform == .normal && buffer.scanoutFormat.isDrawn }
    }

    /// A place where the drawn picture is transparent, but for what lies there in front of what a plane shows behind it.
    package struct Hole {
        package let place: Rect<OutputSpace>
        /// Premultiplied, in `argb8888` and at its own size, within the place.
        package let front: SceneElement?

        package init(place: Rect<OutputSpace>, front: SceneElement?) {
            self.place = place
            self.front = front
        }

        /// The pixels that are not transparent.
        package var frame: Rect<OutputSpace> { front?.destination.reinterpreted() ?? .zero }

        /// Whether both have the same pixels at the same place.
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

    /// An output's frames, the first of which is to be drawn in `buffer`; nil where that has another size, and when out of
    /// memory for a display that cannot be drawn on directly.
    package init?(size: Size<OutputSpace>, _ buffer: OutputBuffer) {
        self.size = size
        current = Region()
        history = DamageHistory(size: size)
        guard use(buffer) else { return nil }
        if let scanout, !scanout.isDrawable, keepMemory() == nil { return nil }
    }

    /// Draws the next frame in `buffer`; false, changing nothing, where that has another size.
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

    /// Whether all of the frame is in `memory`.
    package var isInMemory: Bool { current == Region(size.bounds) }

    /// Whether the frame has ten bits of each colour, in memory as on the display.
    package var isDeep: Bool { scanout?.buffer.scanoutFormat.isDeep ?? memory?.format.isDeep ?? false }

    /// What the frame in `memory` is drawn in.
    package var format: PixelFormat { isDeep ? .xrgb2101010 : .xrgb8888 }

    /// Begins a drawn frame that differs from the last one within `damage`, which is drawn. In front of it, or behind its hole, planes
    /// show `elements`, which fill `covered` and change nothing elsewhere; what has changed there is in `hidden`.
    package func begin(
        _ damage: Region<OutputSpace>, below elements: [SceneElement] = [],
        covering covered: Region<OutputSpace> = Region(),
        changed hidden: Region<OutputSpace> = Region(), hole next: Hole? = nil
    ) {
        framesKept = max(0, framesKept - 1)
        if covered.isEmpty, undrawn.isEmpty, hidden.isEmpty, scanout == nil {
            // Nearly all frames in ordinary memory: planes show nothing, and have not lately.
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
        // The other buffers lack this as well once it is seen again; a hole lacks all of it, since it has come.
        undrawn = changed.union(lacking).intersection(covered)
        completion = nil
    }

    /// The pixels that look different in display memory because of another hole.
    private func difference(to next: Hole?) -> Region<OutputSpace> {
        guard let next, !next.isSame(as: hole) else { return Region() }
        // Without a hole, nobody cares for the alpha of what is drawn.
        guard let hole else { return Region(size.bounds) }
        guard hole.place == next.place else { return Region(next.place) }
        return Region([hole.frame, next.frame])
    }

    /// What draws the frame that the display shows by itself, back to front; nil where any of it is drawn.
    package var shownFrame: [SceneElement]? {
        covered == Region(size.bounds) ? coveringElements : nil
    }

    /// What draws the covered pixels, back to front: the elements that planes show, or with those in place of a drawn picture black
    /// behind them.
    package var coveringElements: [SceneElement] { [.fill(.black)] + shownElements }

    /// Records a frame of which nothing is drawn: it differs from the last one within `damage`, where planes show `elements`, back to
    /// front. These fill `covered`, or with nil stand above black in place of a drawn picture.
    package func show(
        _ elements: [SceneElement], _ damage: Region<OutputSpace>, covering covered: Region<OutputSpace>? = nil
    ) {
        let changed = damage.intersection(size.bounds)
        undrawn.formUnion(changed)
        current.subtract(changed)
        shownElements = elements
        self.covered = covered?.intersection(size.bounds) ?? Region(size.bounds)
    }

    /// Reports that a renderer has drawn a frame: these pixels in `memory`, those in display memory alone.
    package func drew(inMemory kept: Region<OutputSpace>, directly: Region<OutputSpace>) {
        current.subtract(directly)
        current.formUnion(kept.intersection(size.bounds))
        outdated = Region()
    }

    /// Reports that pixels of `memory` have been read back from display memory, or from the buffer that is shown.
    package func readBack(_ pixels: Region<OutputSpace>) {
        current.formUnion(pixels.intersection(size.bounds))
    }

    /// The memory to keep the frame in, made if need be; nil when out of memory.
    package func keepMemory() -> MemoryBuffer? {
        if memory == nil { memory = MemoryBuffer(size: size.reinterpreted(), format: format) }
        return memory
    }

    /// Reports that somebody has read the frame, and may well read the next ones.
    package func wasRead() {
        framesKept = Self.keptFrames
    }

    /// Whether the frame had better be drawn in ordinary memory first, because it is going to be read.
    package var isRead: Bool { framesKept > 0 }

    /// Readers of every frame come back much sooner, the next screenshot much later.
    private static let keptFrames = 8
}

/// What a renderer keeps with a target, as long as that lives.
package protocol TargetAttachment: AnyObject {}

/// Another target's frame as a source to draw from: what a controller shows.
package final class FrameSource: Buffer {
    package let target: RenderTarget
    /// What draws the target's frame, back to front, as its sources are now.
    package let elements: [SceneElement]

    package init(_ target: RenderTarget, elements: [SceneElement]) {
        self.target = target
        self.elements = elements
    }

    package var size: Size<BufferSpace> { target.size.reinterpreted() }
    package var stride: Int { target.memory?.stride ?? 0 }
    package var format: PixelFormat { target.format }
    package var hasPixels: Bool { true }

    /// The frame as far as it is in ordinary memory: renderers bring what they read up to date first.
    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        target.memory?.withPixels(body) ?? false
    }
}

/// The damage of the last few frames, which brings a buffer that was drawn some frames ago up to date.
package struct DamageHistory<Space: CoordinateSpace> {
    /// The picture's size; a buffer that is too old lacks all of it.
    private let size: Size<Space>
    private let capacity: Int
    /// Newest last, at most `capacity`.
    private var frames: [Region<Space>] = []

    /// A history that remembers `capacity` frames: the number of buffers in rotation is enough.
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
    /// A buffer's age is the number of frames since it was drawn: 1 for one that holds the frame before the
    /// newest. 0 stands for unknown contents, as `EGL_EXT_buffer_age` has it.
    package func damage(forAge age: Int) -> Region<Space> {
        guard age > 0, age <= frames.count else { return Region(size.bounds) }
        return frames.suffix(age).reduce(into: Region()) { $0.formUnion($1) }
    }
}

/// What is drawn into one target, and the pixels that may be touched.
package struct RenderPass {
    package let target: RenderTarget
    /// Nothing outside is touched; what no element covers inside keeps its pixels.
    package var damage: Region<OutputSpace>
    /// Back to front.
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

/// The bytes that a renderer has read and written since the start, with the processor or the graphics hardware.
package struct MemoryTraffic: Hashable, Sendable {
    /// What the bytes were moved for.
    package enum Path: String, Hashable, Sendable, CaseIterable {
        /// A client's pixels were copied to one screen and scaled to another at once.
        case fused
        /// Operations were drawn.
        case drawn
        /// A frame was copied from ordinary memory to the display's.
        case copied
        /// A frame was read back from the display's memory, or the graphics hardware's.
        case readBack = "read_back"
        /// Pixels in ordinary memory were copied for the graphics hardware to draw from.
        case uploaded
        /// A film's pixels, whose brightness and colours lie apart, were made words for the processor to draw from.
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

    /// Of each path, by its index.
    private var paths = [Bytes](repeating: Bytes(), count: Path.allCases.count)

    package subscript(path: Path) -> Bytes { paths[path.index] }

    package init() {}

    package mutating func count(_ path: Path, read: Int, written: Int) {
        if read == 0, written == 0 { return }
        paths[path.index].read &+= read
        paths[path.index].written &+= written
    }

    /// What two renderers have moved.
    package func adding(_ other: MemoryTraffic) -> MemoryTraffic {
        var sum = self
        for path in Path.allCases { sum.count(path, read: other[path].read, written: other[path].written) }
        return sum
    }

    /// All bytes moved, on whichever path.
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
