package import Geometry

/// An element that the display may show by itself.
///
/// The element is a client's buffer, which the display controller crops, scales and places as needed. In place of a
/// drawn frame, the element is the whole frame except for black around it and what is drawn in front. In front of a
/// drawn frame, the element is a window.
package struct ScanoutChoice {
    /// The element, opaque and within the screen.
    package let element: PlaneElement
    /// The elements that are drawn in front of `element`, from back to front.
    package let above: [SceneElement]
    /// The pixels that `above` may touch, or nil where there are none.
    package private(set) var frontFrame: Rect<OutputSpace>?

    /// This choice with `frontFrame` limited to the pixels of `element`.
    package var within: ScanoutChoice {
        var within = self
        let seen = frontFrame?.intersection(element.destination)
        within.frontFrame = seen.flatMap { $0.isEmpty ? nil : $0 }
        return within
    }

    /// The layer that shows elements, from back to front, on a screen; throws the reason why something must be drawn.
    package init(of elements: [SceneElement], on screen: Size<OutputSpace>) throws(LayerRefusal) {
        let screen = screen.bounds.reinterpreted(as: ContentSpace.self)
        guard let last = elements.lastIndex(where: { $0.isSeen(on: screen) }) else { throw .partial }
        do throws(LayerRefusal) {
            self = try ScanoutChoice(at: last, of: elements, under: [], on: screen)
        } catch {
            guard let under = Self.candidate(of: elements, under: last, on: screen) else { throw error }
            self = under
        }
    }

    /// The frontmost client's buffer that is seen well enough behind the elements in front.
    private static func candidate(
        of elements: [SceneElement], under last: Int, on screen: Rect<ContentSpace>
    ) -> ScanoutChoice? {
        for index in (0...last).reversed() where elements[index].isSeen(on: screen) {
            guard index < last, elements[index].source.dmabuf != nil else { continue }
            let above = elements[(index + 1)...last].filter { $0.isSeen(on: screen) }
            if let layer = try? ScanoutChoice(at: index, of: elements, under: above, on: screen),
                layer.isSeen(on: screen)
            {
                return layer
            }
        }
        return nil
    }

    private init(
        at index: Int, of elements: [SceneElement], under above: [SceneElement], on screen: Rect<ContentSpace>
    ) throws(LayerRefusal) {
        let below = elements[..<index]
        // Without the elements in front, a covering element below might be shown.
        let inTheWay: LayerRefusal = below.contains { $0.covers(screen) } ? .behindPicture : .partial
        let shown = elements[index]
        if shown.isBackground { throw inTheWay }
        let layer = shown.destination.intersection(screen)
        let around = Region(screen).subtracting(Region(layer))
        guard below.isBlack(in: around) else { throw inTheWay }
        guard shown.source.dmabuf != nil else { throw around.isEmpty ? .memory : .partial }
        let isOpaque = !shown.source.format.hasAlpha || Region(layer).subtracting(shown.opaque).isEmpty
        guard isOpaque, shown.cornerRadius == 0 else { throw .partial }
        var part = shown.cut(to: layer)
        part.opaque = Region(layer)
        element = PlaneElement(.client, part)
        self.above = above
        frontFrame = above.isEmpty ? nil : Self.frame(of: above, on: screen)
    }

    /// The pixels of elements on a screen, on a grid, so that small moves and growth keep the buffers.
    private static func frame(of above: [SceneElement], on screen: Rect<ContentSpace>) -> Rect<OutputSpace> {
        let seen = above.reduce(Rect.zero) { $0.union($1.destination.intersection(screen)) }
        let (left, top) = (seen.x / grid * grid, seen.y / grid * grid)
        let (right, bottom) = ((seen.maxX + grid - 1) / grid * grid, (seen.maxY + grid - 1) / grid * grid)
        return Rect<ContentSpace>(left: left, top: top, right: right, bottom: bottom).intersection(screen)
            .reinterpreted()
    }

    private static let grid = 64

    /// A window in front of a drawn frame, or nil where it is translucent or less than half visible.
    ///
    /// `above` has what is drawn in front of the window, and `frontFrame` the pixels of `above` within the window.
    /// Other planes show `others` in front.
    package init?(
        windowAt index: Int, of elements: [SceneElement], on screen: Size<OutputSpace>,
        inFrontOf others: [ScanoutChoice]
    ) {
        let screen = screen.bounds.reinterpreted(as: ContentSpace.self)
        let shown = elements[index]
        let place = shown.destination.intersection(screen)
        guard !place.isEmpty, shown.cornerRadius == 0, Region(place).subtracting(shown.hiding).isEmpty else {
            return nil
        }
        let inFront = elements[(index + 1)...].filter {
            !$0.destination.intersection(place).isEmpty && !$0.isTransparent
        }
        let hidden = inFront.reduce(into: Region<ContentSpace>()) { $0.formUnion($1.hiding.intersection(place)) }
        guard hidden.area * 2 <= place.size.area else { return nil }
        var part = shown.cut(to: place)
        part.opaque = Region(place)
        element = PlaneElement(.client, part)
        above = inFront.filter { element in
            !others.contains { $0.element.element.identity === element.identity }
        }
        frontFrame = above.isEmpty ? nil : Self.frame(of: above, on: place)
    }

    /// Whether the layer takes half of the screen and half of the layer is visible.
    ///
    /// A smaller window among others is better drawn.
    private func isSeen(on screen: Rect<ContentSpace>) -> Bool {
        let hidden = above.reduce(into: Region<ContentSpace>()) { $0.formUnion($1.opaque) }
        let area = element.destination.size.area
        return area * 2 >= screen.size.area && Region(element.element.destination).subtracting(hidden).area * 2 >= area
    }
}

extension ArraySlice<SceneElement> {
    /// Whether these elements, from back to front, draw only black in a region.
    fileprivate func isBlack(in region: Region<ContentSpace>) -> Bool {
        var rest = region
        for element in reversed() where !rest.isEmpty {
            if rest.intersection(element.destination).isEmpty || element.isTransparent { continue }
            guard element.color == .black else { return false }
            rest.subtract(Region(element.destination))
        }
        return rest.isEmpty
    }
}

extension SceneElement {
    /// Whether the element draws something visible on the screen.
    fileprivate func isSeen(on screen: Rect<ContentSpace>) -> Bool {
        !destination.intersection(screen).isEmpty && !isTransparent
    }

    fileprivate func covers(_ screen: Rect<ContentSpace>) -> Bool {
        !isBackground && destination.contains(screen)
    }
}
