import Geometry
import Mirroring
import WaylandBinding

/// A client's `wl_buffer`: its pixels and the number of surfaces that show them.
final class ClientBuffer: WlBufferRequests {
    private let resource: Resource<WlBuffer>
    /// The buffer's pixels; a copy once the client has destroyed a buffer that is still shown.
    private(set) var pixels: any PixelSource
    /// True if the first row in memory is the bottom row.
    let isInverted: Bool
    private let vanish: () -> Void
    private var useCount = 0

    /// `vanish` is called just before the resource and its pixels are destroyed.
    init(
        _ resource: Resource<WlBuffer>, pixels: any PixelSource, isInverted: Bool = false,
        vanish: @escaping () -> Void = {}
    ) {
        self.resource = resource
        self.pixels = pixels
        self.isInverted = isInverted
        self.vanish = vanish
        resource.handler = self
        resource.onDestroy { [weak self] in self?.resourceDestroyed() }
    }

    /// The buffer of a resource; nil, with a protocol error, if its pixels cannot be read.
    static func of(_ resource: Resource<WlBuffer>) -> ClientBuffer? {
        if let known = resource.handler as? ClientBuffer { return known }
        guard let pixels = ShmPixels(resource) else { return nil }
        return ClientBuffer(resource, pixels: pixels, vanish: pixels.invalidate)
    }

    private func resourceDestroyed() {
        // When the client itself is going, its surfaces are too, and no copy is needed.
        if useCount > 0, resource.client.handle != nil, let copy = PixelCopy(of: pixels, budget: .of(resource.client)) {
            pixels = copy
        }
        vanish()
    }

    fileprivate func retainUse() {
        useCount += 1
    }

    fileprivate func releaseUse() {
        useCount -= 1
        if useCount == 0 { resource.sendRelease() }
    }
}

/// One use of a buffer: `wl_buffer.release` is sent when the last one is released.
final class BufferUse {
    private let buffer: ClientBuffer

    init(_ buffer: ClientBuffer) {
        self.buffer = buffer
        buffer.retainUse()
    }

    var pixels: any PixelSource { buffer.pixels }
    var isInverted: Bool { buffer.isInverted }

    /// The fence to wait for before the pixels are complete; nil for pixels that always are.
    var fence: (any BufferFence)? { buffer.pixels as? any BufferFence }

    func isOf(_ other: ClientBuffer) -> Bool { buffer === other }

    deinit {
        buffer.releaseUse()
    }
}

/// Pixels that a graphics card may still be drawing when their buffer is committed.
protocol BufferFence: AnyObject {
    /// True once the drawing is finished.
    var isDone: Bool { get }

    /// Calls `handler` once when `isDone` may have become true, as long as the result is kept; returns nil if there is
    /// no way to wait.
    func whenDone(_ handler: @escaping () -> Void) -> AnyObject?
}
