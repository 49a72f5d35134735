import Logging
package import Mirroring
package import Runtime
import WaylandBinding

/// `wl_drm`: tells Mesa and Xwayland which device to draw with, if they predate the feedback of `zwp_linux_dmabuf_v1`.
///
/// The device is a render node, which everyone may use, so clients need no authentication. Buffers are dmabufs of one
/// plane with the driver's implicit layout.
final class MesaDRM {
    private let path: String
    private let driver: any DMABufDriver
    private let formats: DMABufFormats
    private let logger: Logger
    private var global: Global<WlDrm>?

    /// `path` is the render node.
    init(
        _ display: WaylandDisplay, path: String, formats: DMABufFormats, driver: any DMABufDriver, logger: Logger
    ) throws(RuntimeError) {
        self.path = path
        self.driver = driver
        self.formats = formats
        self.logger = logger
        global = try Global(display, version: 2) { [weak self] resource in
            self?.bound(resource)
            return self
        }
    }

    private func bound(_ resource: Resource<WlDrm>) {
        resource.sendDevice(name: path)
        for format in offered { resource.sendFormat(format: format.code) }
        if resource.version >= 2 { resource.sendCapabilities(value: .prime) }
    }

    /// The formats that the renderer's device draws from.
    private var offered: [PixelFormat] {
        formats.formats.filter { format in formats.layouts.contains { $0.format == format.code } }
    }
}

extension MesaDRM: WlDrmRequests {
    func authenticate(_ resource: Resource<WlDrm>, id: UInt32) {
        resource.sendAuthenticated()
    }

    func createBuffer(
        _ resource: Resource<WlDrm>, id: NewResource<WlBuffer>, name: UInt32, width: Int32, height: Int32,
        stride: UInt32, format: UInt32
    ) {
        refuseName(resource)
    }

    func createPlanarBuffer(
        _ resource: Resource<WlDrm>, id: NewResource<WlBuffer>, name: UInt32, width: Int32, height: Int32,
        format: UInt32, offset0: Int32, stride0: Int32, offset1: Int32, stride1: Int32, offset2: Int32, stride2: Int32
    ) {
        refuseName(resource)
    }

    /// Refuses a buffer that is named by a number, because any process could guess it.
    private func refuseName(_ resource: Resource<WlDrm>) {
        resource.post(WlDrm.ErrorCode.invalidName, "buffers are shared by descriptor alone: use create_prime_buffer")
    }

    func createPrimeBuffer(
        _ resource: Resource<WlDrm>, id: NewResource<WlBuffer>, name: OwnedDescriptor, width: Int32, height: Int32,
        format: UInt32, offset0: Int32, stride0: Int32, offset1: Int32, stride1: Int32, offset2: Int32, stride2: Int32
    ) {
        guard offered.contains(where: { $0.code == format }) else {
            return resource.post(WlDrm.ErrorCode.invalidFormat, "format 0x\(String(format, radix: 16)) is not offered")
        }
        guard let offset = UInt32(exactly: offset0), let stride = UInt32(exactly: stride0) else {
            return resource.post(WlDrm.ErrorCode.invalidName, "offset \(offset0) or stride \(stride0) is negative")
        }
        let plane = DMABufPlane(descriptor: name, offset: offset, stride: stride, modifier: PixelLayout.implicit)
        let wanted = DMABufImport(
            planes: [0: plane], width: width, height: height, format: format, flags: 0, driver: driver,
            formats: formats, takesImplicit: true)
        do throws(DMABufImport.Failure) {
            let pixels = try wanted.run()
            let buffer = id.createInert()
            if buffer.isAlive { _ = ClientBuffer(buffer, pixels: pixels) }
        } catch {
            switch error {
            case .error(.invalidFormat, let message): resource.post(WlDrm.ErrorCode.invalidFormat, message)
            case .error(_, let message): resource.post(WlDrm.ErrorCode.invalidName, message)
            case .refused(let reason):
                logger.debug("dmabuf refused", metadata: ["reason": "\(reason)"])
                // The client goes on, and a surface with this buffer shows nothing.
                let buffer = id.createInert()
                if buffer.isAlive { _ = ClientBuffer(buffer, pixels: UnreadablePixels(width: width, height: height)) }
            }
        }
    }
}

extension WaylandContent {
    /// Announces the render node to applications that ask for it in Mesa's old way.
    ///
    /// `sampler` draws the buffers that they allocate there.
    package func takeMesaBuffers(
        from path: String, drawnBy sampler: any DMABufSampler, _ depth: ColorDepth = .eight
    ) throws(RuntimeError) {
        attachments[MesaDRM.self] = try MesaDRM(
            display, path: path, formats: DMABufFormats(sampler, depth), driver: KernelDMABufs(loop: display.loop),
            logger: Logger(label: "kagami.wayland"))
    }
}
