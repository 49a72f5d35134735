import CDRM
import CEGL
import CGBM
import CGLES
import Geometry
import Glibc
import Mirroring

/// An OpenGL ES 3 context without a surface: everything is drawn to textures.
///
/// Used on one thread at a time. What is drawn belongs to objects that keep the context alive.
final class GraphicsContext {
    /// The device and its driver, as OpenGL ES names them, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    let deviceName: String
    /// The largest side of a picture, in pixels.
    private let maximumSide: Int
    let extensions: Extensions
    let display: EGLDisplay
    private let context: EGLContext
    /// What memory for displays is made of; nil where the processor draws.
    let device: GBMDevice?
    /// Whether nothing can be drawn any more, nor read from what was.
    var isLost = false
    /// Textures and framebuffers whose owners have gone, to be freed while the context is current.
    private var garbage = Garbage()

    /// The names of what this context's driver can do beyond the standard.
    struct Extensions {
        fileprivate let names: Set<String>

        func contains(_ name: String) -> Bool { names.contains(name) }
    }

    private struct Garbage {
        var textures: [GLuint] = []
        var framebuffers: [GLuint] = []
        var images: [EGLImage] = []
    }

    /// Draws with a device; with nil, with the processor (Mesa's llvmpipe).
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
        // On by default, for targets of few bits.
        glDisable(GLenum(GL_DITHER))
    }

    deinit {
        if eglGetCurrentContext() == context { eglMakeCurrent(display, nil, nil, nil) }
        for image in garbage.images { eglDestroyImage(display, image) }
        eglDestroyContext(display, context)
        // Without a device, all of the program shares the display.
        if device != nil { eglTerminate(display) }
    }

    /// Whether drawing is done by this computer's processor after all. A virtual machine's device may name its host's.
    var isSoftware: Bool {
        ["llvmpipe", "softpipe", "swrast", "Software Rasterizer"].contains { deviceName.hasPrefix($0) }
    }

    /// Whether a picture is small enough for the device.
    func fits<Space>(_ size: Size<Space>) -> Bool { max(size.width, size.height) <= maximumSide }

    /// Makes the context the calling thread's, and frees what is no longer needed; false where the context is lost.
    func begin() -> Bool {
        if eglGetCurrentContext() != context, eglMakeCurrent(display, nil, nil, context) != EGL_TRUE { return false }
        glDeleteTextures(GLsizei(garbage.textures.count), garbage.textures)
        glDeleteFramebuffers(GLsizei(garbage.framebuffers.count), garbage.framebuffers)
        for image in garbage.images { eglDestroyImage(display, image) }
        garbage = Garbage()
        return true
    }

    /// Whether everything since `begin` could be drawn.
    func end() -> Bool {
        var isFine = true
        while case let error = glGetError(), error != GLenum(GL_NO_ERROR) {
            isFine = false
            // A lost context reports its error for good.
            if error == Self.contextLost { break }
        }
        return isFine
    }

    /// Hands everything drawn so far to the device, without waiting for it.
    func flush() {
        glFlush()
    }

    /// Has what a texture consists of freed soon.
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

/// A graphics device opened through its file, of which GBM makes memory that others show.
final class GBMDevice {
    /// The `gbm_device`.
    let handle: UnsafeMutableRawPointer
    var device: OpaquePointer { OpaquePointer(handle) }
    private let descriptor: CInt
    /// Whether it draws and shows nothing.
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
    /// A call of EGL has failed, with the error of `eglGetError`.
    case egl(_ operation: String, error: Int32)
    /// What the renderer cannot do without is missing.
    case missing(String)
    /// The driver has refused a shader, with its reason.
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

/// Fences as descriptors (`EGL_ANDROID_native_fence_sync`).
struct NativeFences {
    private let duplicate: PFNEGLDUPNATIVEFENCEFDANDROIDPROC
    private let display: EGLDisplay

    /// Nil where the driver has none.
    init?(_ context: GraphicsContext) {
        guard context.extensions.contains("EGL_ANDROID_native_fence_sync"),
            let function = eglGetProcAddress("eglDupNativeFenceFDANDROID")
        else { return nil }
        duplicate = unsafeBitCast(function, to: PFNEGLDUPNATIVEFENCEFDANDROIDPROC.self)
        display = context.display
    }

    /// Hands everything drawn so far to the device; the fence is its end. Nil where the driver makes none this time.
    func fence(in context: GraphicsContext) -> DrawingFence? {
        guard let sync = eglCreateSync(display, EGLenum(EGL_SYNC_NATIVE_FENCE_ANDROID), nil) else { return nil }
        defer { eglDestroySync(display, sync) }
        // There is a descriptor only once the commands before it have been handed over.
        context.flush()
        let descriptor = duplicate(display, sync)
        return descriptor >= 0 ? DrawingFence(owning: descriptor) : nil
    }
}
