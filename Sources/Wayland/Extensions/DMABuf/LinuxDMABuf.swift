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
    private var candidate = ScanoutCandidate()
    /// The candidate, as long as it lives.
    private weak var favoured: Surface?
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

    /// Version 3 is sent the formats and modifiers on bind, version 4 requests feedback. Older versions get no formats:
    /// without modifiers, these would promise that any modifier works.
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
        let objects = surface.attachments[SurfaceFeedback.self] ?? SurfaceFeedback()
        surface.attachments[SurfaceFeedback.self] = objects
        objects.resources.add(made)
        feedback.send(to: made, scanout: offer(to: surface))
    }
}

extension LinuxDMABuf: ScanoutFollower {
    func frameIs(allOf surface: Surface?, offer: ScanoutOffer?) {
        let before = favoured
        guard candidate.frame(allOf: surface.map(ObjectIdentifier.init), offer: offer) else { return }
        favoured = candidate.current == nil ? nil : surface
        for surface in [before === favoured ? nil : before, favoured].compactMap(\.self) {
            for resource in surface.attachments[SurfaceFeedback.self]?.resources.all ?? [] {
                feedback.send(to: resource, scanout: self.offer(to: surface))
            }
        }
    }

    private func offer(to surface: Surface) -> ScanoutOffer? { surface === favoured ? candidate.current?.offer : nil }
}

/// The surface whose buffers a display could show by itself, if they were made for that: the one that is all of the frame.
///
/// A client makes new buffers whenever that changes. So a surface has to be all of the frame for a while, and what covers
/// it for a moment, such as a finger's disc, changes nothing. Each frame is taken up, so that surfaces are told apart by what needs
/// no look at their type.
struct ScanoutCandidate {
    /// A surface, and what its display can show.
    struct Standing: Hashable {
        var surface: ObjectIdentifier
        var offer: ScanoutOffer
    }

    /// The candidate; nil while there is none.
    private(set) var current: Standing?
    /// What the last frames came to instead, and how many in a row.
    private var next: (standing: Standing?, frames: Int)?

    init() {}

    /// Takes up a frame, which is nothing but `surface`, if any, on a display with `offer`; returns whether the candidate is
    /// another one now, or has another offer.
    mutating func frame(allOf surface: ObjectIdentifier?, offer: ScanoutOffer?) -> Bool {
        var standing: Standing?
        if let surface, let offer, !offer.layouts.isEmpty { standing = Standing(surface: surface, offer: offer) }
        guard standing != current else {
            next = nil
            return false
        }
        let frames = next.map { $0.standing == standing ? $0.frames + 1 : 1 } ?? 1
        next = (standing, frames)
        guard frames >= Self.patience else { return false }
        (current, next) = (standing, nil)
        return true
    }

    /// Half a second at the usual pace.
    static var patience: Int { 30 }
}

/// A client's feedback objects for one surface.
private final class SurfaceFeedback {
    let resources = ResourceList<ZwpLinuxDmabufFeedbackV1>()
}

extension WaylandContent {
    /// Accepts dmabufs from applications, preferably allocated on this DRM device, which are drawn by `sampler`; with nil,
    /// the processor reads them, with `converter` those of films as well. Those of more than 8 bits of each colour are for a
    /// `depth` of as many, films apart.
    package func takeDMABufs(
        from device: UInt, drawnBy sampler: (any DMABufSampler)? = nil, _ depth: ColorDepth = .eight,
        converter: (any PlanarConverter)? = nil
    ) throws(RuntimeError) {
        let global = try LinuxDMABuf(
            display, device: device, formats: DMABufFormats(sampler, depth, converter: converter),
            driver: KernelDMABufs(loop: display.loop), logger: Logger(label: "kagami.wayland"))
        attachments[LinuxDMABuf.self] = global
        scanoutFollower = global
    }
}
