import Geometry
import Mirroring
import WaylandBinding

/// The places of all surfaces with contents, back to front.
struct SceneLayout {
    private(set) var placed: [PlacedSurface] = []
    /// The surfaces of each root, as indices of `placed`.
    private var trees: [Range<Int>] = []

    init() {}

    /// The pixel at the origin of the logical space.
    private var origin = Point<ContentSpace>(x: 0, y: 0)

    /// Lays out each root with the subsurfaces below and above it, on a screen that shows `area` of the logical space; nil for a
    /// screen at the origin. Surfaces that are where they were in `last` keep their objects.
    init(
        roots: [PlacedRoot], scale: Scale, area: Rect<LogicalSpace>? = nil, after last: SceneLayout = SceneLayout()
    ) {
        if let area { origin = scale.physical(Point(x: -Double(area.x), y: -Double(area.y))) }
        placed.reserveCapacity(last.placed.count)
        for root in roots {
            let start = placed.count
            place(root.surface, x: root.x, y: root.y, fit: root.fit, scale: scale, after: last)
            trees.append(start..<placed.count)
        }
    }

    /// A subsurface is shown only while all surfaces above it in the tree have contents.
    private mutating func place(
        _ surface: Surface, x: Int, y: Int, fit: WindowFit?, scale: Scale, after last: SceneLayout
    ) {
        guard let geometry = surface.current.geometry else { return }
        for child in surface.current.stack.below {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale, after: last)
        }
        let place = SurfacePlace(x: x, y: y, fit: fit, scale: scale, screen: origin)
        if last.placed.indices.contains(placed.count), last.placed[placed.count].shows(surface, at: place) {
            placed.append(last.placed[placed.count])
        } else {
            placed.append(PlacedSurface(surface, geometry: geometry, at: place))
        }
        for child in surface.current.stack.above {
            self.place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale, after: last)
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

/// Where a layout shows a surface.
private struct SurfacePlace: Equatable {
    /// The surface's corner in the layout.
    let x, y: Int
    /// Scales the layout to the screen; nil if the surface is shown at its own size.
    let fit: WindowFit?
    let scale: Scale
    /// The pixel at the origin of the logical space.
    let screen: Point<ContentSpace>
}

/// A surface with contents at its place in the scene.
///
/// A class, because layouts are searched all the time.
final class PlacedSurface {
    let surface: Surface
    private let place: SurfacePlace
    let geometry: SurfaceGeometry
    /// The surface's rectangle on the screen.
    let frame: Rect<ContentSpace>
    /// The pixels of the surface that hide others, as in `SurfaceState`.
    private let cover: Region<SurfaceSpace>?
    /// The pixels of the scene that the surface covers opaquely.
    let opaque: Region<ContentSpace>
    /// Whether any surface of the tree is not wholly behind opaque ones; see `SceneLayout.findSeen`.
    fileprivate(set) var isSeen = true
    /// The element from the last call of `element`.
    private var made: SceneElement?

    fileprivate init(_ surface: Surface, geometry: SurfaceGeometry, at place: SurfacePlace) {
        self.surface = surface
        self.place = place
        self.geometry = geometry
        let laidOut = Rect<LogicalSpace>(
            x: place.x, y: place.y, width: geometry.size.width, height: geometry.size.height)
        let whole = place.fit?.shown(laidOut, at: place.scale) ?? place.scale.physical(laidOut)
        let screen = place.screen
        let frame = whole.offset(x: Int(clamping: screen.x.rounded()), y: Int(clamping: screen.y.rounded()))
        self.frame = frame
        cover = surface.current.cover
        opaque =
            cover.map { cover in
                cover.mapRects { Self.inner($0, of: geometry.size, on: frame) }.intersection(frame)
            } ?? Region(frame)
    }

    /// True if both show the same surface in the same way. Changes of its contents do not count.
    func isSame(as other: PlacedSurface) -> Bool {
        if self === other { return true }
        return surface === other.surface && frame == other.frame && geometry == other.geometry
            && place.fit == other.place.fit
    }

    /// Whether nothing about this object changes when the surface is laid out at `place`.
    fileprivate func shows(_ surface: Surface, at place: SurfacePlace) -> Bool {
        self.surface === surface && self.place == place && geometry == surface.current.geometry
            && cover == surface.current.cover
    }

    /// Converts a point of the scene to surface coordinates.
    func local(_ point: Point<LogicalSpace>) -> Point<SurfaceSpace> {
        let point = place.fit?.laidOut(point) ?? point
        return Point(x: point.x - Double(place.x), y: point.y - Double(place.y))
    }

    /// Converts a point of the surface to scene coordinates.
    func scenePoint(_ local: Point<SurfaceSpace>) -> Point<LogicalSpace> {
        let point = Point<LogicalSpace>(x: local.x + Double(place.x), y: local.y + Double(place.y))
        return place.fit?.shown(point) ?? point
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
        for tree in trees.reversed() {
            var isSeen = false
            for place in placed[tree].reversed() where !open.isEmpty {
                if !isSeen { isSeen = !open.intersection(place.frame).isEmpty }
                if open.rectCount < Self.maximumRects { open.subtract(place.opaque) }
            }
            for place in placed[tree] { place.isSeen = isSeen }
        }
    }
}
