import Geometry
import Mirroring
import WaylandBinding

/// One `zwlr_screencopy_frame_v1`: a copy of a region of the screen.
final class ScreencopyFrame {
    private let resource: Resource<ZwlrScreencopyFrameV1>
    private let session: CaptureSession
    private let region: Rect<ContentSpace>
    /// Whether the cursor is in the copy.
    let hasCursor: Bool
    private var target: ClientBuffer?
    private var isUsed = false
    /// Set by `copy_with_damage`: the copy waits for a picture that differs from the client's last copy.
    private(set) var waitsForDamage = false

    init(
        _ resource: Resource<ZwlrScreencopyFrameV1>, session: CaptureSession, region: Rect<ContentSpace>,
        hasCursor: Bool
    ) {
        self.resource = resource
        self.hasCursor = hasCursor
        self.session = session
        self.region = region
        resource.onDestroy { [weak self] in
            guard let self else { return }
            self.session.copies?.cancel(self)
        }
    }

    /// Sends the buffers that the copy may use: shared memory or a dmabuf.
    ///
    /// xdg-desktop-portal-wlr 0.7 waits for the dmabuf's event even if it uses shared memory.
    func begin() {
        guard !region.isEmpty, session.copies?.hasPicture ?? false else { return fail() }
        resource.sendBuffer(
            format: .xrgb8888, width: UInt32(clamping: region.width), height: UInt32(clamping: region.height),
            stride: UInt32(clamping: region.width * 4))
        resource.sendLinuxDmabuf(
            format: PixelFormat.xrgb8888.code, width: UInt32(clamping: region.width),
            height: UInt32(clamping: region.height))
        resource.sendBufferDone()
    }

    func fail() {
        target = nil
        resource.sendFailed()
    }

    /// True if the next presented frame must be copied.
    var isDue: Bool { !waitsForDamage || !session.damage.intersection(region).isEmpty }

    /// Completes the copy with this picture.
    func copy(from picture: any Buffer, at time: Timestamp) {
        guard let target, region.intersection(picture.size.reinterpreted(as: ContentSpace.self).bounds) == region,
            target.fill(from: picture, region)
        else { return fail() }
        self.target = nil
        resource.sendFlags(flags: [])
        if waitsForDamage { sendDamage() }
        session.damage.subtract(region)
        let seconds = UInt64(clamping: time.microseconds / 1_000_000)
        resource.sendReady(
            tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
            tvNsec: UInt32(clamping: time.microseconds % 1_000_000 * 1000))
    }

    private func sendDamage() {
        for rect in session.damage.intersection(region).rects {
            resource.sendDamage(
                x: UInt32(clamping: rect.x - region.x), y: UInt32(clamping: rect.y - region.y),
                width: UInt32(clamping: rect.width), height: UInt32(clamping: rect.height))
        }
    }

    private func start(_ buffer: Resource<WlBuffer>, waitsForDamage: Bool) {
        if isUsed {
            return resource.post(ZwlrScreencopyFrameV1.ErrorCode.alreadyUsed, "the frame already has a buffer")
        }
        guard let target = ClientBuffer.of(buffer), target.takesCopy(of: region.size) else {
            return resource.post(
                ZwlrScreencopyFrameV1.ErrorCode.invalidBuffer, "the buffer does not have the announced size and format")
        }
        isUsed = true
        self.target = target
        self.waitsForDamage = waitsForDamage
        guard let copies = session.copies else { return fail() }
        copies.enqueue(self)
    }
}

extension ScreencopyFrame: ZwlrScreencopyFrameV1Requests {
    func copy(_ resource: Resource<ZwlrScreencopyFrameV1>, buffer: Resource<WlBuffer>) {
        start(buffer, waitsForDamage: false)
    }

    func copyWithDamage(_ resource: Resource<ZwlrScreencopyFrameV1>, buffer: Resource<WlBuffer>) {
        start(buffer, waitsForDamage: true)
    }
}
