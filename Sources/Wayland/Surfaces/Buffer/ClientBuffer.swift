import CWayland
import Geometry
import Mirroring
import Synchronization
import WaylandBinding

/// A client's `wl_buffer`, which the client gets back when the last hold is gone.
final class ClientBuffer: WlBufferRequests, Buffer {
    private let resource: Resource<WlBuffer>
    private var storage: Storage
    /// True if the first row in memory is the bottom row.
    let isInverted: Bool
    private var holds = 0
    /// Nobody holds it any more, and its client has yet to hear of that.
    private var isComingBack = false
    /// Of the commits whose contents it is. Nearly always one at most, or none.
    private var uses: [any BufferUse] = []
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

    /// Whether the pixels are in the client's shared memory, which no device draws in.
    var isShared: Bool {
        if case .kept = storage { return false }
        return true
    }

    /// All that there are: which commit a reader sees is not told.
    var use: AnyObject? { uses.count > 1 ? BufferUses(all: uses) : uses.first }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { pixels.withPixels(body) }

    /// Whether a copy of `size` pixels of red, green and blue fits, row by row.
    func takesCopy(of size: Size<ContentSpace>) -> Bool {
        pixels is any FillableBuffer && format == .xrgb8888 && self.size == size.reinterpreted() && !isInverted
            && (!isShared || stride == size.width * 4)
    }

    /// Whether readers get what a copy makes of the pixels.
    var isConverted: Bool { copy != nil }

    /// The client has drawn in it, and shows that.
    func changed() {
        copy?.outdate(CopyBudget.of(resource.client))
    }

    /// Its client shows it with numbers that mean this, and colours that lie there; nil where the client does not say.
    func encode(as encoding: YUVEncoding?, colorsAt location: ChromaLocation?) {
        copy?.encode(as: encoding, colorsAt: location)
    }

    func useBegan(_ use: any BufferUse) {
        uses.append(use)
    }

    func useEnded(_ use: any BufferUse) {
        uses.removeAll { $0 === use }
    }

    func holdBegan() {
        holds += 1
    }

    func holdEnded() {
        holds -= 1
        guard holds == 0 else { return }
        copy?.drop()
        guard resource.isAlive, !isComingBack else { return }
        isComingBack = true
        if let late = client.lateEvents { late.add(self) } else { send() }
    }
}

extension ClientBuffer: FillableBuffer {
    func fill(from picture: any Buffer, _ part: Rect<ContentSpace>) -> Bool {
        (pixels as? any FillableBuffer)?.fill(from: picture, part) ?? false
    }
}

extension ClientBuffer: LateEvent {
    var client: Client { resource.client }

    /// Gives it back, unless its client has shown it once more meanwhile.
    func send() {
        isComingBack = false
        if holds == 0 { resource.sendRelease() }
    }
}

/// Pixels that are read from a copy of them.
protocol KeptCopy: AnyObject {
    /// The client has drawn, and shows that: the copy is to be made anew, in memory from its client's budget.
    func outdate(_ budget: CopyBudget)

    /// The numbers mean this, and the samples of colour lie there; with nil, as is usual.
    func encode(as encoding: YUVEncoding?, colorsAt location: ChromaLocation?)

    /// Nobody reads the pixels for now.
    func drop()
}

/// The pixels of a `wl_shm` buffer.
///
/// If a client truncates its memory during a read, it gets a protocol error and the reader sees zeros. This holds only
/// for reads on a thread that called `withPixels`; others may, while the loop's thread waits for them.
final class ShmPixels: FillableBuffer {
    private var shm: OpaquePointer?
    /// Held for the end of an access, which may send the error.
    private let ending = Mutex(())
    let size: Size<BufferSpace>
    let stride: Int
    let format: PixelFormat
    var hasPixels: Bool { shm != nil }

    /// Nil when the resource is not a `wl_shm` buffer; nil with a protocol error when its rows overlap.
    init?(_ resource: Resource<WlBuffer>) {
        guard let handle = resource.handle, let shm = wl_shm_buffer_get(handle) else { return nil }
        let code = wl_shm_buffer_get_format(shm)
        guard let format = WlShm.Format(rawValue: code).flatMap(PixelFormat.init) else { return nil }
        self.shm = shm
        self.format = format
        size = Size(width: Int(wl_shm_buffer_get_width(shm)), height: Int(wl_shm_buffer_get_height(shm)))
        stride = Int(wl_shm_buffer_get_stride(shm))
        // libwayland compares the stride with the width in pixels only.
        if stride < size.width * 4 || stride % 4 != 0 {
            resource.post(WlShm.ErrorCode.invalidStride, "stride \(stride) does not fit rows of \(size.width) pixels")
            return nil
        }
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let shm else { return false }
        wl_shm_buffer_begin_access(shm)
        defer { ending.withLock { _ in wl_shm_buffer_end_access(shm) } }
        guard let data = wl_shm_buffer_get_data(shm) else { return false }
        body(UnsafeRawPointer(data))
        return true
    }

    func fill(from picture: any Buffer, _ part: Rect<ContentSpace>) -> Bool {
        guard let shm else { return false }
        wl_shm_buffer_begin_access(shm)
        defer { ending.withLock { _ in wl_shm_buffer_end_access(shm) } }
        guard let data = wl_shm_buffer_get_data(shm) else { return false }
        return picture.copy(part, to: data, stride: stride)
    }

    /// Called just before the memory is unmapped.
    func invalidate() {
        shm = nil
    }
}

extension PixelFormat {
    /// The formats that can be drawn, offered or not: libwayland refuses those that are not.
    fileprivate init?(_ format: WlShm.Format) {
        switch format {
        case .argb8888: self = .argb8888
        case .xrgb8888: self = .xrgb8888
        case .abgr8888: self = .abgr8888
        case .xbgr8888: self = .xbgr8888
        case .argb2101010: self = .argb2101010
        case .xrgb2101010: self = .xrgb2101010
        case .abgr2101010: self = .abgr2101010
        case .xbgr2101010: self = .xbgr2101010
        default: return nil
        }
    }
}
