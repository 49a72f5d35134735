import CDRM
import Geometry
import Glibc
import Mirroring

/// The picture of an earlier program on a CRTC, such as a boot splash, in memory that the processor can read.
final class EarlierPicture {
    private let file: DRMFile
    private let size: Size<ScanoutSpace>
    private let stride: Int
    private let handle: UInt32
    private let pixels: UnsafeMutableRawPointer
    private let length: Int

    /// Nil if the CRTC is off, or if its picture is smaller than `size`, moved, turned, tiled, not of 32 bits a pixel, or unreadable.
    /// Only the card's master may read other programs' framebuffers.
    init?(on pipe: HeadPipe, size: Size<ScanoutSpace>, file: DRMFile) {
        guard let number = Self.framebuffer(on: pipe, size: size, file: file),
            let framebuffer = drmModeGetFB2(file.descriptor, number)
        else { return nil }
        defer { drmModeFreeFB2(framebuffer) }
        let shown = framebuffer.pointee
        let (handle, stride) = (shown.handles.0, Int(shown.pitches.0))
        guard handle != 0 else { return nil }
        let length = stride * Int(shown.height)
        var offset: UInt64 = 0
        let isLinear = shown.flags & UInt32(DRM_MODE_FB_MODIFIERS) == 0 || shown.modifier == 0
        guard isLinear, Self.formats.contains(shown.pixel_format), shown.handles.1 == 0, shown.offsets.0 == 0,
            Int(shown.width) >= size.width, Int(shown.height) >= size.height,
            drmModeMapDumbBuffer(file.descriptor, handle, &offset) == 0,
            let mapping = mmap(nil, length, PROT_READ, MAP_SHARED, file.descriptor, Int(clamping: offset)),
            mapping != MAP_FAILED
        else {
            drmCloseBufferHandle(file.descriptor, handle)
            return nil
        }
        self.file = file
        self.size = size
        self.length = length
        self.handle = handle
        self.stride = stride
        pixels = mapping
    }

    /// The formats whose pixels are read as XRGB8888; an alpha channel is ignored.
    private static let formats = [PixelFormat.xrgb8888.code, PixelFormat.argb8888.code]

    /// The framebuffer on the pipe's plane, if the CRTC scans out `size` of it from its first pixel on.
    private static func framebuffer(on pipe: HeadPipe, size: Size<ScanoutSpace>, file: DRMFile) -> UInt32? {
        guard let plane = drmModeGetPlane(file.descriptor, pipe.plane.number) else { return nil }
        defer { drmModeFreePlane(plane) }
        guard let crtc = drmModeGetCrtc(file.descriptor, pipe.crtc.number) else { return nil }
        defer { drmModeFreeCrtc(crtc) }
        let state = crtc.pointee
        let rotation = pipe.plane.properties[.rotation]?.value ?? UInt64(DRM_MODE_ROTATE_0)
        guard rotation == UInt64(DRM_MODE_ROTATE_0), plane.pointee.crtc_id == pipe.crtc.number,
            plane.pointee.fb_id != 0, state.mode_valid != 0,
            (state.x, state.y) == (0, 0), Int(state.mode.hdisplay) == size.width,
            Int(state.mode.vdisplay) == size.height
        else { return nil }
        return plane.pointee.fb_id
    }

    /// Copies the picture to a framebuffer of the same size; returns whether that framebuffer could be written.
    func copy(to buffer: HeadBuffer) -> Bool {
        guard buffer.scanoutFormat.isDrawn, let target = buffer.beginAccess() else { return false }
        defer { buffer.endAccess() }
        for row in 0..<size.height {
            let (below, above) = (target + row * buffer.stride, pixels + row * stride)
            guard buffer.scanoutFormat.isDeep else {
                memcpy(below, above, size.width * 4)
                continue
            }
            for x in 0..<size.width {
                let word = DeepPixel.widened((above + x * 4).loadUnaligned(as: UInt32.self))
                (below + x * 4).storeBytes(of: word, as: UInt32.self)
            }
        }
        return true
    }

    deinit {
        munmap(pixels, length)
        if file.isOpen { drmCloseBufferHandle(file.descriptor, handle) }
    }
}
