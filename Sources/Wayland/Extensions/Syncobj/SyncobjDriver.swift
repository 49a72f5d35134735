import Mirroring
import Runtime

/// The timelines of a DRM device, by which the drawing of several devices and programs is ordered.
protocol SyncobjDriver: AnyObject {
    /// The timeline behind a client's descriptor; nil where there is none.
    func timeline(of descriptor: OwnedDescriptor) -> (any SyncTimeline)?
}

/// Points that are signalled one after the other, each when some work is done. Shared with the client that made it.
protocol SyncTimeline: AnyObject {
    func isSignalled(_ point: UInt64) -> Bool

    /// A descriptor that becomes readable when the point is signalled, even if nobody has submitted it yet; nil, with errno
    /// set, where there is none left.
    func event(at point: UInt64) -> OwnedDescriptor?

    /// Signals a point as soon as devices are done with the buffer, and at once without a buffer.
    func signal(_ point: UInt64, after buffer: DMABuf?)
}
