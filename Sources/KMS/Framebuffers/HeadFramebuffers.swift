import CDRM
import Geometry
import Mirroring

/// The mode of a head and the framebuffers of that size.
struct HeadFramebuffers {
    let mode: Mode
    let timing: drmModeModeInfo
    let modeBlob: PropertyBlob
    /// Maps the picture as the viewer sees it to the framebuffers.
    let transform: Transform
    let format: ScanoutFormat
    let chain: Swapchain<HeadAllocator>
    private let file: DRMFile

    init(
        file: DRMFile, mode: Mode, timing: drmModeModeInfo, transform: Transform, format: ScanoutFormat,
        graphics: GraphicsMemory?
    ) throws(KMSError) {
        self.file = file
        self.mode = mode
        self.timing = timing
        self.transform = transform
        self.format = format
        modeBlob = try PropertyBlob(file: file, [timing])
        chain = try Swapchain(
            HeadAllocator(file: file, size: mode.size, format: format, graphics: graphics))
    }

    /// The framebuffer for the next frame; nil while other displays show all free ones.
    func acquire() -> OutputBuffer? {
        guard var next = chain.acquire() else { return nil }
        // The processor fills the memory of a lost device slowly, if at all.
        if next.buffer.graphics?.isLost == true,
            let dumb = try? HeadAllocator(file: file, size: mode.size, format: format, graphics: nil).allocate()
        {
            chain.replaceAcquired(with: dumb)
            guard let replaced = chain.acquire() else { return nil }
            next = replaced
        }
        return .scanout(next.buffer, transform: transform, age: next.age)
    }

    /// Nanoseconds from one refresh to the next, or 0 when unknown.
    var refreshNanoseconds: Int {
        mode.refreshMilliHertz > 0 ? 1_000_000_000_000 / mode.refreshMilliHertz : 0
    }
}

/// The bits of each colour on the way to a display.
struct HeadDepth {
    /// The most bits that the cable carries.
    let cable: ColorDepth
    let frames: FrameDepth
}

/// A framebuffer for a head's frames: memory of the graphics device that draws, or a dumb buffer for the processor.
final class HeadBuffer: ScanoutBuffer {
    private enum Memory {
        case dumb(DumbBuffer)
        case drawn(any GraphicsBuffer, ClientFramebuffer)
    }

    private let memory: Memory
    private var withAlpha: ClientFramebuffer?
    private var mapped: MappedPixels?

    init(_ buffer: DumbBuffer) {
        memory = .dumb(buffer)
    }

    /// Shows the memory of a graphics device.
    init(_ buffer: any GraphicsBuffer, _ framebuffer: ClientFramebuffer) {
        memory = .drawn(buffer, framebuffer)
    }

    var framebuffer: UInt32 {
        switch memory {
        case .dumb(let buffer): buffer.framebuffer
        case .drawn(_, let framebuffer): framebuffer.id
        }
    }

    /// A framebuffer of the same memory with an alpha channel, which the renderer fills; made at the first call.
    func framebufferWithAlpha() throws(KMSError) -> UInt32 {
        switch memory {
        case .dumb(let buffer): return try buffer.framebufferWithAlpha()
        case .drawn(let buffer, let framebuffer):
            if let withAlpha { return withAlpha.id }
            let made = try framebuffer.withAlpha(of: buffer)
            withAlpha = made
            return made.id
        }
    }

    var size: Size<BufferSpace> {
        switch memory {
        case .dumb(let buffer): buffer.size
        case .drawn(let buffer, _): buffer.size
        }
    }

    var scanoutFormat: ScanoutFormat {
        switch memory {
        case .dumb(let buffer): buffer.scanoutFormat
        case .drawn(let buffer, _):
            buffer.dmabuf.layout.format == PixelFormat.xrgb2101010.code ? .xrgb2101010 : .xrgb8888
        }
    }

    var graphics: (any GraphicsBuffer)? {
        guard case .drawn(let buffer, _) = memory else { return nil }
        return buffer
    }

    var stride: Int {
        switch memory {
        case .dumb(let buffer): buffer.stride
        case .drawn: mapped?.stride ?? 0
        }
    }

    func beginAccess() -> UnsafeMutableRawPointer? {
        switch memory {
        case .dumb(let buffer): return buffer.beginAccess()
        case .drawn(let buffer, _):
            if mapped == nil { mapped = buffer.map() }
            return mapped?.first
        }
    }

    func endAccess() {
        switch memory {
        case .dumb(let buffer): buffer.endAccess()
        case .drawn(let buffer, _):
            if mapped != nil { buffer.unmap() }
            mapped = nil
        }
    }
}

/// Makes the framebuffers of one head.
struct HeadAllocator: Allocator {
    let file: DRMFile
    let size: Size<ScanoutSpace>
    let format: ScanoutFormat
    /// Nil if the processor draws.
    let graphics: GraphicsMemory?

    func allocate() throws(KMSError) -> HeadBuffer {
        if let drawn = graphics?.buffer(size, format, on: file) { return drawn }
        return HeadBuffer(try DumbBuffer(file: file, size: size, format: format))
    }
}

/// Memory of the graphics device that draws, for one plane of a card.
struct GraphicsMemory {
    let allocator: any GraphicsAllocator
    /// The modifiers that the plane shows and that the device and the card are known to understand alike.
    let modifiers: Set<UInt64>
    /// Whether the card's framebuffers name their modifiers.
    let isModified: Bool

    /// Nil if the device cannot make memory that the card accepts.
    fileprivate func buffer(_ size: Size<ScanoutSpace>, _ format: ScanoutFormat, on file: DRMFile) -> HeadBuffer? {
        guard let buffer = allocator.allocate(size.reinterpreted(), format, modifiers: modifiers),
            let framebuffer = try? ClientFramebuffer(
                buffer.dmabuf, size: buffer.size, format: buffer.dmabuf.layout.format, isModified: isModified,
                file: file)
        else { return nil }
        return HeadBuffer(buffer, framebuffer)
    }
}
