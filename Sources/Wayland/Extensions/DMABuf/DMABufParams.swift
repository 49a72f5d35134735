import Logging
import Mirroring
import Runtime
import WaylandBinding

/// `zwp_linux_buffer_params_v1`: collects a buffer's planes and makes the buffer, once.
final class DMABufParams: ZwpLinuxBufferParamsV1Requests {
    private static let maximumPlanes = 4

    private let driver: any DMABufDriver
    private let formats: DMABufFormats
    private let logger: Logger
    private var planes: [UInt32: DMABufPlane] = [:]
    private var isUsed = false

    init(driver: any DMABufDriver, formats: DMABufFormats, logger: Logger) {
        self.driver = driver
        self.formats = formats
        self.logger = logger
    }

    func add(
        _ resource: Resource<ZwpLinuxBufferParamsV1>, fd: OwnedDescriptor, planeIdx: UInt32, offset: UInt32,
        stride: UInt32, modifierHi: UInt32, modifierLo: UInt32
    ) {
        guard !isUsed else {
            return resource.post(DMABufImport.ErrorCode.alreadyUsed, "the parameters were already used")
        }
        guard planeIdx < Self.maximumPlanes else {
            return resource.post(DMABufImport.ErrorCode.planeIdx, "plane \(planeIdx) is out of range")
        }
        guard planes[planeIdx] == nil else {
            return resource.post(DMABufImport.ErrorCode.planeSet, "plane \(planeIdx) is already set")
        }
        let modifier = UInt64(modifierHi) << 32 | UInt64(modifierLo)
        // Clients of earlier versions can only guess, and clients whose driver has no modifiers have no choice. Their
        // buffer is refused on creation instead.
        if resource.version >= 4, modifier != PixelLayout.implicit, !formats.offers(modifier: modifier) {
            return resource.post(
                DMABufImport.ErrorCode.invalidFormat, "modifier 0x\(String(modifier, radix: 16)) is not offered")
        }
        planes[planeIdx] = DMABufPlane(descriptor: fd, offset: offset, stride: stride, modifier: modifier)
    }

    func create(
        _ resource: Resource<ZwpLinuxBufferParamsV1>, width: Int32, height: Int32, format: UInt32,
        flags: ZwpLinuxBufferParamsV1.Flags
    ) {
        make(resource, width, height, format, flags) { made in
            guard let made else { return resource.sendFailed() }
            let buffer = Resource<WlBuffer>(client: resource.client, version: 1)
            guard buffer.isAlive else { return }
            _ = ClientBuffer(buffer, pixels: made.pixels, isInverted: made.isInverted)
            resource.sendCreated(buffer: buffer)
        }
    }

    func createImmed(
        _ resource: Resource<ZwpLinuxBufferParamsV1>, bufferId: NewResource<WlBuffer>, width: Int32, height: Int32,
        format: UInt32, flags: ZwpLinuxBufferParamsV1.Flags
    ) {
        make(resource, width, height, format, flags) { made in
            let buffer = bufferId.createInert()
            guard buffer.isAlive else { return }
            if let made {
                _ = ClientBuffer(buffer, pixels: made.pixels, isInverted: made.isInverted)
            } else {
                // The client goes on, and a surface with this buffer shows nothing.
                resource.sendFailed()
                _ = ClientBuffer(buffer, pixels: UnreadablePixels(width: width, height: height))
            }
        }
    }

    /// Calls `finish` with the pixels, or with nil if the import failed through no fault of the client.
    private func make(
        _ resource: Resource<ZwpLinuxBufferParamsV1>, _ width: Int32, _ height: Int32, _ format: UInt32,
        _ flags: ZwpLinuxBufferParamsV1.Flags, finish: ((pixels: any Buffer, isInverted: Bool)?) -> Void
    ) {
        guard !isUsed else {
            return resource.post(DMABufImport.ErrorCode.alreadyUsed, "the parameters were already used")
        }
        isUsed = true
        let wanted = DMABufImport(
            planes: planes, width: width, height: height, format: format, flags: flags.rawValue, driver: driver,
            formats: formats)
        planes = [:]
        do throws(DMABufImport.Failure) {
            finish((try wanted.run(), wanted.isInverted))
        } catch {
            switch error {
            case .error(let code, let message): resource.post(code, message)
            case .refused(let reason):
                logger.debug("dmabuf refused", metadata: ["reason": "\(reason)"])
                finish(nil)
            }
        }
    }
}
