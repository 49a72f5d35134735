import WaylandBinding

/// The surface role of a subsurface.
final class Subsurface: SurfaceRole {
    let surface: Surface
    /// The parent, or nil once it is destroyed.
    private(set) weak var parent: Surface?
    private var isSetSynchronized = true

    init(surface: Surface, parent: Surface) {
        self.surface = surface
        self.parent = parent
        surface.role = self
        parent.pending.changeStack { $0.append(self) }
    }

    /// True if commits wait for the parent's commit: the subsurface is synchronised itself, or an ancestor is.
    var isSynchronized: Bool {
        guard let parent else { return false }
        return isSetSynchronized || parent.subsurface?.isSynchronized == true
    }

    /// The parent was destroyed; the subsurface is unmapped.
    func parentDestroyed() {
        parent = nil
    }

    func didApply(_ surface: Surface, _ change: AppliedChange) {}

    func surfaceDestroyed(_ surface: Surface) {
        unlink()
    }

    /// Removes the subsurface from the parent at once.
    func unlink() {
        parent?.remove(self)
        parent = nil
        if surface.role === self { surface.role = nil }
        surface.discardCached()
    }

    /// Applies cached commits that no longer wait, down the tree.
    private func applyWhatNoLongerWaits() {
        if isSynchronized { return }
        surface.applyCached()
        for child in surface.pending.stack.all { child.subsurface.applyWhatNoLongerWaits() }
    }
}

extension Subsurface: WlSubsurfaceRequests {
    func setPosition(_ resource: Resource<WlSubsurface>, x: Int32, y: Int32) {
        parent?.pending.changeStack { $0.move(self, toX: Int(x), y: Int(y)) }
    }

    func placeAbove(_ resource: Resource<WlSubsurface>, sibling: Resource<WlSurface>) {
        place(resource, .above, sibling)
    }

    func placeBelow(_ resource: Resource<WlSubsurface>, sibling: Resource<WlSurface>) {
        place(resource, .below, sibling)
    }

    func setSync(_ resource: Resource<WlSubsurface>) {
        isSetSynchronized = true
    }

    func setDesync(_ resource: Resource<WlSubsurface>) {
        isSetSynchronized = false
        applyWhatNoLongerWaits()
    }

    private func place(
        _ resource: Resource<WlSubsurface>, _ side: SubsurfaceStack.Side, _ reference: Resource<WlSurface>
    ) {
        guard let parent else { return }
        let isPlaced = parent.pending.changeStack { stack in
            if reference === parent.resource {
                stack.placeNextToParent(self, side)
                return true
            }
            guard let sibling = Surface.of(reference)?.subsurface else { return false }
            return stack.place(self, side, sibling: sibling)
        }
        if !isPlaced {
            resource.post(WlSubsurface.ErrorCode.badSurface, "the reference is neither the parent nor a sibling")
        }
    }
}
