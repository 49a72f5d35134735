import Geometry

/// One item to draw: a box's background or an element.
struct HUDItem {
    enum Part: Hashable {
        case background, element
    }

    let box: PlacedBox
    let part: Part
    /// Whether the item is in the cached layer: it is stable, and no element that changes often lies beneath it.
    let isFlattened: Bool

    /// Whether drawing only a part gives identical pixels.
    ///
    /// Curves and text do not, because cairo's antialiasing varies with the clip.
    var isDivisible: Bool {
        part == .background ? box.radius == 0 : box.element?.kind == .background
    }

    /// The pixels that the item may touch.
    var rect: Rect<OutputSpace> { part == .background ? box.rect : box.inner }

    /// All items of a tree of boxes, in drawing order.
    static func items(of root: PlacedBox) -> [HUDItem] {
        var items: [HUDItem] = []
        var lively = Region<OutputSpace>()
        add(root, to: &items, &lively)
        return items
    }

    private static func add(_ box: PlacedBox, to items: inout [HUDItem], _ lively: inout Region<OutputSpace>) {
        if box.background != nil { add(box, .background, isStable: true, to: &items, &lively) }
        if let element = box.element { add(box, .element, isStable: element.isStable, to: &items, &lively) }
        for child in box.children { add(child, to: &items, &lively) }
    }

    private static func add(
        _ box: PlacedBox, _ part: Part, isStable: Bool, to items: inout [HUDItem],
        _ lively: inout Region<OutputSpace>
    ) {
        let rect = part == .background ? box.rect : box.inner
        let isFlattened = isStable && lively.intersection(rect).isEmpty
        if !isFlattened { lively.formUnion(rect) }
        items.append(HUDItem(box: box, part: part, isFlattened: isFlattened))
    }
}
