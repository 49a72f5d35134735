import Geometry
import Mirroring

/// A client's `wl_buffer`: its pixels, and how many surfaces still show them.
final class ClientBuffer: WlBufferRequests {
    private let resource: Resource<WlBuffer>
    /// What the buffer holds; a copy of it once the client destroyed a buffer that is still shown.
    private(set) var pixels: any PixelSource
    /// The picture's last row comes first.
    let isInverted: Bool
    private let vanish: () -> Void
    private var useCount = 0

    /// `vanish` is called when the resource is about to go and the pixels with it.
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

    /// The buffer behind a resource, or nil (and a protocol error) for one whose pixels cannot be read.
    static func of(_ resource: Resource<WlBuffer>) -> ClientBuffer? {
        if let known = resource.handler as? ClientBuffer { return known }
        guard let pixels = ShmPixels(resource) else { return nil }
        return ClientBuffer(resource, pixels: pixels, vanish: pixels.invalidate)
    }

    private func resourceDestroyed() {
        // While the whole client goes, its surfaces go too: nobody will look.
        if useCount > 0, resource.client.handle != nil, let copy = PixelCopy(of: pixels, budget: resource.client.copies)
        {
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

/// One holder of a buffer: as long as it lives, the client is not told that it may draw into the buffer.
final class BufferUse {
    private let buffer: ClientBuffer

    init(_ buffer: ClientBuffer) {
        self.buffer = buffer
        buffer.retainUse()
    }

    var pixels: any PixelSource { buffer.pixels }
    var isInverted: Bool { buffer.isInverted }

    /// What has to be drawn before the pixels are whole; nil for pixels that always are.
    var fence: (any BufferFence)? { buffer.pixels as? any BufferFence }

    func isOf(_ other: ClientBuffer) -> Bool { buffer === other }

    deinit {
        buffer.releaseUse()
    }
}
