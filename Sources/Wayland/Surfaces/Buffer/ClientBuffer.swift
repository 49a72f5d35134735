import Geometry
import Mirroring
import WaylandBinding

/// A client's `wl_buffer`, which the client gets back when the last hold is gone.
final class ClientBuffer: WlBufferRequests, Buffer {
    private let resource: Resource<WlBuffer>
    private var storage: Storage
    /// True if the first row in memory is the bottom row.
    let isInverted: Bool
    private var holds = 0
    /// Nil for pixels that are read as they are.
    private let copy: (any KeptCopy)?

    private enum Storage {
        /// The client's memory, which goes with the resource.
        case shared(ShmPixels)
        /// Memory that stays as long as it is kept.
        case kept(any Buffer)
        /// A copy of shared memory that was destroyed while held.
        case copied(MemoryBuffer, CopyBudget.Share)
    }

    /// A buffer whose pixels stay as long as the object is kept.
    init(_ resource: Resource<WlBuffer>, pixels: any Buffer, isInverted: Bool = false) {
        self.resource = resource
        self.isInverted = isInverted
        storage = .kept(pixels)
        copy = pixels as? any KeptCopy
        followResource()
    }

    private init(_ resource: Resource<WlBuffer>, shared pixels: ShmPixels) {
        self.resource = resource
        isInverted = false
        storage = .shared(pixels)
        copy = nil
        followResource()
    }

    /// The buffer of a resource; nil, with a protocol error, if its pixels cannot be read.
    static func of(_ resource: Resource<WlBuffer>) -> ClientBuffer? {
        if let known = resource.handler as? ClientBuffer { return known }
        return ShmPixels(resource).map { ClientBuffer(resource, shared: $0) }
    }

    /// The resource keeps its handler until it is destroyed; a weak reference would make each use of the buffer cost more.
    private func followResource() {
        resource.handler = self
        resource.onDestroy { [unowned self] in resourceDestroyed() }
    }

    private func resourceDestroyed() {
        guard case .shared(let pixels) = storage else { return }
        // When the client itself is going, its surfaces are too, and no copy is needed.
        if holds > 0, resource.client.handle != nil,
            let share = CopyBudget.of(resource.client).take(pixels.size.area * 4),
            let copy = MemoryBuffer(copying: pixels)
        {
            storage = .copied(copy, share)
        }
        pixels.invalidate()
    }

    // MARK: Buffer

    private var pixels: any Buffer {
        switch storage {
        case .shared(let pixels): pixels
        case .kept(let pixels): pixels
        case .copied(let pixels, _): pixels
        }
    }

    var size: Size<BufferSpace> { pixels.size }
    var stride: Int { pixels.stride }
    var format: PixelFormat { pixels.format }
    var dmabuf: DMABuf? { pixels.dmabuf }
    var planar: (any PlanarPixels)? { pixels.planar }
    var fence: (any BufferFence)? { pixels.fence }
    var hasPixels: Bool { pixels.hasPixels }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { pixels.withPixels(body) }

    /// The client has drawn in it, and shows that.
    func changed() {
        copy?.outdate(CopyBudget.of(resource.client))
    }

    /// Its client shows it with numbers that mean this; nil where the client does not say what they mean.
    func encode(as encoding: YUVEncoding?) {
        copy?.encode(as: encoding)
    }

    func holdBegan() {
        holds += 1
    }

    func holdEnded() {
        holds -= 1
        guard holds == 0 else { return }
        copy?.drop()
        resource.sendRelease()
    }
}

/// Pixels that are read from a copy of them.
protocol KeptCopy: AnyObject {
    /// The client has drawn, and shows that: the copy is to be made anew, in memory from its client's budget.
    func outdate(_ budget: CopyBudget)

    /// The numbers mean this; with nil, what is usual.
    func encode(as encoding: YUVEncoding?)

    /// Nobody reads the pixels for now.
    func drop()
}

/// What a surface shows: a buffer, held as long as it does.
struct SurfaceContent {
    let buffer: ClientBuffer
    private let hold: BufferHold

    init(_ buffer: ClientBuffer) {
        self.buffer = buffer
        hold = BufferHold(buffer)
    }
}
