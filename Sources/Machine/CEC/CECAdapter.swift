import CLinux
import Glibc
import Logging
import Mirroring
import Runtime

/// A CEC adapter of the kernel (for example `/dev/cec0`), which speaks for this machine as a player.
///
/// The kernel claims the address on the line, repeats messages that were not acknowledged, and answers questions about names and versions.
/// The address stays claimed after this object is released.
final class CECAdapter {
    let path: String
    /// The connector whose cable the line is part of; nil if the driver does not say.
    let connector: KernelConnector?
    /// The television on the line, which is told of messages.
    weak var television: Television?
    private let descriptor: OwnedDescriptor
    private let logger = Logger(label: "kagami.cec")
    private var source: DescriptorSource?

    /// Opens an adapter; nil if it cannot send.
    init?(_ path: String) throws(RuntimeError) {
        self.path = path
        descriptor = try OwnedDescriptor(opening: path, O_RDWR | O_NONBLOCK)
        var capabilities = cec_caps()
        guard ioctl(descriptor.number, KAGAMI_CEC_CAPABILITIES, &capabilities) == 0 else {
            throw RuntimeError("ask", path)
        }
        let needed = UInt32(CEC_CAP_LOG_ADDRS | CEC_CAP_TRANSMIT)
        guard capabilities.capabilities & needed == needed else { return nil }
        var information = cec_connector_info()
        let isKnown = ioctl(descriptor.number, KAGAMI_CEC_CONNECTOR, &information) == 0
        connector =
            isKnown && information.type == CEC_CONNECTOR_TYPE_DRM
            ? KernelConnector(card: information.drm.card_no, number: information.drm.connector_id) : nil
    }

    /// Claims an address as a player named `name`, unless another program has claimed one, and follows the line.
    func start(_ loop: EventLoop, name: String) throws(RuntimeError) {
        var mode = UInt32(CEC_MODE_INITIATOR | CEC_MODE_FOLLOWER)
        // If another program has reserved answering, sending is enough.
        if ioctl(descriptor.number, KAGAMI_CEC_SET_MODE, &mode) != 0 {
            logger.info("another program answers on the line", metadata: ["adapter": "\(path)"])
        }
        source = try loop.watch(descriptor.number, for: [.readable, .urgent]) { [weak self] in self?.ready($0) }
        var addresses = cec_log_addrs()
        guard ioctl(descriptor.number, KAGAMI_CEC_ADDRESSES, &addresses) == 0 else { throw RuntimeError("ask", path) }
        guard addresses.num_log_addrs == 0 else { return }
        addresses = cec_log_addrs()
        addresses.cec_version = UInt8(CEC_OP_CEC_VERSION_1_4)
        addresses.vendor_id = UInt32(CEC_VENDOR_ID_NONE)
        addresses.num_log_addrs = 1
        addresses.primary_device_type.0 = UInt8(CEC_OP_PRIM_DEVTYPE_PLAYBACK)
        addresses.log_addr_type.0 = UInt8(CEC_LOG_ADDR_TYPE_PLAYBACK)
        // The keys of the television's remote control become keys of a keyboard.
        addresses.flags = UInt32(CEC_LOG_ADDRS_FL_ALLOW_RC_PASSTHRU)
        withUnsafeMutableBytes(of: &addresses.osd_name) { $0.copyBytes(from: name.utf8.prefix($0.count - 1)) }
        guard ioctl(descriptor.number, KAGAMI_CEC_CLAIM_ADDRESSES, &addresses) == 0 else {
            throw RuntimeError("claim an address on", path)
        }
    }

    /// Sends a message without waiting for its transmission.
    func send(_ message: CECMessage) {
        var kernel = cec_msg()
        let bytes = message.bytes
        kernel.len = UInt32(bytes.count)
        withUnsafeMutableBytes(of: &kernel.msg) { $0.copyBytes(from: bytes) }
        guard ioctl(descriptor.number, KAGAMI_CEC_TRANSMIT, &kernel) != 0 else { return }
        let error = RuntimeError("send to", path)
        logger.warning("the television was not told", metadata: ["reason": "\(error)"])
    }

    private func ready(_ readiness: Readiness) {
        if readiness.contains(.urgent) { takeEvents() }
        if readiness.contains(.readable) { takeMessages() }
        if !readiness.isDisjoint(with: [.hungUp, .failed]) {
            source = nil
            television?.adapterLost()
        }
    }

    private func takeEvents() {
        var event = cec_event()
        while ioctl(descriptor.number, KAGAMI_CEC_EVENT, &event) == 0 {
            guard event.event == CEC_EVENT_STATE_CHANGE else { continue }
            let state = event.state_change
            let address = CECPhysicalAddress(rawValue: state.phys_addr)
            let isPlaced = state.log_addr_mask != 0 && address != .none
            let logical = CECAddress(rawValue: UInt8(truncatingIfNeeded: state.log_addr_mask.trailingZeroBitCount))
            television?.placed(isPlaced ? CECPlace(address: logical, physicalAddress: address) : nil)
        }
    }

    private func takeMessages() {
        var kernel = cec_msg()
        while ioctl(descriptor.number, KAGAMI_CEC_RECEIVE, &kernel) == 0 {
            if kernel.tx_status != 0 {
                if kernel.tx_status & UInt8(CEC_TX_STATUS_OK) == 0 {
                    logger.info("the television does not answer", metadata: ["adapter": "\(path)"])
                }
                continue
            }
            let bytes = withUnsafeBytes(of: &kernel.msg) { Array($0.prefix(Int(kernel.len))) }
            if let message = CECMessage(bytes: bytes) { television?.received(message) }
        }
    }
}
