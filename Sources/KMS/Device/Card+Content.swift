import Geometry
import Logging
import Mirroring

extension Card {
    /// What an output can show of clients' buffers in place of its picture; nil for an output that is off or turned, since
    /// clients rarely turn their buffers.
    func scanoutOffer(on id: OutputID) -> ScanoutOffer? {
        guard let head = heads[id], head.picture.transform == .normal else { return nil }
        let plane = head.pipe.plane
        if let known = scanoutOffers[plane.id] { return known }
        guard let device = RenderDevice.deviceNumber(path) else { return nil }
        // An opaque buffer is shown whatever is in its alpha channel.
        let layouts = PixelFormat.allCases.flatMap { format in
            plane.limits.layouts.compactMap { layout in
                let own = PixelLayout(format: format.code, modifier: layout.modifier)
                return own.opaque == layout ? own : nil
            }
        }
        let offer = ScanoutOffer(device: device, layouts: Set(layouts))
        scanoutOffers[plane.id] = offer
        return offer
    }

    /// Why an output cannot show a client's buffer as its picture; the hardware is asked once for buffers that are alike, and
    /// again after each change of what the outputs are used for.
    func refusal(ofContent content: ContentLayer, on id: OutputID) -> LayerRefusal? {
        guard let head = heads[id] else { return .noPlane }
        guard content.transform == head.picture.transform else { return .turned }
        let question = HeadContent.Question(content, hasCursor: head.cursor.plane?.isOn ?? false)
        let screen = head.picture.mode.size.bounds
        let layer = PlaneAllocation.Layer(
            kind: .content, layout: question.layout, size: question.size, destination: screen, isOpaque: true)
        let allocation = PlaneAllocation(planes: [head.pipe.plane.limits], crtc: head.pipe.crtc.index)
        var isForeign = false
        let paths = allocation.place([layer], on: screen) { _ in
            guard let framebuffer = framebuffer(of: content) else {
                isForeign = true
                return false
            }
            let isAccepted = head.content.accepts(question) { hardware.modeSetting.test(framebuffer, on: head) == 0 }
            // Asked again once the hardware is free.
            if !isAccepted, yieldSnapshots(to: id) { head.content.reconsider() }
            return isAccepted
        }
        guard case .composed(let refusal)? = paths.first else { return nil }
        return isForeign ? .foreign : refusal
    }

    /// Requests a flip to a client's buffer, which is held until the one after it.
    func present(_ content: ContentLayer, on id: OutputID) -> PresentOutcome {
        guard let framebuffer = framebuffer(of: content) else { return .failed("the buffer cannot be imported") }
        let frame = ClientFrame(framebuffer: framebuffer, hold: BufferHold(content.buffer))
        return flip(id) { head, token throws(KMSError) in
            try head.flip(to: frame, token: token, by: hardware.modeSetting)
        }
    }

    func framebuffer(of content: ContentLayer) -> ClientFramebuffer? {
        clients.framebuffer(of: content.buffer) {
            do throws(KMSError) {
                return try ClientFramebuffer(
                    content.dmabuf, size: content.buffer.size, format: content.dmabuf.layout.opaque.format,
                    isModified: hardware.takesModifiers, file: hardware.file)
            } catch {
                logger.debug("buffer not imported", metadata: ["reason": "\(error)"])
                return nil
            }
        }
    }
}

/// A client's buffer on screen, or on its way there.
struct ClientFrame {
    let framebuffer: ClientFramebuffer
    /// Keeps the client from drawing in it.
    let hold: BufferHold
}

extension HeadContent.Question {
    init(_ content: ContentLayer, hasCursor: Bool) {
        self.init(
            layout: content.dmabuf.layout.opaque,
            size: PlaneSize(width: content.buffer.size.width, height: content.buffer.size.height),
            offsets: content.dmabuf.planes.map(\.offset), strides: content.dmabuf.planes.map(\.stride),
            hasCursor: hasCursor)
    }
}
