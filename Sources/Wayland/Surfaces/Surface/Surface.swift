import Geometry
import Mirroring
import WaylandBinding

/// A client's `wl_surface` with its double-buffered state.
///
/// Requests change `pending`. A commit applies it to `current`, except that a synchronised subsurface keeps it in
/// `cached` until the parent's commit.
final class Surface {
    let resource: Resource<WlSurface>
    private(set) weak var observer: (any SurfaceObserver)?
    /// The assigned role, which stays after the role object is destroyed.
    private(set) var roleKind: SurfaceRoleKind?
    /// The role object, owned by its own resource.
    weak var role: (any SurfaceRole)?
    let pending = PendingSurface()
    private(set) var cached: SurfaceUpdate?
    private(set) var current = SurfaceState()
    /// `bounds`; nil until they are asked for again after a change of the surface or of one of its subsurfaces.
    private var knownBounds: Rect<SurfaceSpace>?
    private let queue = CommitQueue()
    /// Frame callbacks and feedback of the current contents that no frame has taken up yet.
    var frameRequests = FrameRequests()
    /// Whether the surface has changed since a frame was last composed with it.
    var isUncomposed = false
    /// Identifies the surface without keeping it alive.
    let identity = SurfaceIdentity()
    /// State that other protocols keep for the surface.
    var attachments = Attachments() {
        didSet { extensions = attachments.all((any SurfaceExtension).self) }
    }
    /// The attachments that take part in each commit, so that a commit need not search for them.
    private(set) var extensions: [any SurfaceExtension] = []

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

    /// Attaches a protocol's state until `object` or the surface is destroyed.
    func attach<State: AnyObject>(_ state: State, until object: AnyResource) {
        attachments[State.self] = state
        object.onDestroy { [weak self, weak state] in
            if let state, self?.attachments[State.self] === state { self?.attachments[State.self] = nil }
        }
    }

    /// Assigns a role permanently; false if the surface has another role or a live role object.
    func assign(_ kind: SurfaceRoleKind) -> Bool {
        guard role == nil, roleKind == nil || roleKind == kind else { return false }
        roleKind = kind
        return true
    }

    /// Applies the pending state, or caches it for the parent's commit.
    func commit() {
        guard role?.willCommit(self) ?? true else { return }
        for part in extensions { guard part.willCommit(pending) else { return } }
        // The client draws a second picture before the first is answered, so it looks for a free buffer next.
        let late = client.lateEvents
        let goesOn = late?.keepsWaiting(client) ?? false
        let update = pending.takeUpdate()
        if subsurface?.isSynchronized == true {
            cached == nil ? (cached = update) : cached?.merge(update)
        } else if let whole = cached {
            cached = nil
            whole.merge(update)
            applyInTurn(whole)
        } else {
            applyInTurn(update)
        }
        if goesOn { late?.sendAll(to: client) }
    }

    /// Applies a commit after the earlier commits, once its buffers are drawn: nearly always at once.
    private func applyInTurn(_ update: SurfaceUpdate) {
        if queue.isEmpty, fences(of: update).isEmpty { return apply(update) }
        guard queue.append(update) else {
            return resource.client.refuse("more than \(CommitQueue.limit) commits wait for their buffers")
        }
        applyQueued()
    }

    /// Applies the queued commits whose buffers are drawn, in order.
    private func applyQueued() {
        while let update = queue.takeFirst(
            fences: fences(of:), retry: { [weak self] in self?.applyQueued() })
        {
            apply(update)
        }
        if !queue.isEmpty { observer?.surfaceAwaitsDevices(self) }
    }

    /// The fences of an update, and of the cached commits of synchronised subsurfaces that are applied with it.
    private func fences(of update: SurfaceUpdate) -> [any BufferFence] {
        let own = update.content.flatMap { $0?.fence }
        var fences = own.map { [$0] } ?? []
        for child in (update.stack ?? current.stack).all {
            let surface = child.subsurface.surface
            if let cached = surface.cached { fences += surface.fences(of: cached) }
        }
        return fences
    }

    /// Applies the cached commit of a synchronised subsurface, if any, and the cached commits of its subsurfaces.
    func applyCached() {
        guard let update = cached else { return }
        cached = nil
        applyInTurn(update)
    }

    private func apply(_ update: SurfaceUpdate) {
        let (before, wasOpaque) = (current.geometry, current.cover)
        let isMeantAnew = update.changesMeaning(in: current)
        update.content??.buffer.changed()
        do throws(SurfaceGeometry.Failure) {
            try current.apply(update)
        } catch {
            for part in extensions { part.cropFailed(error) }
        }
        // A change of geometry or of the colour representation changes every pixel, whatever damage the client reported.
        let isAllChanged = before != current.geometry || isMeantAnew
        let damage = update.damage
        let isDamaged = isAllChanged || !damage.isEmpty
        if isDamaged || update.content != nil { current.drew(isAllChanged ? nil : damage) }
        if update.content != nil || isMeantAnew, current.mayBeConverted { applyRepresentation() }
        let change = AppliedChange(
            hadContent: before != nil,
            affectsLayout: before != current.geometry || wasOpaque != current.cover || update.stack != nil
                || update.input != nil,
            hides: before != nil && current.geometry == nil,
            isDamaged: isDamaged, offset: update.offset,
            wantsFrame: !update.frameCallbacks.isEmpty || !update.feedback.isEmpty)
        if change.affectsLayout { forgetBounds() }
        frameRequests.add(update)
        isUncomposed = true
        for child in current.stack.all { child.subsurface.surface.applyCached() }
        role?.didApply(self, change)
        update.parts.apply()
        observer?.surfaceApplied(self, change)
    }

    /// Removes a destroyed subsurface at once from all stacks.
    func remove(_ subsurface: Subsurface) {
        pending.remove(subsurface)
        cached?.stack?.remove(subsurface)
        guard current.stack.remove(subsurface) else { return }
        forgetBounds()
        reportLayoutChange()
    }

    private func forgetBounds() {
        var next: Surface? = self
        while let surface = next {
            surface.knownBounds = nil
            next = surface.subsurface?.parent
        }
    }

    /// Drops the cached commit: the surface is no longer a subsurface.
    func discardCached() {
        if let cached { FrameRequests.discard(cached) }
        cached = nil
    }

    private func reportLayoutChange() {
        observer?.surfaceApplied(
            self,
            AppliedChange(
                hadContent: hasContent, affectsLayout: true, hides: true, isDamaged: false, offset: SurfaceOffset(),
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
        knownBounds = nil
        observer?.surfaceDestroyed(self)
        attachments.removeAll()
    }
}

/// Tells the scene elements of one surface from those of others.
final class SurfaceIdentity {}

extension Surface: WlSurfaceRequests {
    func attach(_ resource: Resource<WlSurface>, buffer: Resource<WlBuffer>?, x: Int32, y: Int32) {
        // From version 5 on, `wl_surface.offset` replaces these arguments.
        if resource.version >= 5, x != 0 || y != 0 {
            return resource.post(WlSurface.ErrorCode.invalidOffset, "offset \(x), \(y) in attach")
        }
        if buffer != nil, role?.willAttach(self) == false { return }
        pending.attachment = .some(buffer)
        if resource.version < 5 { pending.update.offset = SurfaceOffset(x: Int(x), y: Int(y)) }
    }

    func offset(_ resource: Resource<WlSurface>, x: Int32, y: Int32) {
        pending.update.offset = SurfaceOffset(x: Int(x), y: Int(y))
    }

    func damage(_ resource: Resource<WlSurface>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.update.damage.add(
            Rect<SurfaceSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func damageBuffer(_ resource: Resource<WlSurface>, x: Int32, y: Int32, width: Int32, height: Int32) {
        pending.update.damage.add(
            Rect<BufferSpace>(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    }

    func frame(_ resource: Resource<WlSurface>, callback: NewResource<WlCallback>) {
        pending.update.frameCallbacks.append(callback.createCallback())
    }

    func setOpaqueRegion(_ resource: Resource<WlSurface>, region: Resource<WlRegion>?) {
        pending.update.opaque = region.flatMap(RegionObject.of)?.opaqueRegion ?? Region()
    }

    func setInputRegion(_ resource: Resource<WlSurface>, region: Resource<WlRegion>?) {
        pending.update.input = .some(region.flatMap(RegionObject.of)?.region)
    }

    func setBufferTransform(_ resource: Resource<WlSurface>, transform: Int32) {
        guard let transform = Transform(rawValue: transform) else {
            return resource.post(WlSurface.ErrorCode.invalidTransform, "\(transform) is not a transform")
        }
        pending.update.transform = transform
    }

    func setBufferScale(_ resource: Resource<WlSurface>, scale: Int32) {
        guard scale >= 1 else {
            return resource.post(WlSurface.ErrorCode.invalidScale, "scale \(scale) is not positive")
        }
        pending.update.scale = Int(scale)
    }

    func commit(_ resource: Resource<WlSurface>) {
        commit()
    }
}

extension Surface {
    /// The root of the surface's subsurface tree.
    var root: Surface {
        var surface = self
        while let parent = surface.subsurface?.parent { surface = parent }
        return surface
    }

    /// The surface's position in the root of its tree, in the root's surface coordinates.
    var placeInRoot: (x: Int, y: Int) {
        var (surface, x, y) = (self, 0, 0)
        while let parent = surface.subsurface?.parent {
            if let child = parent.current.stack.all.first(where: { $0.subsurface.surface === surface }) {
                (x, y) = (x.addingClamped(child.x), y.addingClamped(child.y))
            }
            surface = parent
        }
        return (x, y)
    }

    /// The bounding rectangle of the surface and its subsurfaces, in its surface coordinates.
    var bounds: Rect<SurfaceSpace> {
        if let knownBounds { return knownBounds }
        var bounds = current.bounds
        for child in current.stack.all where child.subsurface.surface.hasContent {
            bounds = bounds.union(child.subsurface.surface.bounds.offset(x: child.x, y: child.y))
        }
        knownBounds = bounds
        return bounds
    }
}
