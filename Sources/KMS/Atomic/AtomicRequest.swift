import CDRM
import Glibc

/// Property changes that the kernel commits all together or not at all.
struct AtomicRequest: ~Copyable {
    private let handle: drmModeAtomicReqPtr
    /// False when memory ran out or a required property is missing: the request then fails.
    private var isComplete = true

    init?() {
        guard let handle = drmModeAtomicAlloc() else { return nil }
        self.handle = handle
    }

    deinit {
        drmModeAtomicFree(handle)
    }

    /// Sets a property that every driver with atomic support has.
    mutating func set(_ name: PropertyName, of object: some AtomicObject, to value: UInt64) {
        guard let property = object.properties[name],
            drmModeAtomicAddProperty(handle, object.number, property.id, value) >= 0
        else {
            isComplete = false
            return
        }
    }

    /// Sets a property where the driver has it.
    mutating func setIfPresent(_ name: PropertyName, of object: some AtomicObject, to value: UInt64) {
        if object.properties[name] != nil { set(name, of: object, to: value) }
    }

    mutating func set(_ settings: [TakeoverSetting], of object: some AtomicObject) {
        for (property, value) in settings
        where drmModeAtomicAddProperty(handle, object.number, property.id, value) < 0 {
            isComplete = false
        }
    }

    /// What has been set so far, to go back to.
    var mark: CInt { drmModeAtomicGetCursor(handle) }

    /// Forgets what was set after `mark`.
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

    /// Commits the changes, modes included, and blocks until they are done; returns 0 or an errno.
    func modeset(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET), token: 0)
    }

    /// Commits the changes at the next vertical blank, followed by an event with `token`; returns 0 or an errno.
    func flip(_ file: DRMFile, token: UInt64) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT), token: token)
    }

    /// Tests whether the changes could be made at once, whatever is being scanned out; returns 0 or an errno.
    func testTearing(_ file: DRMFile) -> CInt {
        commit(file, flags: UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | UInt32(DRM_MODE_PAGE_FLIP_ASYNC), token: 0)
    }

    /// Commits the changes at once, followed by an event with `token`; returns 0 or an errno.
    func tear(_ file: DRMFile, token: UInt64) -> CInt {
        let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT | DRM_MODE_PAGE_FLIP_ASYNC
        return commit(file, flags: UInt32(flags), token: token)
    }

    /// Commits the changes, modes included, as soon as the hardware can, followed by an event with `token`; returns 0 or
    /// an errno.
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

/// A connector, CRTC or plane whose properties can be set.
protocol AtomicObject {
    var number: UInt32 { get }
    var properties: PropertyTable { get }
}
