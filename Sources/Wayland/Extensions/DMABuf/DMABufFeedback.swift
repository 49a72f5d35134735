import CLinux
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// The feedback with supported formats.
///
/// One renderer reads every buffer, so the feedback is the same for all surfaces, except for the surface whose buffers
/// the display could show by itself.
final class DMABufFeedback {
    private let device: UInt
    private let table: OwnedDescriptor
    private let length: Int
    private let layouts: [PixelLayout]

    /// `device` is the DRM device that clients should allocate on.
    init(device: UInt, formats: DMABufFormats) throws(RuntimeError) {
        self.device = device
        layouts = formats.layouts
        let bytes = formats.table
        length = bytes.count
        table = OwnedDescriptor(
            owning: bytes.withUnsafeBytes { kagami_sealed_memfd("formats", $0.baseAddress, $0.count) })
        if table.number < 0 { throw RuntimeError("memfd_create", "formats") }
    }

    /// Sends the whole feedback. The layouts of `scanout` come first: the display can show them by itself.
    func send(to resource: Resource<ZwpLinuxDmabufFeedbackV1>, scanout: ScanoutOffer? = nil) {
        resource.sendFormatTable(fd: table.number, size: UInt32(clamping: length))
        resource.sendMainDevice(device: WireArray.bytes(of: [device]))
        if let scanout {
            // A buffer is drawn as soon as something lies above it, so the renderer must support the layout too.
            let shown = layouts.indices.filter { scanout.layouts.contains(layouts[$0]) }
            if !shown.isEmpty { sendTranche(shown, of: scanout.device, flags: .scanout, to: resource) }
        }
        sendTranche(Array(layouts.indices), of: device, flags: [], to: resource)
        resource.sendDone()
    }

    private func sendTranche(
        _ indices: [Int], of device: UInt, flags: ZwpLinuxDmabufFeedbackV1.TrancheFlags,
        to resource: Resource<ZwpLinuxDmabufFeedbackV1>
    ) {
        resource.sendTrancheTargetDevice(device: WireArray.bytes(of: [device]))
        resource.sendTrancheFlags(flags: flags)
        resource.sendTrancheFormats(indices: WireArray.bytes(of: indices.map { UInt16(clamping: $0) }))
        resource.sendTrancheDone()
    }
}
