import Runtime
import WaylandBinding

/// One plane of a dmabuf, as its client describes it.
struct DMABufPlane {
    let descriptor: OwnedDescriptor
    let offset: UInt32
    let stride: UInt32
    let modifier: UInt64
}
