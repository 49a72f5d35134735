/// A surface's subsurfaces back to front with their positions; some may be below the surface itself.
struct SubsurfaceStack {
    struct Child {
        let subsurface: Subsurface
        /// The position relative to the parent, in its surface coordinates.
        var x = 0
        var y = 0
    }

    private(set) var below: [Child] = []
    private(set) var above: [Child] = []

    var all: [Child] { below.isEmpty ? above : below + above }

    func contains(_ subsurface: Subsurface) -> Bool {
        below.contains { $0.subsurface === subsurface } || above.contains { $0.subsurface === subsurface }
    }

    /// Adds a subsurface at the front, at position (0, 0).
    mutating func append(_ subsurface: Subsurface) {
        above.append(Child(subsurface: subsurface))
    }

    /// Removes a subsurface; returns whether it was there.
    @discardableResult
    mutating func remove(_ subsurface: Subsurface) -> Bool {
        extract(subsurface) != nil
    }

    mutating func move(_ subsurface: Subsurface, toX x: Int, y: Int) {
        for index in below.indices where below[index].subsurface === subsurface {
            (below[index].x, below[index].y) = (x, y)
        }
        for index in above.indices where above[index].subsurface === subsurface {
            (above[index].x, above[index].y) = (x, y)
        }
    }

    /// Places a subsurface above or below a sibling; false when the sibling is not in the stack.
    mutating func place(_ subsurface: Subsurface, _ side: Side, sibling: Subsurface) -> Bool {
        guard contains(sibling), sibling !== subsurface, let child = extract(subsurface) else { return false }
        let step = side == .above ? 1 : 0
        if let index = below.firstIndex(where: { $0.subsurface === sibling }) {
            below.insert(child, at: index + step)
        } else if let index = above.firstIndex(where: { $0.subsurface === sibling }) {
            above.insert(child, at: index + step)
        }
        return true
    }

    /// Places a subsurface directly above or below the parent.
    mutating func placeNextToParent(_ subsurface: Subsurface, _ side: Side) {
        guard let child = extract(subsurface) else { return }
        switch side {
        case .above: above.insert(child, at: 0)
        case .below: below.append(child)
        }
    }

    enum Side {
        case above, below
    }

    private mutating func extract(_ subsurface: Subsurface) -> Child? {
        if let index = below.firstIndex(where: { $0.subsurface === subsurface }) { return below.remove(at: index) }
        if let index = above.firstIndex(where: { $0.subsurface === subsurface }) { return above.remove(at: index) }
        return nil
    }
}
