import CDRM
import CEGL
import CGBM
import CGLES
import Geometry
import Glibc
import Mirroring

/// An OpenGL ES 3 context without a surface: everything is drawn to textures.
///
/// One thread at a time may use it. The objects drawn to keep the context alive.
final class GraphicsContext {
    /// The device and its driver, as OpenGL ES names them, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    let deviceName: String
    /// The largest side of a picture, in pixels.
    private let maximumSide: Int
    let extensions: Extensions
    let display: EGLDisplay
    private let context: EGLContext
    /// The device that makes memory for displays; nil if the processor draws.
    let device: GBMDevice?
    /// Whether the context is lost: it can neither draw nor read what was drawn.
    var isLost = false
    /// Textures and framebuffers without an owner, which are freed when the context is next current.
    private var garbage = Garbage()

    /// The extensions that the context's driver supports.
    struct Extensions {
        fileprivate let names: Set<String>

        func contains(_ name: String) -> Bool { names.contains(name) }
    }

    private struct Garbage {
        var textures: [GLuint] = []
        var framebuffers: [GLuint] = []
        var images: [EGLImage] = []
    }

    /// Draws with a device, or with the processor (Mesa's llvmpipe) if nil.
    init(on device: GBMDevice? = nil) throws(GraphicsError) {
        self.device = device
        let platform = device.map { _ in EGL_PLATFORM_GBM_KHR } ?? EGL_PLATFORM_SURFACELESS_MESA
        guard let display = eglGetPlatformDisplay(EGLenum(platform), device?.handle, nil) else {
            throw .egl("finding a display", error: eglGetError())
        }
        guard eglInitialize(display, nil, nil) == EGL_TRUE else {
            throw .egl("initializing", error: eglGetError())
        }
        let displayExtensions = Self.words(eglQueryString(display, EGL_EXTENSIONS).map { String(cString: $0) })
        for name in ["EGL_KHR_surfaceless_context", "EGL_KHR_no_config_context"] {
            guard displayExtensions.contains(name) else { throw .missing(name) }
        }
        guard eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) == EGL_TRUE else {
            throw .egl("choosing OpenGL ES", error: eglGetError())
        }
        guard
            let context = eglCreateContext(
                display, nil, nil, [EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE])
        else { throw .egl("creating a context", error: eglGetError()) }
        self.display = display
        self.context = context
        guard eglMakeCurrent(display, nil, nil, context) == EGL_TRUE else {
            let error = eglGetError()
            eglDestroyContext(display, context)
            throw .egl("using the context", error: error)
        }
        deviceName = glGetString(GLenum(GL_RENDERER)).map { String(cString: $0) } ?? "unknown"
        let drawingExtensions = Self.words(glGetString(GLenum(GL_EXTENSIONS)).map { String(cString: $0) })
        extensions = Extensions(names: displayExtensions.union(drawingExtensions))
        var side: GLint = 0
        glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &side)
        maximumSide = Int(side)
        // Dithering is on by default, and serves targets of few bits.
        glDisable(GLenum(GL_DITHER))
    }

    deinit {
        if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
        for image in garbage.images { eglDestroyImage(display, image) }
        eglDestroyContext(display, context)
        // Without a device, the whole process shares the display.
        if device != nil { eglTerminate(display) }
    }

    /// Whether this computer's processor draws after all. A virtual machine's device may name its host's renderer.
    var isSoftware: Bool {
        ["llvmpipe", "softpipe", "swrast", "Software Rasterizer"].contains { deviceName.hasPrefix($0) }
    }

    /// Whether the device supports pictures of this size.
    func fits<Space>(_ size: Size<Space>) -> Bool { max(size.width, size.height) <= maximumSide }

    /// Makes the context current on the calling thread and frees what has no owner; false if the context is lost.
    func begin() -> Bool {
        if eglGetCurrentContext() != context, eglMakeCurrent(display, nil, nil, context) != EGL_TRUE { return false }
        glDeleteTextures(GLsizei(garbage.textures.count), garbage.textures)
        glDeleteFramebuffers(GLsizei(garbage.framebuffers.count), garbage.framebuffers)
        for image in garbage.images { eglDestroyImage(display, image) }
        garbage = Garbage()
        return true
    }

    /// Returns whether everything since `begin` was drawn without an error.
    func end() -> Bool {
        var isFine = true
        while case let error = glGetError(), error != GLenum(GL_NO_ERROR) {
            isFine = false
            // A lost context reports its error at every call.
            if error == Self.contextLost { break }
        }
        return isFine
    }

    /// Submits everything drawn so far to the device, without waiting for it.
    func flush() {
        glFlush()
    }

    /// Frees the objects of a texture when the context is next current.
    func discard(texture: GLuint, framebuffer: GLuint, image: EGLImage?) {
        garbage.textures.append(texture)
        if framebuffer != 0 { garbage.framebuffers.append(framebuffer) }
        if let image { garbage.images.append(image) }
    }

    /// GL_CONTEXT_LOST of OpenGL ES 3.2.
    private static let contextLost: GLenum = 0x0507

    private static func words(_ text: String?) -> Set<String> {
        Set((text ?? "").split(separator: " ").map(String.init))
    }
}

/// A graphics device opened through its file, for which GBM allocates memory that other devices can show.
final class GBMDevice {
    /// The `gbm_device`.
    let handle: UnsafeMutableRawPointer
    var device: OpaquePointer { OpaquePointer(handle) }
    private let descriptor: CInt
    /// Whether the file is a render node, which draws but shows nothing.
    let isRenderNode: Bool

    /// Opens the device at `path`, such as `/dev/dri/renderD128`.
    init(path: String) throws(GraphicsError) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .device(path, reason: String(cString: strerror(errno))) }
        guard let device = gbm_create_device(descriptor) else {
            close(descriptor)
            throw .device(path, reason: "it has no driver of Mesa's")
        }
        self.descriptor = descriptor
        isRenderNode = drmGetNodeTypeFromFd(descriptor) == DRM_NODE_RENDER
        handle = UnsafeMutableRawPointer(device)
    }

    deinit {
        gbm_device_destroy(device)
        close(descriptor)
    }
}

/// A failure of EGL or OpenGL ES.
package enum GraphicsError: Error, Hashable, CustomStringConvertible {
    /// An EGL call failed, with the error of `eglGetError`.
    case egl(_ operation: String, error: Int32)
    /// The driver lacks something that the renderer needs.
    case missing(String)
    /// The driver refused a shader, with its reason.
    case shader(String)
    /// A texture cannot be drawn to.
    case framebuffer(status: UInt32)
    /// The device file cannot be used.
    case device(String, reason: String)

    package var description: String {
        switch self {
        case .egl(let operation, let error): "\(operation) failed (EGL error 0x\(String(error, radix: 16)))"
        case .missing(let feature): "the graphics driver lacks \(feature)"
        case .shader(let reason): "the graphics driver refuses a shader: \(reason)"
        case .framebuffer(let status): "a texture cannot be drawn to (status 0x\(String(status, radix: 16)))"
        case .device(let path, let reason): "\(path) cannot be drawn with: \(reason)"
        }
    }
}

/// Creates fences as descriptors (`EGL_ANDROID_native_fence_sync`).
struct NativeFences {
    private let duplicate: PFNEGLDUPNATIVEFENCEFDANDROIDPROC
    private let display: EGLDisplay

    /// Nil if the driver does not support them.
    init?(_ context: GraphicsContext) {
        guard context.extensions.contains("EGL_ANDROID_native_fence_sync"),
            let function = eglGetProcAddress("eglDupNativeFenceFDANDROID")
        else { return nil }
        duplicate = unsafeBitCast(function, to: PFNEGLDUPNATIVEFENCEFDANDROIDPROC.self)
        display = context.display
    }

    /// Submits everything drawn so far and returns a fence for its end; nil if the driver makes none this time.
    func fence(in context: GraphicsContext) -> DrawingFence? {
        guard let sync = eglCreateSync(display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), nil) else { return nil }
        defer { eglDestroySync(display, sync) }
        // The descriptor exists only after the commands before it have been submitted.
        context.flush()
        let descriptor = duplicate(display, sync)
        return descriptor >= 0 ? DrawingFence(owning: descriptor) : nil
    }
}
