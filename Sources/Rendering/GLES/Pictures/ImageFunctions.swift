import CEGL
import CGLES
import Geometry
import Glibc
import Mirroring

/// The calls that make textures of memory shared between devices (`EGL_EXT_image_dma_buf_import`, `GL_OES_EGL_image`).
struct ImageFunctions {
    private let attachImage: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC
    private let takesModifiers: Bool
    private let queryModifiers: PFNEGLQUERYDMABUFMODIFIERSEXTPROC?
    /// Whether shaders can read pictures that the driver converts.
    private let takesExternal: Bool
    /// Whether the driver honours the stated layout of memory, instead of the layout that it was allocated with.
    var takesAsTold = true

    /// Nil if the driver lacks the extensions.
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
        takesExternal = context.extensions.contains("GL_OES_EGL_image_external_essl3")
    }

    /// An image of the memory; nil if the driver does not accept its layout.
    ///
    /// `encoding` tells how the samples of a film are encoded; nil for other pictures.
    func image(
        of dmabuf: DMABuf, size: Size<BufferSpace>, encoding: YUVEncoding? = nil, in context: GraphicsContext
    ) -> EGLImage? {
        guard !dmabuf.planes.isEmpty, dmabuf.planes.count <= Self.planes.count else { return nil }
        let modifier = dmabuf.layout.modifier
        let namesModifier = modifier != PixelLayout.implicit
        // Without the extension, a buffer is laid out as the driver chooses, which for most drivers is linear.
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
        if let encoding { attributes += Self.hints(encoding) }
        attributes.append(EGLAttrib(EGL_NONE))
        return eglCreateImage(
            context.display, nil, EGLenum(EGL_LINUX_DMA_BUF_EXT), nil, attributes)
    }

    /// A picture of the memory; nil if the driver does not accept its layout.
    ///
    /// Brightness and colour are imported as separate textures, which the shaders convert, so that colours do not depend on the driver. If
    /// the driver does not accept separate textures, it converts the picture itself. A nil `encoding` stands for the usual one.
    func picture(
        of dmabuf: DMABuf, size: Size<BufferSpace>, encoding: YUVEncoding? = nil, in context: GraphicsContext
    ) -> SampledPicture? {
        guard let format = YUVFormat(code: dmabuf.layout.format) else {
            return texture(of: dmabuf, size: size, in: context).map { .colors($0) }
        }
        let encoding = encoding ?? YUVEncoding(usualFor: size)
        if let textures = textures(of: dmabuf, format, size: size, in: context) {
            return .planes(textures, format, encoding)
        }
        guard isLeftToDriver(format) else { return nil }
        return texture(of: dmabuf, size: size, in: context, isExternal: true, encoding: encoding).map { .external($0) }
    }

    /// The textures of a film's brightness and colour; nil if the driver does not accept their layouts.
    private func textures(
        of dmabuf: DMABuf, _ format: YUVFormat, size: Size<BufferSpace>, in context: GraphicsContext
    ) -> [Texture]? {
        // Drivers accept layouts in columns only for whole films.
        guard dmabuf.planes.count == format.planes.count, comesApart(format),
            dmabuf.layout.listed.modifier != PixelLayout.columns
        else { return nil }
        let parts = format.textures
        let textures = parts.compactMap { part -> Texture? in
            let layout = PixelLayout(format: part.code, modifier: dmabuf.layout.modifier)
            let memory = DMABuf(layout: layout, planes: [dmabuf.planes[part.plane]])
            let texture = texture(of: memory, size: part.samples.samples(of: size), in: context)
            texture?.read(part.numbers)
            return texture
        }
        return textures.count == parts.count ? textures : nil
    }

    /// Whether the driver can import brightness and colour separately.
    private func comesApart(_ format: YUVFormat) -> Bool { takesAsTold || !format.isPacked }

    /// Whether the driver converts films of a format.
    private func isLeftToDriver(_ format: YUVFormat) -> Bool {
        takesExternal && takesAsTold && format.isLeftToDrivers
    }

    private func texture(
        of dmabuf: DMABuf, size: Size<BufferSpace>, in context: GraphicsContext, isExternal: Bool = false,
        encoding: YUVEncoding? = nil
    ) -> Texture? {
        guard let image = image(of: dmabuf, size: size, encoding: encoding, in: context) else { return nil }
        return Texture(context, size: size, image: image, functions: self, isExternal: isExternal)
    }

    /// The layouts of a format that can be drawn from like any other texture.
    func layouts(of format: UInt32, in context: GraphicsContext) -> [PixelLayout] {
        known(format, in: context).filter { !$0.isExternal }.map(\.layout)
    }

    /// The layouts of a film format that can be drawn from, as separate textures or converted by the driver.
    func layouts(of format: YUVFormat, in context: GraphicsContext) -> [PixelLayout] {
        // A driver that does not list its layouts would have to be asked about each buffer.
        guard takesModifiers, queryModifiers != nil else { return [] }
        let external = isLeftToDriver(format) ? known(format.code, in: context).map(\.layout) : []
        guard comesApart(format) else { return external }
        let known = format.textures.map { Set(layouts(of: $0.code, in: context).map(\.modifier)) }
        let apart = [PixelLayout.linear, PixelLayout.implicit].filter { modifier in
            known.allSatisfy { $0.contains(modifier) }
        }
        return external
            + apart.map { PixelLayout(format: format.code, modifier: $0) }.filter { !external.contains($0) }
    }

    /// The layouts of a format that the driver imports; `isExternal` marks those that it imports only for its own conversion.
    private func known(_ format: UInt32, in context: GraphicsContext) -> [(layout: PixelLayout, isExternal: Bool)] {
        let implicit = [(PixelLayout(format: format, modifier: PixelLayout.implicit), false)]
        guard takesModifiers, let queryModifiers, let code = EGLint(exactly: format) else { return implicit }
        var count: EGLint = 0
        guard queryModifiers(context.display, code, 0, nil, nil, &count) == EGL_TRUE else { return [] }
        guard count > 0 else { return implicit }
        var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
        var areExternal = [EGLBoolean](repeating: 0, count: Int(count))
        guard queryModifiers(context.display, code, count, &modifiers, &areExternal, &count) == EGL_TRUE else {
            return []
        }
        return zip(modifiers, areExternal).prefix(Int(count)).map {
            (PixelLayout(format: format, modifier: UInt64($0.0)), $0.1 != EGL_FALSE)
        }
    }

    /// How samples are encoded, for a driver that converts them.
    private static func hints(_ encoding: YUVEncoding) -> [EGLAttrib] {
        let space =
            switch encoding.matrix {
            case .bt601: EGL_ITU_REC601_EXT
            case .bt709: EGL_ITU_REC709_EXT
            case .bt2020: EGL_ITU_REC2020_EXT
            }
        return [
            EGLAttrib(EGL_YUV_COLOR_SPACE_HINT_EXT), EGLAttrib(space),
            EGLAttrib(EGL_SAMPLE_RANGE_HINT_EXT),
            EGLAttrib(encoding.isFullRange ? EGL_YUV_FULL_RANGE_EXT : EGL_YUV_NARROW_RANGE_EXT),
            EGLAttrib(EGL_YUV_CHROMA_HORIZONTAL_SITING_HINT_EXT), siting(encoding.location.across),
            EGLAttrib(EGL_YUV_CHROMA_VERTICAL_SITING_HINT_EXT), siting(encoding.location.down),
        ]
    }

    /// The nearer of the two sample positions that drivers accept.
    private static func siting(_ place: Double) -> EGLAttrib {
        EGLAttrib(place < 0.5 ? EGL_YUV_CHROMA_SITING_0_EXT : EGL_YUV_CHROMA_SITING_0_5_EXT)
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

extension YUVFormat {
    /// Whether a driver may convert the format: Mesa's drivers silently turn three planes black.
    fileprivate var isLeftToDrivers: Bool { planes.count < 3 }
}
