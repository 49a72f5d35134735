import CWayland
import Geometry
import Mirroring
import Synchronization
import WaylandBinding

/// A client's `wl_buffer`. The client gets the buffer back when the last hold ends.
final class ClientBuffer: WlBufferRequests, Buffer {
    private let resource: Resource<WlBuffer>
    private var storage: Storage
    /// True if the first row in memory is the bottom row.
    let isInverted: Bool
    // The same whichever memory the pixels are in, and read many times in each frame.
    let size: Size<BufferSpace>
    let format: PixelFormat
    private var holds = 0
    /// True while a release is due: nobody holds the buffer any more, and the client has not been told yet.
    private var isComingBack = false
    /// The uses of the commits that show the buffer: nearly always none or one.
    private var uses: [any BufferUse] = []
    /// The converted copy that readers get; nil if they get the pixels themselves.
    private let copy: (any KeptCopy)?

    private enum Storage {
        /// The client's memory, which is valid until the resource is destroyed.
        case shared(ShmPixels)
        /// Memory that stays valid as long as the object is kept.
        case kept(any Buffer)
        /// A copy of shared memory whose buffer was destroyed while held.
        case copied(MemoryBuffer, CopyBudget.Share)
    }

    /// Creates a buffer whose pixels stay valid as long as `pixels` is kept.
    init(_ resource: Resource<WlBuffer>, pixels: any Buffer, isInverted: Bool = false) {
        self.resource = resource
        self.isInverted = isInverted
        (size, format) = (pixels.size, pixels.format)
        storage = .kept(pixels)
        copy = pixels as? any KeptCopy
        followResource()
    }

    private init(_ resource: Resource<WlBuffer>, shared pixels: ShmPixels) {
        self.resource = resource
        isInverted = false
        (size, format) = (pixels.size, pixels.format)
        storage = .shared(pixels)
        copy = nil
        followResource()
    }

    /// The buffer of a resource; nil if its pixels cannot be read. A stride that does not fit is a protocol error.
    static func of(_ resource: Resource<WlBuffer>) -> ClientBuffer? {
        if let known = resource.handler as? ClientBuffer { return known }
        return ShmPixels(resource).map { ClientBuffer(resource, shared: $0) }
    }

    /// Makes the buffer the resource's handler.
    ///
    /// The resource keeps the buffer until it is destroyed; a weak reference would slow down each use of the buffer.
    private func followResource() {
        resource.handler = self
        resource.onDestroy { [unowned self] in resourceDestroyed() }
    }

    private func resourceDestroyed() {
        guard case .shared(let pixels) = storage else { return }
        // A client that disconnects takes its surfaces along, so no copy is needed.
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

    var stride: Int { pixels.stride }
    var dmabuf: DMABuf? { pixels.dmabuf }
    var planar: (any PlanarPixels)? { pixels.planar }
    var fence: (any BufferFence)? { pixels.fence }
    var hasPixels: Bool { pixels.hasPixels }

    /// Whether the pixels are the client's shared memory or a copy of it. No device draws there.
    var isShared: Bool {
        if case .kept = storage { return false }
        return true
    }

    /// The uses of all commits that show the buffer, because nothing says which commit a reader sees.
    var use: AnyObject? { uses.count > 1 ? BufferUses(all: uses) : uses.first }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { pixels.withPixels(body) }

    /// Whether red, green and blue pixels of `size` can be copied into the buffer row by row.
    func takesCopy(of size: Size<ContentSpace>) -> Bool {
        pixels is any FillableBuffer && format == .xrgb8888 && self.size == size.reinterpreted() && !isInverted
            && (!isShared || stride == size.width * 4)
    }

    /// Whether readers get a converted copy of the pixels.
    var isConverted: Bool { copy != nil }

    /// The client has committed the buffer again, with new pixels in it.
    func changed() {
        copy?.outdate(CopyBudget.of(resource.client))
    }

    /// Sets how the samples are encoded and where the chroma samples lie; nil where the client does not say.
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

    /// Sends the release, unless the client has shown the buffer again meanwhile.
    func send() {
        isComingBack = false
        if holds == 0 { resource.sendRelease() }
    }
}

/// Pixels that readers get as a converted copy.
protocol KeptCopy: AnyObject {
    /// Marks the copy as out of date after the client has drawn. The new copy takes its memory from `budget`.
    func outdate(_ budget: CopyBudget)

    /// Sets how the samples are encoded and where the chroma samples lie; nil for the usual values.
    func encode(as encoding: YUVEncoding?, colorsAt location: ChromaLocation?)

    /// Drops the copy, because nobody reads the pixels for now.
    func drop()
}

/// The pixels of a `wl_shm` buffer.
///
/// If a client truncates its memory during a read, the client gets a protocol error and the reader sees zeros. Only a
/// thread that called `withPixels` is protected. Threads other than the loop's may call it while the loop's thread
/// waits for them.
final class ShmPixels: FillableBuffer {
    private var shm: OpaquePointer?
    /// Held at the end of an access, which may send the error.
    private let ending = Mutex(())
    let size: Size<BufferSpace>
    let stride: Int
    let format: PixelFormat
    var hasPixels: Bool { shm != nil }

    /// Returns nil if the resource is not a `wl_shm` buffer of a known format, or, with a protocol error, if its stride
    /// does not fit.
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

    /// Forgets the memory just before libwayland unmaps it.
    func invalidate() {
        shm = nil
    }
}

extension PixelFormat {
    /// The formats that can be drawn, announced or not. libwayland refuses formats that are not announced.
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
