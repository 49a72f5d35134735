import CLinux
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// The feedback with supported formats: the same for all surfaces, because one renderer reads every buffer, but for the one
/// whose buffers the display could show by itself.
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

    /// Sends the whole feedback; what a display can show of the surface by itself, `scanout`, comes before all else that
    /// can be drawn from.
    func send(to resource: Resource<ZwpLinuxDmabufFeedbackV1>, scanout: ScanoutOffer? = nil) {
        resource.sendFormatTable(fd: table.number, size: UInt32(clamping: length))
        resource.sendMainDevice(device: WireArray.bytes(of: [device]))
        if let scanout {
            // Whatever comes to lie above has the buffer drawn, so it must be a layout for that as well.
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
