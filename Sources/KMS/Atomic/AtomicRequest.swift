import CDRM
import Geometry
import Glibc
import Mirroring

/// Property changes that the kernel commits together or not at all.
struct AtomicRequest: ~Copyable {
    private let handle: drmModeAtomicReqPtr
    /// False after memory ran out or a required property was missing; the request then fails.
    private var isComplete = true

    init?() {
        guard let handle = drmModeAtomicAlloc() else { return nil }
        self.handle = handle
    }

    deinit {
        drmModeAtomicFree(handle)
    }

    /// Sets a property that every atomic driver has.
    mutating func set(_ name: PropertyName, of object: some AtomicObject, to value: UInt64) {
        guard let property = object.properties[name],
            drmModeAtomicAddProperty(handle, object.number, property.id, value) >= 0
        else {
            isComplete = false
            return
        }
    }

    /// Sets a property if the driver has it.
    mutating func setIfPresent(_ name: PropertyName, of object: some AtomicObject, to value: UInt64) {
        if object.properties[name] != nil { set(name, of: object, to: value) }
    }

    mutating func set(_ settings: [TakeoverSetting], of object: some AtomicObject) {
        for (property, value) in settings
        where drmModeAtomicAddProperty(handle, object.number, property.id, value) < 0 {
            isComplete = false
        }
    }

    /// The end of the changes so far, for `goBack(to:)`.
    var mark: CInt { drmModeAtomicGetCursor(handle) }

    /// Removes the changes made after `mark`.
    mutating func goBack(to mark: CInt) {
        drmModeAtomicSetCursor(handle, mark)
    }

    /// Tests the changes without committing them; returns 0 or an errno.
    func test(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), token: 0)
    }

    /// Tests whether the changes could be made at a vertical blank, without a change of mode; returns 0 or an errno.
    func testFlip(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY), token: 0)
    }

    /// Commits the changes, which may need a modeset, and blocks until they are done; returns 0 or an errno.
    func modeset(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), token: 0)
    }

    /// Commits changes that need no modeset, and blocks until they are done; returns 0 or an errno.
    func make(_ file: DRMFile) -> CInt { commit(file, flags: 0, token: 0) }

    /// Commits the changes at the next vertical blank; an event with `token` follows. Returns 0 or an errno.
    func flip(_ file: DRMFile, token: UInt64) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT), token: token)
    }

    /// Tests whether the changes can be made at once, in the middle of a refresh; returns 0 or an errno.
    func testTearing(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | UInt32(DRM_MODE_PAGE_FLIP_ASYNC), token: 0)
    }

    /// Commits the changes at once, in the middle of a refresh; an event with `token` follows. Returns 0 or an errno.
    func tear(_ file: DRMFile, token: UInt64) -> CInt {
        let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_PAGE_FLIP_ASYNC
        return commit(file, flags: UInt32(flags), token: token)
    }

    /// Commits the changes, which may need a modeset, without blocking; an event with `token` follows. Returns 0 or an errno.
    func modesetFlip(_ file: DRMFile, token: UInt64) -> CInt {
        let flags = DRM_MODE_ATOMIC_ALLOW_MODESET | DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
        return commit(file, flags: UInt32(flags), token: token)
    }

    private func commit(_ file: DRMFile, flags: UInt32, token: UInt64) -> CInt {
        guard isComplete else { return EINVAL }
        let result = drmModeAtomicCommit(
            file.descriptor, handle, flags, UnsafeMutableRawPointer(bitPattern: UInt(token)))
        return result < 0 ? -result : 0
    }
}

extension AtomicRequest {
    /// Enables a head on `pipe` with its mode and shows `pictures` on its planes.
    /// Resets properties that an earlier program may have changed. A display that is turned off stays off.
    mutating func light(_ head: Head, on pipe: HeadPipe, showing pictures: [PlanePicture]) {
        set(.crtcID, of: head.connector, to: UInt64(pipe.crtc.number))
        set(head.connector.takeoverSettings(head.depth), of: head.connector)

        set(.modeID, of: pipe.crtc, to: UInt64(head.picture.modeBlob.id))
        set(.active, of: pipe.crtc, to: head.isOn ? 1 : 0)
        set(pipe.crtc.takeoverSettings, of: pipe.crtc)
        if head.gamma != nil { setGamma(of: head, on: pipe.crtc) }
        if head.timing.isVariable { setIfPresent(.variableRefresh, of: pipe.crtc, to: 1) }
        show(pictures, after: [], of: pipe)
    }

    /// Sets the gamma table of a head on a CRTC.
    mutating func setGamma(of head: Head, on crtc: CRTC) {
        guard let size = crtc.gammaSize else { return }
        setIfPresent(.gammaTable, of: crtc, to: UInt64(head.gamma?.blob(of: size) ?? 0))
    }

    mutating func turnOff(_ connector: Connector) {
        set(.crtcID, of: connector, to: 0)
    }

    mutating func turnOff(_ crtc: CRTC) {
        set(.active, of: crtc, to: 0)
        set(.modeID, of: crtc, to: 0)
    }

    mutating func turnOff(_ plane: Plane) {
        set(.framebufferID, of: plane, to: 0)
        set(.crtcID, of: plane, to: 0)
    }
}

/// The changes that a request makes to a head's planes.
struct PlaneChanges {
    /// The parts of the frame whose pixels or places change.
    var parts: Set<PlanePicture.Part> = []
    /// Whether the only change is another framebuffer on the primary plane.
    var isPictureAlone = true
}

extension AtomicRequest {
    /// Changes a head's planes from showing `old` to showing `next`.
    /// Sets only the properties that differ; the pixels of the part `redrawn` count as changed.
    @discardableResult
    mutating func show(
        _ next: [PlanePicture], after old: [PlanePicture], redrawn: PlanePicture.Part? = nil, of pipe: HeadPipe
    ) -> PlaneChanges {
        var changes = PlaneChanges()
        for picture in old where !next.contains(where: { $0.plane.id == picture.plane.id }) {
            turnOff(picture.plane)
            changes.parts.insert(picture.part)
            changes.isPictureAlone = false
        }
        for picture in next {
            let before = old.first { $0.plane.id == picture.plane.id }
            guard change(before, to: picture, isRedrawn: picture.part == redrawn, of: pipe.crtc) else { continue }
            changes.parts.insert(picture.part)
            let isMoved = before?.view != picture.view
            if picture.plane.id != pipe.plane.id || isMoved { changes.isPictureAlone = false }
        }
        return changes
    }

    /// Changes one plane; returns whether anything differs.
    private mutating func change(_ old: PlanePicture?, to next: PlanePicture, isRedrawn: Bool, of crtc: CRTC) -> Bool {
        let plane = next.plane
        guard let old, old.view.depth == next.view.depth else {
            set(.framebufferID, of: plane, to: UInt64(next.framebuffer))
            set(.crtcID, of: plane, to: UInt64(crtc.number))
            place(next.view, on: plane, after: nil)
            set(plane.takeoverSettings(depth: next.view.depth), of: plane)
            setIfPresent(.damageClips, of: plane, to: 0)
            point(next)
            return true
        }
        let isOther = isRedrawn || old.framebuffer != next.framebuffer || old.version != next.version
        guard isOther || old.view != next.view else { return false }
        if isOther {
            set(.framebufferID, of: plane, to: UInt64(next.framebuffer))
            // The whole buffer: nobody tracks what has changed in it since it was last on screen.
            setIfPresent(.damageClips, of: plane, to: 0)
            point(next)
        }
        place(next.view, on: plane, after: old.view)
        return true
    }

    private mutating func point(_ picture: PlanePicture) {
        guard picture.part == .cursor else { return }
        setIfPresent(.hotspotX, of: picture.plane, to: UInt64(clamping: picture.hotspot.x))
        setIfPresent(.hotspotY, of: picture.plane, to: UInt64(clamping: picture.hotspot.y))
    }

    private mutating func place(_ view: PlaneView, on plane: Plane, after old: PlaneView?) {
        if view.source != old?.source {
            set(.sourceX, of: plane, to: UInt64(clamping: view.source.x))
            set(.sourceY, of: plane, to: UInt64(clamping: view.source.y))
            set(.sourceWidth, of: plane, to: UInt64(clamping: view.source.width))
            set(.sourceHeight, of: plane, to: UInt64(clamping: view.source.height))
        }
        if view.destination != old?.destination {
            // Positions may be negative: the kernel takes the lower 32 bits.
            set(.crtcX, of: plane, to: UInt64(bitPattern: Int64(view.destination.x)))
            set(.crtcY, of: plane, to: UInt64(bitPattern: Int64(view.destination.y)))
            if view.destination.size != old?.destination.size {
                set(.crtcWidth, of: plane, to: UInt64(clamping: view.destination.width))
                set(.crtcHeight, of: plane, to: UInt64(clamping: view.destination.height))
            }
        }
        if let encoding = view.encoding, encoding != old?.encoding { set(plane.settings(encoding), of: plane) }
    }
}

/// The damage of a flip, for planes with FB_DAMAGE_CLIPS (remote and slow displays).
struct DamageClips {
    let blob: PropertyBlob

    /// With more rectangles, the clips cost more than they save.
    private static let limit = 16

    /// Nil if the plane does not support clips.
    ///
    /// `region` is everything painted into the buffer since it was last shown, not only the newest damage. Drivers that copy each
    /// framebuffer elsewhere (virtio-gpu up to Linux 6.7) would miss the rest.
    init?(_ region: Region<ScanoutSpace>, on plane: Plane, file: DRMFile) throws(KMSError) {
        guard plane.properties[.damageClips] != nil else { return nil }
        var rects = region.rects
        if rects.count > Self.limit { rects = [region.extents] }
        // An empty list would mean the whole framebuffer.
        if rects.isEmpty { rects = [Rect(x: 0, y: 0, width: 1, height: 1)] }
        blob = try PropertyBlob(
            file: file,
            rects.map { rect in
                drm_mode_rect(
                    x1: Int32(clamping: rect.x), y1: Int32(clamping: rect.y), x2: Int32(clamping: rect.maxX),
                    y2: Int32(clamping: rect.maxY))
            })
    }
}
