import Geometry
import Mirroring

/// A client's `wl_surface` with its double-buffered state.
///
/// Requests change `pending`. A commit applies it to `current`; that of a synchronised subsurface goes to
/// `cached` first and is applied together with its parent's.
final class Surface {
    let resource: Resource<WlSurface>
    private(set) weak var observer: (any SurfaceObserver)?
    /// The role the surface has had, which it keeps though its role object goes.
    private(set) var roleKind: SurfaceRoleKind?
    /// The role object, held by its own resource.
    weak var role: (any SurfaceRole)?
    var pending = PendingSurface()
    private(set) var cached: SurfaceUpdate?
    private(set) var current = SurfaceState()
    private let queue = CommitQueue()
    /// Frame callbacks and feedback of the current contents that no frame has taken up yet.
    var frameRequests = FrameRequests()
    /// The viewport object that extends the surface.
    weak var viewport: Viewport?
    /// What holds the pointer on the surface.
    weak var pointerConstraint: PointerConstraint?
    /// The surface has an object that tells it the exact scale.
    var hasFractionalScale = false

    init(_ resource: Resource<WlSurface>, observer: any SurfaceObserver) {
        self.resource = resource
        self.observer = observer
        resource.onDestroy { [weak self] in self?.resourceDestroyed() }
    }

    /// The surface behind a resource.
    static func of(_ resource: Resource<WlSurface>) -> Surface? { resource.handler as? Surface }

    var client: Client { resource.client }
    var isAlive: Bool { resource.isAlive }
    var subsurface: Subsurface? { role as? Subsurface }
    var hasContent: Bool { current.geometry != nil }

    /// Gives the surface a role for good; false when it has another one or a live role object.
    func assign(_ kind: SurfaceRoleKind) -> Bool {
        guard role == nil, roleKind == nil || roleKind == kind else { return false }
        roleKind = kind
        return true
    }

    /// Applies what is pending, or keeps it for the parent's commit.
    func commit() {
        guard role?.willCommit(self) ?? true else { return }
        let update = pending.takeUpdate()
        if subsurface?.isSynchronized == true {
            cached == nil ? (cached = update) : cached?.merge(update)
        } else {
            var whole = cached ?? SurfaceUpdate()
            cached = nil
            whole.merge(update)
            queue.append(whole)
            applyQueued()
        }
    }

    /// Applies the commits whose pictures are drawn, in their order.
    private func applyQueued() {
        while let update = queue.takeFirst(
            fences: fences(of:), retry: { [weak self] in self?.applyQueued() })
        {
            apply(update)
        }
    }

    /// What has to be drawn before an update, and all that its synchronised subsurfaces keep back for it, is whole.
    private func fences(of update: SurfaceUpdate) -> [any BufferFence] {
        let own = update.content.flatMap { $0?.fence }
        let children = (update.stack ?? current.stack).all.map(\.subsurface.surface)
        return [own].compactMap { $0 } + children.flatMap { child in child.cached.map(child.fences(of:)) ?? [] }
    }

    /// Applies what a synchronised subsurface kept back, if anything, and its own subsurfaces' too.
    func applyCached() {
        guard let update = cached else { return }
        cached = nil
        queue.append(update)
        applyQueued()
    }

    private func apply(_ update: SurfaceUpdate) {
        let before = current
        do throws(SurfaceGeometry.Failure) {
            try current.apply(update)
        } catch {
            viewport?.post(error)
        }
        var damage = update.damage
        // Whatever the client says, contents shown in another way are new in every pixel.
        if before.geometry != current.geometry { damage.add(current.bounds) }
        let change = AppliedChange(
            hadContent: before.geometry != nil,
            affectsLayout: before.geometry != current.geometry || update.stack != nil || update.input != nil,
            damage: damage, offset: update.offset,
            wantsFrame: !update.frameCallbacks.isEmpty || !update.feedback.isEmpty)
        frameRequests.add(update)
        for child in current.stack.all { child.subsurface.surface.applyCached() }
        role?.didApply(self, change)
        update.constraint?.apply()
        observer?.surfaceApplied(self, change)
    }

    /// Forgets a subsurface at once, wherever it still stands.
    func remove(_ subsurface: Subsurface) {
        pending.remove(subsurface)
        cached?.stack?.remove(subsurface)
        if current.stack.remove(subsurface) { reportLayoutChange() }
    }

    /// Drops what waits for the parent's commit: the surface is no longer a subsurface.
    func discardCached() {
        if let cached { FrameRequests.discard(cached) }
        cached = nil
    }

    private func reportLayoutChange() {
        observer?.surfaceApplied(
            self,
            AppliedChange(
                hadContent: hasContent, affectsLayout: true, damage: SurfaceDamage(), offset: SurfaceOffset(),
                wantsFrame: false))
    }

    private func resourceDestroyed() {
        let children = pending.stack.all
        role?.surfaceDestroyed(self)
        for child in children { child.subsurface.parentDestroyed() }
        discardCached()
        queue.discard()
        FrameRequests.discard(pending.takeUpdate())
        frameRequests.discardAll()
        current = SurfaceState()
        observer?.surfaceDestroyed(self)
    }
}
