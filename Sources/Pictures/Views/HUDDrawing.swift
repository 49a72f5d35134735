package import Geometry
package import Mirroring

/// A bar of one layout and size, redrawn incrementally.
///
/// Two pictures of the bar's size are kept: the one on screen, and the layer, which holds all stable elements flattened. An element has
/// changed if its content differs from its last content. A changed stable element is drawn into the layer. For each changed rectangle, the
/// layer is then copied to the picture, and the other elements are drawn over it.
package final class HUDDrawing {
    package let layout: HUDLayout
    package let size: Size<OutputSpace>
    /// The element kinds without a value, which take no room.
    package let absent: Set<HUDElement.Kind>
    private let renderer: HUDRenderer
    private let pool: CanvasPool
    private let canvas: Canvas
    private let layer: Canvas
    private let items: [HUDItem]
    private var shown: [HUDContent?]
    private var isDrawn = false

    /// Nil if memory for a bar of this size is lacking.
    package init?(
        layout: HUDLayout, size: Size<OutputSpace>, absent: Set<HUDElement.Kind> = [], renderer: HUDRenderer,
        pool: CanvasPool
    ) {
        guard let canvas = pool.take(size) else { return nil }
        guard let layer = pool.take(size) else {
            pool.give(canvas)
            return nil
        }
        self.layout = layout
        self.size = size
        self.absent = absent
        self.renderer = renderer
        self.pool = pool
        self.canvas = canvas
        self.layer = layer
        items = HUDItem.items(of: layout.placed(at: size, absent: absent))
        shown = Array(repeating: nil, count: items.count)
    }

    deinit {
        pool.give(canvas)
        pool.give(layer)
    }

    /// The picture as last drawn; nil before the first drawing.
    package var picture: MemoryBuffer? { isDrawn ? canvas.buffer : nil }

    /// The rectangles of all elements of a kind.
    package func places(of kind: HUDElement.Kind) -> [Rect<OutputSpace>] {
        items.compactMap { $0.box.element?.kind == kind && $0.part == .element ? $0.rect : nil }
    }

    /// Whether the bar shows the elapsed time and must be redrawn each second.
    package var hasClock: Bool { items.contains { $0.box.element?.kind == .clock } }

    /// Whether the bar shows comments, which may fade.
    var hasComments: Bool { items.contains { $0.box.element?.kind == .comments } }

    /// Scrolls the comments back by a distance in pixels, as far as there are comments.
    package func scrolled(_ scroll: CommentScroll, by distance: Double, _ model: HUDModel) -> CommentScroll {
        guard let box = items.lazy.map(\.box).first(where: { $0.element?.kind == .comments }), let element = box.element
        else { return scroll }
        let place = ElementPlace(rect: box.inner, style: box.style, element: element)
        let (lines, room) = renderer.scrollLines(model, place)
        var next = scroll
        next.scroll(by: distance, among: lines, room: room)
        return next
    }

    /// Updates the picture to `model` at an instant; returns the pixels that may have changed.
    package func draw(
        _ model: HUDModel, at now: Timestamp, scrolled: CommentScroll = CommentScroll()
    ) -> Region<OutputSpace> {
        var stale = Region<OutputSpace>()
        var staleLayer = Region<OutputSpace>()
        for (index, item) in items.enumerated() {
            guard item.part == .element, let element = item.box.element else { continue }
            let content = HUDContent(element, model, at: now, scrolled: scrolled)
            if shown[index] == content { continue }
            shown[index] = content
            stale.formUnion(item.rect)
            if item.isFlattened { staleLayer.formUnion(item.rect) }
        }
        if !isDrawn {
            stale = Region(size.bounds)
            staleLayer = stale
            isDrawn = true
        }
        if stale.isEmpty { return stale }
        flatten(&staleLayer)
        stale.formUnion(staleLayer)
        compose(&stale)
        return stale
    }

    /// Redraws the stable items in a part of the layer; grows the part to indivisible items.
    private func flatten(_ stale: inout Region<OutputSpace>) {
        if stale.isEmpty { return }
        let flattened = items.indices.filter { items[$0].isFlattened }
        grow(&stale, flattened)
        for rect in stale.rects { layer.fill(rect, Self.ground) }
        draw(flattened, in: stale, on: layer)
    }

    /// Redraws a part of the picture; grows the part to indivisible items.
    private func compose(_ stale: inout Region<OutputSpace>) {
        let lively = items.indices.filter { !items[$0].isFlattened }
        grow(&stale, lively)
        for rect in stale.rects { canvas.copy(rect, from: layer) }
        draw(lively, in: stale, on: canvas)
    }

    /// Adds the whole of each indivisible item that lies partly in `stale`.
    private func grow(_ stale: inout Region<OutputSpace>, _ drawn: [Int]) {
        var hasGrown = true
        while hasGrown {
            hasGrown = false
            for item in drawn.map({ items[$0] }) where !item.isDivisible {
                let whole = Region(item.rect)
                guard !stale.intersection(whole).isEmpty, !whole.subtracting(stale).isEmpty else { continue }
                stale.formUnion(whole)
                hasGrown = true
            }
        }
    }

    private func draw(_ drawn: [Int], in stale: Region<OutputSpace>, on canvas: Canvas) {
        for index in drawn {
            let item = items[index]
            let part = stale.intersection(item.rect)
            if part.isEmpty { continue }
            if item.isDivisible {
                for rect in part.rects { canvas.clipped(to: rect) { draw(index, on: canvas) } }
            } else {
                draw(index, on: canvas)
            }
        }
    }

    private func draw(_ index: Int, on canvas: Canvas) {
        switch items[index].part {
        case .background: renderer.fill(items[index].box, on: canvas)
        case .element: if let content = shown[index] { renderer.draw(content, of: items[index].box, on: canvas) }
        }
    }

    /// The opaque background of every bar.
    package static let ground = HUDColor(0x10151B)
}
