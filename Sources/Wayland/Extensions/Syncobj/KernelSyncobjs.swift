import CDRM
import CLinux
import Glibc
import Mirroring
import Runtime

/// The timelines of a DRM device, which order the drawing of several devices and programs.
protocol SyncobjDriver: AnyObject {
    /// The timeline behind a client's descriptor; nil if there is none.
    func timeline(of descriptor: OwnedDescriptor) -> (any SyncTimeline)?
}

/// A series of points that are signalled one after the other, each when some work is done.
///
/// The timeline is shared with the client that made it.
protocol SyncTimeline: AnyObject {
    func isSignalled(_ point: UInt64) -> Bool

    /// A descriptor that becomes readable when the point is signalled, even if nobody has submitted the point yet; nil,
    /// with errno set, if no descriptor is left.
    func event(at point: UInt64) -> OwnedDescriptor?

    /// Signals a point as soon as devices are done with the buffer, or at once without a buffer.
    func signal(_ point: UInt64, after buffer: DMABuf?)
}

/// The kernel's timelines: syncobjs of a device.
final class KernelSyncobjs: SyncobjDriver {
    private let device: OwnedDescriptor

    /// Returns nil, with errno set, if the device or the kernel lacks timelines or events for their points.
    ///
    /// Linux has these events since version 6.6.
    init?(_ device: OwnedDescriptor) {
        var isCapable: UInt64 = 0
        guard drmGetCap(device.number, UInt64(DRM_CAP_SYNCOBJ_TIMELINE), &isCapable) == 0, isCapable != 0 else {
            errno = ENOTSUP
            return nil
        }
        self.device = device
        var handle: UInt32 = 0
        guard drmSyncobjCreate(device.number, 0, &handle) == 0 else { return nil }
        guard KernelTimeline(handle, of: device).event(at: 1) != nil else { return nil }
    }

    func timeline(of descriptor: OwnedDescriptor) -> (any SyncTimeline)? {
        var handle: UInt32 = 0
        guard drmSyncobjFDToHandle(device.number, descriptor.number, &handle) == 0 else { return nil }
        return KernelTimeline(handle, of: device)
    }
}

/// A syncobj, which other processes may share.
final class KernelTimeline: SyncTimeline {
    private let device: OwnedDescriptor
    private var handle: UInt32

    /// Takes over the handle.
    init(_ handle: UInt32, of device: OwnedDescriptor) {
        self.handle = handle
        self.device = device
    }

    deinit {
        drmSyncobjDestroy(device.number, handle)
    }

    func isSignalled(_ point: UInt64) -> Bool {
        var point = point
        // Without the flag a point that is not submitted yet would be an error.
        let flags = UInt32(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)
        return drmSyncobjTimelineWait(device.number, &handle, &point, 1, 0, flags, nil) == 0
    }

    func event(at point: UInt64) -> OwnedDescriptor? {
        let number = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard number >= 0 else { return nil }
        let event = OwnedDescriptor(owning: number)
        return kagami_syncobj_eventfd(device.number, handle, point, number) == 0 ? event : nil
    }

    func signal(_ point: UInt64, after buffer: DMABuf?) {
        if let fences = buffer.flatMap(Self.fences), transfer(fences, to: point) { return }
        // Without the fences, the kernel still orders the client's next drawing by the buffer's memory.
        var point = point
        drmSyncobjTimelineSignal(device.number, &handle, &point, 1)
    }

    /// The fences of devices that still use the buffer; nil if none does.
    private static func fences(of buffer: DMABuf) -> OwnedDescriptor? {
        var all: OwnedDescriptor?
        for plane in Set(buffer.planes.map(\.descriptor)) {
            let number = kagami_dmabuf_fences(plane)
            guard number >= 0 else { continue }
            let fences = OwnedDescriptor(owning: number)
            if isOver(fences) { continue }
            let merged = all.map { kagami_merge_fences($0.number, number) } ?? -1
            all = merged >= 0 ? OwnedDescriptor(owning: merged) : fences
        }
        return all
    }

    private static func isOver(_ fences: OwnedDescriptor) -> Bool {
        var request = pollfd(fd: fences.number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    /// Makes the fences signal the point. They pass through a syncobj of their own, because an import takes no point.
    private func transfer(_ fences: OwnedDescriptor, to point: UInt64) -> Bool {
        var carrier: UInt32 = 0
        guard drmSyncobjCreate(device.number, 0, &carrier) == 0 else { return false }
        defer { drmSyncobjDestroy(device.number, carrier) }
        return drmSyncobjImportSyncFile(device.number, carrier, fences.number) == 0
            && drmSyncobjTransfer(device.number, handle, point, carrier, 0, 0) == 0
    }
}
