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
