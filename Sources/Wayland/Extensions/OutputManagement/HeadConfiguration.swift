import Geometry
import Mirroring
import WaylandBinding

/// One `zwlr_output_configuration_head_v1`: the properties that a client wants; nil keeps the current value.
final class HeadConfiguration {
    private struct ModeWish: Equatable {
        var size: Size<ContentSpace>
        /// In millihertz; 0 for any.
        var refresh: Int
    }

    private weak var head: OutputHead?
    private var mode: ModeWish?
    private var position: WindowOrigin?
    private var transform: WlOutput.Transform?
    private var scale: Scale?
    private var adaptiveSync: ZwlrOutputHeadV1.AdaptiveSyncState?

    init(_ head: OutputHead?) {
        self.head = head
    }

    /// True if the output already has these properties.
    func matches(_ head: OutputHead) -> Bool {
        let screen = head.screen
        if let mode {
            guard mode.size == screen.size, [0, screen.refreshMilliHertz].contains(mode.refresh) else { return false }
        }
        return position.map { $0 == WindowOrigin() } != false && transform.map { $0 == .normal } != false
            && scale.map { $0 == screen.scale } != false && adaptiveSync.map { $0 == .disabled } != false
    }

    private func set<Value>(
        _ value: Value, _ member: ReferenceWritableKeyPath<HeadConfiguration, Value?>,
        _ resource: Resource<ZwlrOutputConfigurationHeadV1>
    ) {
        guard self[keyPath: member] == nil else {
            return resource.post(ZwlrOutputConfigurationHeadV1.ErrorCode.alreadySet, "\(value) is already set")
        }
        self[keyPath: member] = value
    }
}

extension HeadConfiguration: ZwlrOutputConfigurationHeadV1Requests {
    func setMode(_ resource: Resource<ZwlrOutputConfigurationHeadV1>, mode: Resource<ZwlrOutputModeV1>) {
        guard let head else { return }
        guard mode === head.mode else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidMode, "the mode does not belong to \(head.screen.name)")
        }
        set(ModeWish(size: head.screen.size, refresh: head.screen.refreshMilliHertz), \.mode, resource)
    }

    func setCustomMode(
        _ resource: Resource<ZwlrOutputConfigurationHeadV1>, width: Int32, height: Int32, refresh: Int32
    ) {
        guard width > 0, height > 0, refresh >= 0 else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidCustomMode, "\(width)x\(height) at \(refresh) mHz")
        }
        set(
            ModeWish(size: Size(width: Int(width), height: Int(height)), refresh: Int(refresh)), \.mode, resource)
    }

    func setPosition(_ resource: Resource<ZwlrOutputConfigurationHeadV1>, x: Int32, y: Int32) {
        set(WindowOrigin(x: Int(x), y: Int(y)), \.position, resource)
    }

    func setTransform(_ resource: Resource<ZwlrOutputConfigurationHeadV1>, transform: Int32) {
        guard let transform = UInt32(exactly: transform).flatMap(WlOutput.Transform.init) else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidTransform, "\(transform) is not a transform")
        }
        set(transform, \.transform, resource)
    }

    func setScale(_ resource: Resource<ZwlrOutputConfigurationHeadV1>, scale: Double) {
        guard scale > 0 else {
            return resource.post(ZwlrOutputConfigurationHeadV1.ErrorCode.invalidScale, "scale \(scale)")
        }
        set(Scale(in120ths: Int(clamping: (scale * 120).rounded())), \.scale, resource)
    }

    func setAdaptiveSync(_ resource: Resource<ZwlrOutputConfigurationHeadV1>, state: UInt32) {
        guard let state = ZwlrOutputHeadV1.AdaptiveSyncState(rawValue: state) else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidAdaptiveSyncState,
                "\(state) is not an adaptive sync state")
        }
        set(state, \.adaptiveSync, resource)
    }
}
