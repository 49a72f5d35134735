import CDRM
import Geometry
import Glibc
import Mirroring

/// A client's buffer as a framebuffer, which a card's planes scan out.
final class ClientFramebuffer {
    let id: UInt32
    private let isModified: Bool
    private let file: DRMFile

    /// `format` is the format in which planes read the buffer. `isModified` tells whether the framebuffer names its modifier.
    init(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, format: UInt32, isModified: Bool, file: DRMFile
    ) throws(KMSError) {
        var handles: [UInt32] = []
        // The framebuffer retains the memory, so the handles are closed at once. Buffer planes in the same memory share a handle, which the
        // kernel does not count: closed late, it would be closed under the next importer of the buffer.
        defer { for handle in Set(handles) { drmCloseBufferHandle(file.descriptor, handle) } }
        for plane in dmabuf.planes {
            var handle: UInt32 = 0
            let result = drmPrimeFDToHandle(file.descriptor, plane.descriptor, &handle)
            if result != 0 { throw KMSError(.importBuffer, device: file.path) }
            handles.append(handle)
        }
        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        let names = Self.fourWords(handles)
        let strides = Self.fourWords(dmabuf.planes.map { UInt32(clamping: $0.stride) })
        let offsets = Self.fourWords(dmabuf.planes.map { UInt32(clamping: $0.offset) })
        var id: UInt32 = 0
        let result: CInt
        if isModified, dmabuf.layout.modifier != PixelLayout.implicit {
            let modifiers = (0..<4).map { $0 < dmabuf.planes.count ? dmabuf.layout.modifier : 0 }
            result = drmModeAddFB2WithModifiers(
                file.descriptor, width, height, format, names, strides, offsets, modifiers, &id,
                UInt32(DRM_MODE_FB_MODIFIERS))
        } else {
            result = drmModeAddFB2(file.descriptor, width, height, format, names, strides, offsets, &id, 0)
        }
        if result != 0 { throw KMSError(.importBuffer, device: file.path, errorNumber: -result) }
        self.id = id
        self.isModified = isModified
        self.file = file
    }

    /// A framebuffer of the same memory with an alpha channel, for a graphics device's buffer.
    func withAlpha(of buffer: any GraphicsBuffer) throws(KMSError) -> ClientFramebuffer {
        guard buffer.keepsAlpha() else { throw KMSError(.importBuffer, device: file.path, errorNumber: ENOTSUP) }
        return try ClientFramebuffer(
            buffer.dmabuf, size: buffer.size, format: ScanoutFormat.argb8888.code, isModified: isModified, file: file)
    }

    deinit {
        if file.isOpen { drmModeRmFB(file.descriptor, id) }
    }

    private static func fourWords(_ words: [UInt32]) -> [UInt32] {
        Array((words + [0, 0, 0, 0]).prefix(4))
    }
}

/// The framebuffers of clients' buffers.
///
/// Each is made once and dropped after its buffer has gone. A display keeps the framebuffer that it shows.
final class FramebufferCache<Framebuffer: AnyObject> {
    private struct Entry {
        let id: ObjectIdentifier
        weak var buffer: (any Buffer)?
        /// Nil if no framebuffer can be made of the buffer.
        let framebuffer: Framebuffer?
    }

    /// Unordered: a client has only a few buffers, and a linear search is faster than a table.
    private var entries: [Entry] = []

    var count: Int { entries.count }

    /// The framebuffer of a buffer, made at the first call; nil if it cannot be made, which is not tried again.
    func framebuffer(of buffer: any Buffer, make: () -> Framebuffer?) -> Framebuffer? {
        let id = ObjectIdentifier(buffer)
        for index in entries.indices where entries[index].id == id {
            if entries[index].buffer === buffer { return entries[index].framebuffer }
        }
        // A freed buffer may have had the same address.
        dropGone()
        let made = make()
        entries.append(Entry(id: id, buffer: buffer, framebuffer: made))
        return made
    }

    /// Drops the framebuffers whose buffers have gone. Called for each frame; there is hardly ever one to drop.
    func dropGone() {
        for index in entries.indices.reversed() where entries[index].buffer == nil {
            entries.swapAt(index, entries.count - 1)
            entries.removeLast()
        }
    }

    func removeAll() {
        entries = []
    }
}
