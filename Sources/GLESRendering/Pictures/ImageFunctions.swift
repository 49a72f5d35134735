import CEGL
import CGLES
import Geometry
import Glibc
import Mirroring

/// The calls that make textures of memory that devices share (`EGL_EXT_image_dma_buf_import`, `GL_OES_EGL_image`).
struct ImageFunctions {
    private let attachImage: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC
    private let takesModifiers: Bool
    private let queryModifiers: PFNEGLQUERYDMABUFMODIFIERSEXTPROC?

    /// Nil where the driver lacks them.
    init?(_ context: GraphicsContext) {
        guard context.extensions.contains("EGL_EXT_image_dma_buf_import"),
            context.extensions.contains("GL_OES_EGL_image"),
            let function = eglGetProcAddress("glEGLImageTargetTexture2DOES")
        else { return nil }
        attachImage = unsafeBitCast(function, to: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC.self)
        queryModifiers = eglGetProcAddress("eglQueryDmaBufModifiersEXT").map {
            unsafeBitCast($0, to: PFNEGLQUERYDMABUFMODIFIERSEXTPROC.self)
        }
        takesModifiers = context.extensions.contains("EGL_EXT_image_dma_buf_import_modifiers")
    }

    /// An image of the memory; nil where the driver does not take its layout.
    func image(of dmabuf: DMABuf, size: Size<BufferSpace>, in context: GraphicsContext) -> EGLImage? {
        guard !dmabuf.planes.isEmpty, dmabuf.planes.count <= Self.planes.count else { return nil }
        let modifier = dmabuf.layout.modifier
        let namesModifier = modifier != PixelLayout.implicit
        // Without the extension every buffer is laid out as the driver likes; rows in order are what most drivers like.
        guard takesModifiers || !namesModifier || modifier == PixelLayout.linear else { return nil }
        var attributes: [EGLAttrib] = [
            EGLAttrib(EGL_WIDTH), size.width, EGLAttrib(EGL_HEIGHT), size.height,
            EGLAttrib(EGL_LINUX_DRM_FOURCC_EXT), EGLAttrib(dmabuf.layout.format),
        ]
        for (plane, names) in zip(dmabuf.planes, Self.planes) {
            attributes += [
                EGLAttrib(names.descriptor), EGLAttrib(plane.descriptor), EGLAttrib(names.offset), plane.offset,
                EGLAttrib(names.pitch), plane.stride,
            ]
            guard takesModifiers, namesModifier else { continue }
            attributes += [
                EGLAttrib(names.low), EGLAttrib(modifier & 0xFFFF_FFFF), EGLAttrib(names.high),
                EGLAttrib(modifier >> 32),
            ]
        }
        attributes.append(EGLAttrib(EGL_NONE))
        return eglCreateImage(
            context.display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
    }

    /// The layouts of a format that can be drawn from like any other texture.
    func layouts(of format: PixelFormat, in context: GraphicsContext) -> [PixelLayout] {
        let implicit = [PixelLayout(format: format.code, modifier: PixelLayout.implicit)]
        guard takesModifiers, let queryModifiers, let code = EGLint(exactly: format.code) else { return implicit }
        var count: EGLint = 0
        guard queryModifiers(context.display, code, 0, nil, nil, &count) == EGL_TRUE else { return [] }
        guard count > 0 else { return implicit }
        var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
        var areExternal = [EGLBoolean](repeating: 0, count: Int(count))
        guard queryModifiers(context.display, code, count, &modifiers, &areExternal, &count) == EGL_TRUE else {
            return []
        }
        return zip(modifiers, areExternal).prefix(Int(count)).filter { $0.1 == EGL_FALSE }.map {
            PixelLayout(format: format.code, modifier: UInt64($0.0))
        }
    }

    /// Makes an image the pixels of the bound texture.
    func attach(_ image: EGLImage, toTexture kind: GLenum) {
        attachImage(kind, image)
    }

    /// The names of a plane's attributes.
    private struct PlaneNames {
        let descriptor: Int32
        let offset: Int32
        let pitch: Int32
        let low: Int32
        let high: Int32
    }

    private static let planes = [
        PlaneNames(
            descriptor: EGL_DMA_BUF_PLANE0_FD_EXT, offset: EGL_DMA_BUF_PLANE0_OFFSET_EXT,
            pitch: EGL_DMA_BUF_PLANE0_PITCH_EXT, low: EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT,
            high: EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT),
        PlaneNames(
            descriptor: EGL_DMA_BUF_PLANE1_FD_EXT, offset: EGL_DMA_BUF_PLANE1_OFFSET_EXT,
            pitch: EGL_DMA_BUF_PLANE1_PITCH_EXT, low: EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT,
            high: EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT),
        PlaneNames(
            descriptor: EGL_DMA_BUF_PLANE2_FD_EXT, offset: EGL_DMA_BUF_PLANE2_OFFSET_EXT,
            pitch: EGL_DMA_BUF_PLANE2_PITCH_EXT, low: EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT,
            high: EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT),
        PlaneNames(
            descriptor: EGL_DMA_BUF_PLANE3_FD_EXT, offset: EGL_DMA_BUF_PLANE3_OFFSET_EXT,
            pitch: EGL_DMA_BUF_PLANE3_PITCH_EXT, low: EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT,
            high: EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT),
    ]
}
