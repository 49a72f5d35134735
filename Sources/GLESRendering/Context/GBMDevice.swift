import CDRM
import CGBM
import Glibc

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
