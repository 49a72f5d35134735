import CEGL
import Mirroring

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
