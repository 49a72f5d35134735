/// The windows back to front, each in front of its parent.
///
/// A value. Invariants: a child is above its parent, and there are no cycles.
struct StackingOrder<ID: Hashable> {
    private(set) var backToFront: [ID] = []
    private var parents: [ID: ID] = [:]

    var front: ID? { backToFront.last }

    func contains(_ id: ID) -> Bool { backToFront.contains(id) }

    func parent(of id: ID) -> ID? { parents[id] }

    /// Whether `candidate` is an ancestor of a window, or the window itself.
    func isAncestor(_ candidate: ID, of id: ID) -> Bool {
        var current: ID? = id
        while let step = current {
            if step == candidate { return true }
            current = parents[step]
        }
        return false
    }

    /// Inserts a new window at the front.
    mutating func insert(_ id: ID, parent: ID? = nil) {
        guard !contains(id) else { return }
        backToFront.append(id)
        setParent(parent, of: id)
    }

    /// Removes a window; its children get its parent.
    mutating func remove(_ id: ID) {
        let parent = parents.removeValue(forKey: id)
        backToFront.removeAll { $0 == id }
        for (child, its) in parents where its == id { parents[child] = parent }
    }

    /// Sets a window's parent, and raises the window above the parent if needed.
    ///
    /// Returns false if the parent is unknown or the result would be a cycle.
    @discardableResult
    mutating func setParent(_ parent: ID?, of id: ID) -> Bool {
        guard let parent, contains(parent), contains(id) else {
            parents[id] = nil
            return parent == nil
        }
        if isAncestor(id, of: parent) { return false }
        parents[id] = parent
        liftAboveParent(id)
        return true
    }

    /// Raises a window with its whole family: its ancestors below it, its children above it.
    mutating func raise(_ id: ID) {
        guard contains(id) else { return }
        var lineage: [ID] = []
        var current: ID? = id
        while let step = current {
            lineage.append(step)
            current = parents[step]
        }
        for ancestor in lineage.reversed() { moveToFront(familyOf: ancestor) }
    }

    private mutating func moveToFront(familyOf id: ID) {
        let family = takeOut(familyOf: id)
        backToFront += family
    }

    private mutating func liftAboveParent(_ id: ID) {
        guard let parent = parents[id], let own = backToFront.firstIndex(of: id),
            let theirs = backToFront.firstIndex(of: parent), own < theirs
        else { return }
        let family = takeOut(familyOf: id)
        let place = backToFront.firstIndex(of: parent).map { $0 + 1 } ?? backToFront.count
        backToFront.insert(contentsOf: family, at: place)
    }

    /// Removes a window and all its descendants from the stack and returns them in order.
    private mutating func takeOut(familyOf id: ID) -> [ID] {
        // Parents come before their children, so one pass finds them all.
        var members: Set<ID> = [id]
        var family: [ID] = []
        var others: [ID] = []
        for window in backToFront {
            let isMember = window == id || parents[window].map(members.contains) == true
            if isMember { members.insert(window) }
            isMember ? family.append(window) : others.append(window)
        }
        backToFront = others
        return family
    }
}
