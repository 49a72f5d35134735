import Geometry
import Mirroring
import WaylandBinding

/// The places of all surfaces with contents, back to front.
struct SceneLayout {
    private(set) var placed: [PlacedSurface] = []

    init() {}

    /// Lays out each root with the subsurfaces below and above it.
    init(roots: [PlacedRoot], scale: Scale) {
        for root in roots { place(root.surface, x: root.x, y: root.y, fit: root.fit, scale: scale) }
    }

    /// A subsurface is shown only while all surfaces above it in the tree have contents.
    private mutating func place(_ surface: Surface, x: Int, y: Int, fit: WindowFit?, scale: Scale) {
        guard let geometry = surface.current.geometry else { return }
        for child in surface.current.stack.below {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
        placed.append(PlacedSurface(surface, geometry: geometry, x: x, y: y, fit: fit, scale: scale))
        for child in surface.current.stack.above {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
    }

    /// The frontmost surface that takes input at the point.
    func hit(at point: Point<LogicalSpace>) -> PlacedSurface? {
        guard point.isFinite else { return nil }
        return placed.last { $0.takesInput(at: point) }
    }

    func place(of surface: Surface) -> PlacedSurface? {
        placed.first { $0.surface === surface }
    }

    /// True if both layouts show the same surfaces at the same places.
    func isSame(as other: SceneLayout) -> Bool {
        placed.count == other.placed.count && zip(placed, other.placed).allSatisfy { $0.isSame(as: $1) }
    }

    /// The pixels that differ between two layouts whose contents did not change.
    ///
    /// The common start and end of both lists are unchanged; everything between counts as changed, in both.
    func difference(from old: SceneLayout) -> Region<ContentSpace> {
        let common = min(placed.count, old.placed.count)
        var prefix = 0
        while prefix < common, placed[prefix].isSame(as: old.placed[prefix]) { prefix += 1 }
        var suffix = 0
        while suffix < common - prefix,
            placed[placed.count - 1 - suffix].isSame(as: old.placed[old.placed.count - 1 - suffix])
        {
            suffix += 1
        }
        var damage = Region<ContentSpace>()
        for changed in placed[prefix..<(placed.count - suffix)] { damage.formUnion(changed.frame) }
        for changed in old.placed[prefix..<(old.placed.count - suffix)] { damage.formUnion(changed.frame) }
        return damage
    }
}

/// A surface with contents at its place in the scene. A class, because layouts are gone through all the time.
final class PlacedSurface {
    let surface: Surface
    /// The surface's corner in the layout.
    private let origin: Point<LogicalSpace>
    /// Scales the layout down to the screen; nil where it is shown at its own size.
    private let fit: WindowFit?
    let geometry: SurfaceGeometry
    /// The surface's rectangle on the screen.
    let frame: Rect<ContentSpace>
    /// The pixels of the scene that the surface covers opaquely.
    let opaque: Region<ContentSpace>
    /// Whether each pixel of the buffer is one of the scene, as most are.
    private let isPlain: Bool

    init(_ surface: Surface, geometry: SurfaceGeometry, x: Int, y: Int, fit: WindowFit?, scale: Scale) {
        self.surface = surface
        self.geometry = geometry
        origin = Point(x: Double(x), y: Double(y))
        self.fit = fit
        let place = Rect<LogicalSpace>(x: x, y: y, width: geometry.size.width, height: geometry.size.height)
        let frame = fit?.shown(place, at: scale) ?? scale.physical(place)
        self.frame = frame
        isPlain =
            geometry.transform == .normal && geometry.buffer == frame.size.reinterpreted()
            && geometry.crop == SourceBox(whole: geometry.buffer)
        opaque =
            surface.current.cover.map { cover in
                cover.mapRects(Projection(of: geometry.size, on: frame).inner).intersection(frame)
            } ?? Region(frame)
    }

    /// True if the picture and its place are the same, as long as the contents do not change.
    func isSame(as other: PlacedSurface) -> Bool {
        surface === other.surface && frame == other.frame && geometry == other.geometry && fit == other.fit
    }

    /// Converts a point of the scene to surface coordinates.
    func local(_ point: Point<LogicalSpace>) -> Point<SurfaceSpace> {
        let point = fit?.laidOut(point) ?? point
        return Point(x: point.x - origin.x, y: point.y - origin.y)
    }

    /// Converts a point of the surface to scene coordinates.
    func scenePoint(_ local: Point<SurfaceSpace>) -> Point<LogicalSpace> {
        let point = Point<LogicalSpace>(x: local.x + origin.x, y: local.y + origin.y)
        return fit?.shown(point) ?? point
    }

    /// True if the point is in the surface's input region.
    func takesInput(at point: Point<LogicalSpace>) -> Bool {
        // A drag icon is always under the pointer and must not hide the surfaces below it.
        if surface.root.roleKind == .dragIcon { return false }
        let local = local(point)
        guard Rect<SurfaceSpace>(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height).contains(local)
        else { return false }
        return surface.current.input?.contains(local) ?? true
    }

    /// The element to draw; nil if empty.
    var element: SceneElement? {
        guard let content = surface.current.content, !frame.isEmpty else { return nil }
        var element = SceneElement(
            source: content.buffer, crop: geometry.crop,
            transform: content.buffer.isInverted ? geometry.transform.followed(by: .flipped180) : geometry.transform,
            destination: frame, opaque: opaque)
        element.version = surface.current.version
        return element
    }

    /// Converts a surface's damage to pixels of the scene.
    func project(_ damage: SurfaceDamage) -> Region<ContentSpace> {
        if isPlain, damage.surface.isEmpty, surface.current.content?.buffer.isInverted != true {
            return damage.buffer.intersection(geometry.buffer.bounds).reinterpreted(as: ContentSpace.self)
                .offset(x: frame.x, y: frame.y)
        }
        var result = damage.surface.mapRects(Projection(of: geometry.size, on: frame, reach: reach).outer)
        if !damage.buffer.isEmpty {
            let buffer = wholeDamage(damage.buffer.intersection(geometry.buffer.bounds)).mapRects(geometry.upright)
            result.formUnion(buffer.mapRects(bufferProjection.outer))
        }
        return result.intersection(frame)
    }

    /// Clients disagree on the origin of damage in an inverted buffer, so both places are damaged.
    private func wholeDamage(_ damage: Region<BufferSpace>) -> Region<BufferSpace> {
        guard surface.current.content?.buffer.isInverted == true else { return damage }
        var result = damage
        let mirrored: Region<BufferSpace> = damage.mapRects {
            Transform.flipped180.apply(to: $0, within: geometry.buffer)
        }
        result.formUnion(mirrored)
        return result
    }

    private var bufferProjection: Projection<BufferSpace> {
        Projection(source: geometry.crop, target: frame, reach: reach)
    }

    /// How far, in target pixels, a buffer pixel shows beyond its own place: 0 without resampling, else the width of a
    /// bilinear filter.
    private var reach: Int {
        let (width, height) = (Double(frame.width), Double(frame.height))
        let isWhole = geometry.crop.x == geometry.crop.x.rounded() && geometry.crop.y == geometry.crop.y.rounded()
        if isWhole, geometry.crop.width == width, geometry.crop.height == height { return 0 }
        let growth = max(width / geometry.crop.width, height / geometry.crop.height, 1)
        return Projection<SurfaceSpace>.whole(growth.rounded(.up))
    }
}

/// Maps rectangles of a source box to the target rectangle that it is scaled to.
private struct Projection<Source: CoordinateSpace> {
    let source: SourceBox
    let target: Rect<ContentSpace>
    /// Pixels added around an outer rectangle.
    let reach: Int

    /// A surface of this size, all of which is shown.
    init(of size: Size<SurfaceSpace>, on target: Rect<ContentSpace>, reach: Int = 0) where Source == SurfaceSpace {
        source = SourceBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
        self.target = target
        self.reach = reach
    }

    init(source: SourceBox, target: Rect<ContentSpace>, reach: Int) {
        (self.source, self.target, self.reach) = (source, target, reach)
    }

    /// The target pixels that the rectangle touches.
    func outer(_ rect: Rect<Source>) -> Rect<ContentSpace> {
        map(rect, low: .down, high: .up, margin: reach)
    }

    /// The target pixels that lie wholly within the rectangle.
    func inner(_ rect: Rect<Source>) -> Rect<ContentSpace> {
        map(rect, low: .up, high: .down, margin: 0)
    }

    private func map(
        _ rect: Rect<Source>, low: FloatingPointRoundingRule, high: FloatingPointRoundingRule, margin: Int
    ) -> Rect<ContentSpace> {
        let (w, h) = (Double(target.width), Double(target.height))
        let left = Self.whole(((Double(rect.x) - source.x) * w / source.width).rounded(low)) - margin
        let right = Self.whole(((Double(rect.maxX) - source.x) * w / source.width).rounded(high)) + margin
        let top = Self.whole(((Double(rect.y) - source.y) * h / source.height).rounded(low)) - margin
        let bottom = Self.whole(((Double(rect.maxY) - source.y) * h / source.height).rounded(high)) + margin
        return Rect(x: target.x + left, y: target.y + top, width: max(0, right - left), height: max(0, bottom - top))
    }

    /// The value as a whole number, clamped far from overflow.
    static func whole(_ value: Double) -> Int {
        let limit = 1e12
        return value.isNaN ? 0 : Int(max(-limit, min(limit, value)))
    }
}

/// The damage since the scene was last read.
struct ContentDamage {
    /// Few at a time: looking through them costs less than a table would.
    private var bySurface: [Damaged] = []
    private var pixels = BoundedRegion<ContentSpace>(limit: maximumRects)
    private var isCursorDamaged = false

    private struct Damaged {
        let surface: Surface
        var damage: SurfaceDamage
    }

    /// With more rectangles the damage is coarsened, so that one surface cannot make the damage of others expensive.
    static let maximumRects = 256

    mutating func add(_ damage: SurfaceDamage, of surface: Surface) {
        if damage.isEmpty { return }
        if let index = bySurface.firstIndex(where: { $0.surface === surface }) {
            bySurface[index].damage.formUnion(damage)
        } else {
            bySurface.append(Damaged(surface: surface, damage: damage))
        }
    }

    mutating func add(_ damage: Region<ContentSpace>) {
        pixels.formUnion(damage)
    }

    /// Converts the surfaces' damage to pixels of the scene, by their places in its layout; of the cursor's surfaces it
    /// only records that they are damaged.
    ///
    /// Occluded damage is dropped: updates of a hidden window cost next to nothing. The cursor hides nothing, because
    /// it may be shown without being drawn into the scene.
    mutating func project(_ layout: SceneLayout, cursor: SceneLayout = SceneLayout()) {
        if bySurface.isEmpty { return }
        if bySurface.contains(where: { cursor.place(of: $0.surface) != nil }) { isCursorDamaged = true }
        var hidden = Region<ContentSpace>()
        for placed in layout.placed.reversed() {
            if let damaged = bySurface.first(where: { $0.surface === placed.surface }) {
                pixels.formUnion(placed.project(damaged.damage).subtracting(hidden))
            }
            if hidden.rectCount < Self.maximumRects { hidden.formUnion(placed.opaque) }
        }
        bySurface = []
    }

    /// Whether the cursor's picture has changed since the last call.
    mutating func takeCursorDamage() -> Bool {
        defer { isCursorDamaged = false }
        return isCursorDamaged
    }

    /// Takes the damaged pixels, whether or not a screen shows them.
    mutating func take() -> Region<ContentSpace> {
        defer { pixels = BoundedRegion(limit: Self.maximumRects) }
        return pixels.region
    }
}

extension SceneLayout {
    /// The surface that covers all of an area with an opaque picture, with nothing of another client in front; nil for none.
    ///
    /// What the same client has in front, such as subtitles, counts as a part of its picture.
    func covering(_ area: Rect<ContentSpace>) -> Surface? {
        var client: Client?
        for placed in placed.reversed() where !placed.frame.intersection(area).isEmpty {
            let surface = placed.surface
            if let client, client !== surface.client { return nil }
            client = surface.client
            if Region(area).subtracting(placed.opaque).isEmpty { return surface }
        }
        return nil
    }

    /// The surfaces of the trees of which any surface is seen on `screens`: not wholly behind opaque ones.
    ///
    /// What a client has in front of its own surface, such as the frames of a player, shows that surface.
    func seen(on screens: Region<ContentSpace>) -> [Surface] {
        var open = screens
        var roots: Set<ObjectIdentifier> = []
        for placed in placed.reversed() where !open.isEmpty {
            if !open.intersection(placed.frame).isEmpty { roots.insert(ObjectIdentifier(placed.surface.root)) }
            if open.rectCount < ContentDamage.maximumRects { open.subtract(placed.opaque) }
        }
        return placed.map(\.surface).filter { roots.contains(ObjectIdentifier($0.root)) }
    }
}
