import ConfigurationFiles
import Control
import Mirroring
import Runtime
import Virtual

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
    /// The virtual backend's panel.
    var virtualPanel: PluggedDisplay
    /// The hosted application and its arguments; empty for none.
    var command: [String]
    /// The soft limit of open descriptors for applications; 0 for the service's own limit.
    var descriptorLimit: UInt64 = 0

    var configuration: Configuration { loaded.configuration }
}
