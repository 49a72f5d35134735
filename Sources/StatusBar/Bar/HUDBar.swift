import Geometry
import Mirroring

/// One bar of a certain layout and size, drawn with as little work as its changes allow.
///
/// Two pictures of the bar's size are kept: the one that is composed, which everything is drawn straight into, and the
/// layer, which holds all that is stable, flattened. What changed is found by comparing what each element shows with
/// what it showed last. A stable element that changed is drawn into the layer; then, for each rectangle that changed,
/// the layer is copied to the picture and the other elements there are drawn over it.
package final class HUDBar {
    package let layout: HUDLayout
    package let size: Size<OutputSpace>
    /// What takes no room, as there is nothing of it to show.
    package let absent: Set<HUDElement.Kind>
    private let renderer: HUDRenderer
    private let pool: CanvasPool
    private let canvas: Canvas
    private let layer: Canvas
    private let items: [BarItem]
    private var shown: [HUDContent?]
    private var isDrawn = false

    /// Nil where there is no memory for a bar of this size.
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
        items = BarItem.items(of: layout.placed(at: size, absent: absent))
        shown = Array(repeating: nil, count: items.count)
    }

    deinit {
        pool.give(canvas)
        pool.give(layer)
    }

    /// The picture as it was last drawn; nil before that.
    package var picture: PixelBuffer? { isDrawn ? canvas.buffer : nil }

    /// Where the elements of a kind are.
    package func places(of kind: HUDElement.Kind) -> [Rect<OutputSpace>] {
        items.compactMap { $0.box.element?.kind == kind && $0.part == .element ? $0.rect : nil }
    }

    /// Whether the picture shows the elapsed time and so must be drawn each second.
    package var hasClock: Bool { items.contains { $0.box.element?.kind == .clock } }

    /// Brings the picture up to what `model` says at an instant; returns the pixels that may differ from before.
    package func draw(_ model: HUDModel, at now: Timestamp) -> Region<OutputSpace> {
        var stale = Region<OutputSpace>()
        var staleLayer = Region<OutputSpace>()
        for (index, item) in items.enumerated() {
            guard item.part == .element, let element = item.box.element else { continue }
            let content = HUDContent(element, model, at: now)
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

    /// Redraws the stable things in a part of the layer; the part grows to what must be drawn with it.
    private func flatten(_ stale: inout Region<OutputSpace>) {
        if stale.isEmpty { return }
        let flattened = items.indices.filter { items[$0].isFlattened }
        grow(&stale, flattened)
        for rect in stale.rects { layer.fill(rect, Self.ground) }
        draw(flattened, in: stale, on: layer)
    }

    /// Redraws a part of the picture; the part grows to what must be drawn with it.
    private func compose(_ stale: inout Region<OutputSpace>) {
        let lively = items.indices.filter { !items[$0].isFlattened }
        grow(&stale, lively)
        for rect in stale.rects { canvas.copy(rect, from: layer) }
        draw(lively, in: stale, on: canvas)
    }

    /// Adds all of each thing that lies partly in `stale` and would not come out the same in part.
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

    /// Beneath everything: a bar has no holes.
    package static let ground = HUDColor(0x10151B)
}
