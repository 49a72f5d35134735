import Geometry
import Mirroring
import WaylandBinding

/// One `zwlr_output_configuration_head_v1`: the properties that a client wants; nil keeps the current value.
final class HeadConfiguration {
    private enum ScaleWish: Equatable {
        case of(Scale)
        case beyondAll
    }

    private weak var head: OutputHead?
    private weak var configuration: OutputConfiguration?
    private var mode: ModeRequest?
    private var position: WindowOrigin?
    private var transform: WlOutput.Transform?
    private var scale: ScaleWish?
    private var adaptiveSync: ZwlrOutputHeadV1.AdaptiveSyncState?

    init(_ head: OutputHead?, of configuration: OutputConfiguration) {
        self.head = head
        self.configuration = configuration
    }

    /// The settings that differ from the output's current properties; nil if no output can have the wanted properties.
    func settings(for head: OutputHead) -> DisplaySettings? {
        let screen = head.screen
        guard position.map({ $0 == WindowOrigin(x: head.x, y: 0) }) ?? true else { return nil }
        var settings = DisplaySettings()
        if let mode, mode.size != screen.mode.size || mode.refreshMilliHertz ?? rate(of: screen) != rate(of: screen) {
            settings.mode = mode
        }
        if let transform, transform != screen.transform {
            settings.transform = Transform(rawValue: Int32(clamping: transform.rawValue))
        }
        if let adaptiveSync, adaptiveSync != screen.adaptiveSync {
            settings.variableRefresh = adaptiveSync == .enabled ? .on : .off
        }
        switch scale {
        case .of(let scale): if scale != screen.scale { settings.scale = scale }
        case .beyondAll: return nil
        case nil: break
        }
        return settings
    }

    private func rate(of screen: LogicalScreen) -> Int { screen.mode.refreshMilliHertz }

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
        // A head that has changed meanwhile has other modes. The configuration will be cancelled.
        guard let head, configuration?.isStale == false else { return }
        guard let mode = OutputMode.of(mode), head.modes.contains(where: { $0 === mode }) else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidMode, "the mode does not belong to \(head.screen.name)")
        }
        set(ModeRequest(mode.mode), \.mode, resource)
    }

    func setCustomMode(
        _ resource: Resource<ZwlrOutputConfigurationHeadV1>, width: Int32, height: Int32, refresh: Int32
    ) {
        guard width > 0, height > 0, refresh >= 0 else {
            return resource.post(
                ZwlrOutputConfigurationHeadV1.ErrorCode.invalidCustomMode, "\(width)x\(height) at \(refresh) mHz")
        }
        set(
            ModeRequest(
                size: Size(width: Int(width), height: Int(height)), refreshMilliHertz: refresh > 0 ? Int(refresh) : nil),
            \.mode, resource)
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
        set(Scale(scale).map(ScaleWish.of) ?? .beyondAll, \.scale, resource)
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
