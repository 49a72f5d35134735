import CLinux
import Glibc
import Runtime
import WaylandBinding

/// The feedback with supported formats: the same for all surfaces and screens, because one renderer reads every buffer.
final class DMABufFeedback {
    private let device: UInt
    private let table: OwnedDescriptor
    private let length: Int
    private let count: Int

    /// `device` is the DRM device that clients should allocate on.
    init(device: UInt, formats: DMABufFormats) throws(RuntimeError) {
        self.device = device
        count = formats.layouts.count
        let bytes = formats.table
        length = bytes.count
        table = OwnedDescriptor(
            owning: bytes.withUnsafeBytes { kagami_sealed_memfd("formats", $0.baseAddress, $0.count) })
        if table.number < 0 { throw RuntimeError("memfd_create", "formats") }
    }

    /// Sends the whole feedback; it never changes.
    func send(to resource: Resource<ZwpLinuxDmabufFeedbackV1>) {
        resource.sendFormatTable(fd: table.number, size: UInt32(clamping: length))
        resource.sendMainDevice(device: WireArray.bytes(of: [device]))
        resource.sendTrancheTargetDevice(device: WireArray.bytes(of: [device]))
        resource.sendTrancheFlags(flags: [])
        let indices = (0..<count).map { UInt16(clamping: $0) }
        resource.sendTrancheFormats(indices: WireArray.bytes(of: indices))
        resource.sendTrancheDone()
        resource.sendDone()
    }
}
