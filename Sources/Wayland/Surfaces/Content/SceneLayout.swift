import Geometry
import Mirroring
import WaylandBinding

/// The places of all surfaces with contents, back to front.
struct SceneLayout {
    private(set) var placed: [PlacedSurface] = []

    init() {}

    /// The pixel at the origin of the logical space.
    private var origin = Point<ContentSpace>(x: 0, y: 0)

    /// Lays out each root with the subsurfaces below and above it, on a screen that shows `area` of the logical space; nil for a
    /// screen at the origin.
    init(roots: [PlacedRoot], scale: Scale, area: Rect<LogicalSpace>? = nil) {
        if let area { origin = scale.physical(Point(x: -Double(area.x), y: -Double(area.y))) }
        for root in roots { place(root.surface, x: root.x, y: root.y, fit: root.fit, scale: scale) }
    }

    /// A subsurface is shown only while all surfaces above it in the tree have contents.
    private mutating func place(_ surface: Surface, x: Int, y: Int, fit: WindowFit?, scale: Scale) {
        guard let geometry = surface.current.geometry else { return }
        for child in surface.current.stack.below {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
        placed.append(PlacedSurface(surface, geometry: geometry, x: x, y: y, fit: fit, scale: scale, seenFrom: origin))
        for child in surface.current.stack.above {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
    }

    /// The elements that draw the layout, back to front.
    var elements: [SceneElement] {
        var elements: [SceneElement] = []
        elements.reserveCapacity(placed.count)
        for placed in placed { if let element = placed.element { elements.append(element) } }
        return elements
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
}

/// A surface with contents at its place in the scene.
///
/// A class, because layouts are searched all the time.
final class PlacedSurface {
    let surface: Surface
    /// The surface's corner in the layout.
    private let origin: Point<LogicalSpace>
    /// Scales the layout to the screen; nil if the surface is shown at its own size.
    private let fit: WindowFit?
    let geometry: SurfaceGeometry
    /// The surface's rectangle on the screen.
    let frame: Rect<ContentSpace>
    /// The pixels of the scene that the surface covers opaquely.
    let opaque: Region<ContentSpace>
    /// Whether any surface of the tree is not wholly behind opaque ones; see `SceneLayout.findSeen`.
    fileprivate(set) var isSeen = true
    /// The element from the last call of `element`.
    private var made: SceneElement?

    init(
        _ surface: Surface, geometry: SurfaceGeometry, x: Int, y: Int, fit: WindowFit?, scale: Scale,
        seenFrom screen: Point<ContentSpace>
    ) {
        self.surface = surface
        self.geometry = geometry
        origin = Point(x: Double(x), y: Double(y))
        self.fit = fit
        let place = Rect<LogicalSpace>(x: x, y: y, width: geometry.size.width, height: geometry.size.height)
        let whole = fit?.shown(place, at: scale) ?? scale.physical(place)
        let frame = whole.offset(x: Int(clamping: screen.x.rounded()), y: Int(clamping: screen.y.rounded()))
        self.frame = frame
        opaque =
            surface.current.cover.map { cover in
                cover.mapRects { Self.inner($0, of: geometry.size, on: frame) }.intersection(frame)
            } ?? Region(frame)
    }

    /// True if both show the same surface in the same way. Changes of its contents do not count.
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
        if surface.root.role?.takesInput == false { return false }
        let local = local(point)
        guard Rect<SurfaceSpace>(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height).contains(local)
        else { return false }
        return surface.current.input?.contains(local) ?? true
    }

    /// The pixels of the scene in which the surface takes input.
    var input: Region<ContentSpace> {
        guard let region = surface.current.input else { return Region(frame) }
        return region.mapRects { Self.inner($0, of: geometry.size, on: frame) }.intersection(frame)
    }

    /// The element to draw; nil without contents or with an empty frame.
    var element: SceneElement? {
        guard let content = surface.current.content, !frame.isEmpty else { return nil }
        let changes = surface.current.changes
        if let made, made.source === content.buffer, made.version == changes.version { return made }
        var element = SceneElement(
            source: content.buffer, crop: geometry.crop,
            transform: content.buffer.isInverted ? geometry.transform.followed(by: .flipped180) : geometry.transform,
            destination: frame, opaque: opaque, owner: surface.identity)
        element.changes = changes
        made = element
        return element
    }

    /// The pixels of `target` that lie wholly within `rect`, when a surface of this size fills the target.
    private static func inner(
        _ rect: Rect<SurfaceSpace>, of size: Size<SurfaceSpace>, on target: Rect<ContentSpace>
    ) -> Rect<ContentSpace> {
        func place(_ value: Int, _ length: Int, _ scaled: Int, _ rule: FloatingPointRoundingRule) -> Int {
            Int(clamping: (Double(value) * Double(scaled) / Double(length)).rounded(rule))
        }
        let left = place(rect.x, size.width, target.width, .up)
        let right = place(rect.maxX, size.width, target.width, .down)
        let top = place(rect.y, size.height, target.height, .up)
        let bottom = place(rect.maxY, size.height, target.height, .down)
        return Rect(
            x: target.x.addingClamped(left), y: target.y.addingClamped(top),
            width: max(0, right.subtractingClamped(left)), height: max(0, bottom.subtractingClamped(top)))
    }
}

extension SceneLayout {
    /// The surface whose opaque picture covers all of an area; nil if there is none, or if another client is in front.
    ///
    /// Surfaces of the same client in front, such as subtitles, count as a part of its picture.
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

    /// The limit of the open area's rectangles. Beyond the limit, further surfaces count as hiding nothing.
    private static let maximumRects = 256

    /// The surfaces that are seen, after `findSeen`.
    var seen: [PlacedSurface] { placed.filter(\.isSeen) }

    /// Finds the surfaces of all trees that are seen on `screens`.
    ///
    /// A tree is seen if any of its surfaces is not wholly behind opaque ones.
    ///
    /// A surface that is hidden only by its own subsurface, such as a player's video, thus counts as seen.
    func findSeen(on screens: Region<ContentSpace>) {
        var open = screens
        var roots: Set<ObjectIdentifier> = []
        for placed in placed.reversed() where !open.isEmpty {
            if !open.intersection(placed.frame).isEmpty { roots.insert(ObjectIdentifier(placed.surface.root)) }
            if open.rectCount < Self.maximumRects { open.subtract(placed.opaque) }
        }
        for placed in placed { placed.isSeen = roots.contains(ObjectIdentifier(placed.surface.root)) }
    }
}
