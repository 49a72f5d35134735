package import Geometry
import Mirroring

/// Why a virtual display could not be plugged, unplugged or changed.
package enum VirtualDisplayError: Error, Hashable, CustomStringConvertible {
    /// The name is not a connector type and a number.
    case notAConnector(String)
    /// A display is plugged in under this name already.
    case nameTaken(String)
    /// No display is plugged in under this name.
    case unknownName(String)
    /// Width and height are each 1 to 16384.
    case absurdSize(Size<ScanoutSpace>)
    /// The rate in thousandths of a hertz is 1000 to 1000000.
    case absurdRefresh(Int)
    /// The limit of connectors is reached.
    case tooManyConnectors(limit: Int)

    package var description: String {
        switch self {
        case .notAConnector(let name): ConnectorType.complaint(about: name)
        case .nameTaken(let name): "\(name): a display is plugged in there; unplug it first"
        case .unknownName(let name): "\(name): no display is plugged in there; see 'kagami outputs'"
        case .absurdSize(let size):
            "bad size \(size.width)x\(size.height): width and height are 1 to 16384"
        case .absurdRefresh(let rate): "bad refresh rate of \(rate) mHz: use 1 to 1000 Hz"
        case .tooManyConnectors(let limit): "no more than \(limit) connectors; use the name of an old one"
        }
    }
}
