import CDRM
import Glibc

/// The facts that decide whether clients can draw into linear buffers, the only ones that the processor can read.
struct RenderDriver: Hashable {
    /// The kernel's name of the driver, such as `i915`.
    let name: String
    /// Whether the device is a render node. Without one, Mesa draws with the processor into dumb buffers, which are linear.
    let isRenderNode: Bool
    /// Whether framebuffers can be given modifiers (DRM_CAP_ADDFB2_MODIFIERS).
    let takesModifiers: Bool
    /// Whether the device is a virtual machine's card that lets the host draw (VIRTGPU_PARAM_3D_FEATURES).
    let drawsOnHost: Bool

    /// The drivers with a render node for which Mesa draws into linear buffers on every chip.
    private static let linear: Set<String> = [
        "asahi", "etnaviv", "i915", "lima", "msm", "panfrost", "panthor", "v3d", "vc4", "vgem", "xe",
    ]

    /// Whether clients can draw into linear buffers.
    /// False for an unknown driver: a client without an offer draws with the processor, but a client with an offer that its driver cannot
    /// fulfil ends.
    var drawsLinear: Bool {
        guard isRenderNode else { return true }
        return switch name {
        // Chips before GFX9 have no modifiers, and choose their own tiling.
        case "amdgpu": takesModifiers
        // The host's layouts are unknown in the guest.
        case "virtio_gpu": !drawsOnHost
        default: Self.linear.contains(name)
        }
    }

    /// Whether hardware other than this computer's processor draws there.
    /// False for a display-only card: Mesa draws for it with another device, or with the processor.
    var isHardware: Bool {
        isRenderNode && (name == "virtio_gpu" ? drawsOnHost : name != "vgem")
    }
}

extension RenderDriver {
    /// Asks the device at `path`; nil if it cannot be opened, or is not a DRM device.
    init?(at path: String) {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let name = Self.name(descriptor) else { return nil }
        self.name = name
        isRenderNode = drmGetNodeTypeFromFd(descriptor) == DRM_NODE_RENDER
        var modifiers: UInt64 = 0
        takesModifiers =
            drmGetCap(descriptor, UInt64(DRM_CAP_ADDFB2_MODIFIERS), &modifiers) == 0 && modifiers != 0
        drawsOnHost = name == "virtio_gpu" && Self.hasHostDrawing(descriptor)
    }

    /// The kernel's name of a device's driver; nil for what is not a DRM device.
    private static func name(_ descriptor: CInt) -> String? {
        // Longer than any driver's name.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { memory in
            var length = memory.count
            guard kagami_drm_driver_name(descriptor, memory.baseAddress, &length) == 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(memory).prefix(length), as: UTF8.self)
        }
    }

    private static func hasHostDrawing(_ descriptor: CInt) -> Bool {
        var answer: CInt = 0
        return withUnsafeMutablePointer(to: &answer) { answer in
            var question = drm_virtgpu_getparam(
                param: UInt64(VIRTGPU_PARAM_3D_FEATURES), value: UInt64(UInt(bitPattern: answer)))
            let command = UInt(DRM_VIRTGPU_GETPARAM)
            let size = UInt(MemoryLayout.size(ofValue: question))
            return drmCommandWriteRead(descriptor, command, &question, size) == 0 && answer.pointee != 0
        }
    }
}
