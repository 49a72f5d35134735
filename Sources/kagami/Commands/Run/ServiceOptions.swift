import Control
import Geometry
import Mirroring
import Runtime

/// What `kagami run` was asked for, checked and with its defaults filled in.
struct ServiceOptions: Hashable, Sendable {
    var backend: BackendChoice
    /// Where the configuration is read again.
    var source: ConfigurationSource
    /// As it was read for the start.
    var loaded: LoadedConfiguration
    /// Where the Wayland sockets go.
    var directory: RuntimeDirectory
    /// Where the control socket goes.
    var socket: SocketAddress
    /// The size of the virtual backend's panel in pixels.
    var virtualPanel: Size<PanelSpace>
    /// The hosted application and its arguments; empty for none.
    var command: [String]
    /// The soft limit of open descriptors that applications start with; 0 for the service's own.
    var descriptorLimit: UInt64 = 0

    var configuration: Configuration { loaded.configuration }

    static let defaultVirtualPanel = Size<PanelSpace>(width: 1280, height: 800)
}

/// Which displays and devices to use.
enum BackendChoice: String, Hashable, Sendable, CaseIterable {
    /// DRM where a KMS device and a seat can be had, virtual elsewhere.
    case auto
    case drm
    case virtual
}
