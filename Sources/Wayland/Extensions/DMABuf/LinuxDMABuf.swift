import Glibc
import Logging
package import Mirroring
package import Runtime
import WaylandBinding

/// `zwp_linux_dmabuf_v1`: buffers drawn by a graphics card, and read by the renderer's device or by the processor.
final class LinuxDMABuf {
    private let driver: any DMABufDriver
    private let formats: DMABufFormats
    private let feedback: DMABufFeedback
    private let logger: Logger
    private var global: Global<ZwpLinuxDmabufV1>?

    /// `device` is the DRM device that clients should allocate on.
    init(
        _ display: WaylandDisplay, device: UInt, formats: DMABufFormats = DMABufFormats(), driver: any DMABufDriver,
        logger: Logger
    ) throws(RuntimeError) {
        self.formats = formats
        self.driver = driver
        self.logger = logger
        feedback = try DMABufFeedback(device: device, formats: formats)
        global = try Global(display, version: 4) { [weak self] resource in
            self?.bound(resource)
            return self
        }
    }

    /// Sends the formats and modifiers to clients of version 3; clients of version 4 request feedback.
    ///
    /// Older versions get no formats: without modifiers, the formats would promise that every modifier works.
    private func bound(_ resource: Resource<ZwpLinuxDmabufV1>) {
        guard resource.version == 3 else { return }
        for layout in formats.layouts {
            resource.sendModifier(
                format: layout.format, modifierHi: UInt32(layout.modifier >> 32),
                modifierLo: UInt32(truncatingIfNeeded: layout.modifier))
        }
    }
}

extension LinuxDMABuf: ZwpLinuxDmabufV1Requests {
    func createParams(_ resource: Resource<ZwpLinuxDmabufV1>, paramsId: NewResource<ZwpLinuxBufferParamsV1>) {
        paramsId.create(DMABufParams(driver: driver, formats: formats, logger: logger))
    }

    func getDefaultFeedback(_ resource: Resource<ZwpLinuxDmabufV1>, id: NewResource<ZwpLinuxDmabufFeedbackV1>) {
        feedback.send(to: id.createInert())
    }

    func getSurfaceFeedback(
        _ resource: Resource<ZwpLinuxDmabufV1>, id: NewResource<ZwpLinuxDmabufFeedbackV1>,
        surface: Resource<WlSurface>
    ) {
        let made = id.createInert()
        guard let surface = Surface.of(surface) else { return feedback.send(to: made) }
        let objects = surface.attachments.state { SurfaceFeedback() }
        objects.resources.add(made)
        feedback.send(to: made, scanout: objects.offer)
    }
}

extension LinuxDMABuf: ScanoutFollower {
    func offer(_ offer: ScanoutOffer?, to surface: Surface) {
        let objects = surface.attachments.state { SurfaceFeedback() }
        objects.offer = offer
        for resource in objects.resources.all { feedback.send(to: resource, scanout: offer) }
    }
}

/// A client's feedback objects for one surface.
private final class SurfaceFeedback {
    let resources = ResourceList<ZwpLinuxDmabufFeedbackV1>()
    /// The last offer for scanout that the client was sent for the surface; nil for none.
    var offer: ScanoutOffer?
}

extension WaylandContent {
    /// Accepts dmabufs from applications, preferably allocated on this DRM device.
    ///
    /// `sampler` draws them. If it is nil, the processor reads them, and `converter` adds the formats of films. RGB
    /// formats with more than 8 bits of each colour are accepted only for a `depth` of ten.
    package func takeDMABufs(
        from device: UInt, drawnBy sampler: (any DMABufSampler)? = nil, _ depth: ColorDepth = .eight,
        converter: (any PlanarConverter)? = nil
    ) throws(RuntimeError) {
        let global = try LinuxDMABuf(
            display, device: device, formats: DMABufFormats(sampler, depth, converter: converter),
            driver: KernelDMABufs(loop: display.loop), logger: Logger(label: "kagami.wayland"))
        attachments[LinuxDMABuf.self] = global
        tellOffers(through: global)
    }
}
