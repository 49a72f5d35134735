import ConfigurationFiles
import Control
import Geometry
import Mirroring
import Runtime

/// The options of `kagami run`, checked and with defaults filled in.
struct ServiceOptions: Hashable, Sendable {
    var backend: BackendChoice
    /// The source for reloading the configuration.
    var source: ConfigurationSource
    /// The configuration at the start.
    var loaded: LoadedConfiguration
    /// The directory of the Wayland sockets.
    var directory: RuntimeDirectory
    /// The address of the control socket.
    var socket: SocketAddress
    /// The size of the virtual backend's panel in pixels.
    var virtualPanel: Size<PanelSpace>
    /// The hosted application and its arguments; empty for none.
    var command: [String]
    /// The soft limit of open descriptors for applications; 0 for the service's own limit.
    var descriptorLimit: UInt64 = 0

    var configuration: Configuration { loaded.configuration }
}
