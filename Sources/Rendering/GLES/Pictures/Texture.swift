import CEGL
import CGLES
import Geometry
import Mirroring

/// Pixels that the graphics device draws from and, through a framebuffer, draws to.
final class Texture {
    let size: Size<BufferSpace>
    let format: TextureFormat
    /// Whether the texture's red channel holds blue.
    let isSwapped: Bool
    private let name: GLuint
    /// GL_TEXTURE_2D, or the kind of textures that the driver converts.
    private let kind: GLenum
    private var framebuffer: GLuint = 0
    private let image: EGLImage?
    private let context: GraphicsContext

    /// Creates a texture of undefined pixels. By default, its channels lie in the memory order of XRGB words.
    init(_ context: GraphicsContext, size: Size<BufferSpace>, format: TextureFormat = .bytes, isSwapped: Bool = true) {
        self.context = context
        self.size = size
        self.format = format
        self.isSwapped = isSwapped
        image = nil
        kind = GLenum(GL_TEXTURE_2D)
        name = Self.make(kind)
        glTexStorage2D(GLenum(GL_TEXTURE_2D), 1, format.storage, GLsizei(size.width), GLsizei(size.height))
    }

    /// Creates a texture of an EGL image, which the texture owns from now on; nil if the driver does not accept it.
    ///
    /// An external texture cannot be drawn to, and shaders need an external sampler for it.
    init?(
        _ context: GraphicsContext, size: Size<BufferSpace>, image: EGLImage, functions: ImageFunctions,
        isExternal: Bool = false
    ) {
        self.context = context
        self.size = size
        format = .bytes
        isSwapped = false
        self.image = image
        kind = isExternal ? GLenum(GL_TEXTURE_EXTERNAL_OES) : GLenum(GL_TEXTURE_2D)
        name = Self.make(kind)
        functions.attach(image, toTexture: kind)
        if glGetError() != GLenum(GL_NO_ERROR) { return nil }
    }

    deinit {
        context.discard(texture: name, framebuffer: framebuffer, image: image)
    }

    private static func make(_ kind: GLenum) -> GLuint {
        var name: GLuint = 0
        glGenTextures(1, &name)
        glBindTexture(kind, name)
        // Without mipmaps, the default filter would read black.
        glTexParameteri(kind, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
        glTexParameteri(kind, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
        glTexParameteri(kind, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
        glTexParameteri(kind, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
        return name
    }

    var isLost: Bool { context.isLost }

    func belongs(to context: GraphicsContext) -> Bool { self.context === context }

    /// Binds the texture to the unit of this number.
    func bind(_ unit: Int = 0) {
        glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
        glBindTexture(kind, name)
        glActiveTexture(GLenum(GL_TEXTURE0))
    }

    /// Lets shaders read two of a pixel's four channels, numbered from red on, in place of red and green.
    func read(_ numbers: (first: Int, second: Int)) {
        let channels = [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA]
        glBindTexture(kind, name)
        glTexParameteri(kind, GLenum(GL_TEXTURE_SWIZZLE_R), channels[numbers.first])
        glTexParameteri(kind, GLenum(GL_TEXTURE_SWIZZLE_G), channels[numbers.second])
    }

    /// Binds the texture's framebuffer, so that everything is drawn to it.
    func bindAsTarget() throws(GraphicsError) {
        if framebuffer == 0 {
            glGenFramebuffers(1, &framebuffer)
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
            glFramebufferTexture2D(
                GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), name, 0)
            let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
            guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else { throw .framebuffer(status: status) }
        } else {
            glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        }
        glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    }

    /// Copies pixels from ordinary memory whose first row is at `first`.
    func upload(_ region: Region<BufferSpace>, from first: UnsafeRawPointer, stride: Int) {
        bind()
        let isWhole = stride % format.bytes == 0
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), GLint(min(4, format.bytes)))
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), isWhole ? GLint(stride / format.bytes) : 0)
        for rect in region.intersection(size.bounds).rects {
            // If the stride is not a multiple of the pixel size, rows are copied one by one.
            let parts =
                isWhole ? [rect] : (rect.y..<rect.maxY).map { Rect(x: rect.x, y: $0, width: rect.width, height: 1) }
            for part in parts {
                glTexSubImage2D(
                    GLenum(GL_TEXTURE_2D), 0, GLint(part.x), GLint(part.y), GLsizei(part.width), GLsizei(part.height),
                    format.channels, format.words, first + part.y * stride + part.x * format.bytes)
            }
        }
        glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 4)
        glPixelStorei(GLenum(GL_UNPACK_ROW_LENGTH), 0)
    }

    /// Copies pixels to ordinary memory whose first row is at `first`; waits until they are drawn.
    ///
    /// Requires a texture whose channels lie in memory order.
    func read(_ region: Region<BufferSpace>, to first: UnsafeMutableRawPointer, stride: Int) throws(GraphicsError) {
        try bindAsTarget()
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), GLint(stride / 4))
        for rect in region.intersection(size.bounds).rects {
            glReadPixels(
                GLint(rect.x), GLint(rect.y), GLsizei(rect.width), GLsizei(rect.height), format.channels,
                format.words, first + rect.y * stride + rect.x * 4)
        }
        glPixelStorei(GLenum(GL_PACK_ROW_LENGTH), 0)
    }
}

/// The layout of a texture's pixels.
enum TextureFormat {
    /// Four bytes.
    case bytes
    /// Ten bits of each colour and two of alpha.
    case tens
    /// One byte.
    case single
    /// Two bytes.
    case pair

    init(of format: PixelFormat) {
        self = format.isDeep ? .tens : .bytes
    }

    /// The format of samples of this many bytes.
    init(bytes: Int) {
        self =
            switch bytes {
            case 1: .single
            case 2: .pair
            default: .bytes
            }
    }

    /// The bytes of one pixel.
    var bytes: Int {
        switch self {
        case .bytes, .tens: 4
        case .single: 1
        case .pair: 2
        }
    }

    fileprivate var storage: GLenum {
        switch self {
        case .bytes: GLenum(GL_RGBA8)
        case .tens: GLenum(GL_RGB10_A2)
        case .single: GLenum(GL_R8)
        case .pair: GLenum(GL_RG8)
        }
    }

    fileprivate var channels: GLenum {
        switch self {
        case .bytes, .tens: GLenum(GL_RGBA)
        case .single: GLenum(GL_RED)
        case .pair: GLenum(GL_RG)
        }
    }

    fileprivate var words: GLenum {
        self == .tens ? GLenum(GL_UNSIGNED_INT_2_10_10_10_REV) : GLenum(GL_UNSIGNED_BYTE)
    }
}
