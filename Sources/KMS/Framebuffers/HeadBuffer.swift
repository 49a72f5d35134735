import Geometry
import Mirroring

/// A framebuffer for a head's frames: memory of the graphics device that draws, or a dumb buffer for the processor.
final class HeadBuffer: ScanoutBuffer {
    private enum Memory {
        case dumb(DumbBuffer)
        case drawn(any GraphicsBuffer, ClientFramebuffer)
    }

    private let memory: Memory
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
    /// Nil where the processor draws.
    let graphics: GraphicsMemory?

    func allocate() throws(KMSError) -> HeadBuffer {
        if let drawn = graphics?.buffer(size, format, on: file) { return drawn }
        return HeadBuffer(try DumbBuffer(file: file, size: size, format: format))
    }
}

/// Memory of the graphics device that draws, for one plane of a card.
struct GraphicsMemory {
    let allocator: any GraphicsAllocator
    /// Those that the plane shows, as far as device and card are known to understand the same by them.
    let modifiers: Set<UInt64>
    /// Whether the card's framebuffers name their modifiers.
    let isModified: Bool

    /// Nil where the device makes no memory that the card takes.
    fileprivate func buffer(_ size: Size<ScanoutSpace>, _ format: ScanoutFormat, on file: DRMFile) -> HeadBuffer? {
        guard let buffer = allocator.allocate(size.reinterpreted(), format, modifiers: modifiers),
            let framebuffer = try? ClientFramebuffer(
                buffer.dmabuf, size: buffer.size, format: buffer.dmabuf.layout.format, isModified: isModified,
                file: file)
        else { return nil }
        return HeadBuffer(buffer, framebuffer)
    }
}
