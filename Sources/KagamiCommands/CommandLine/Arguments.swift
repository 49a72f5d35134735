import ArgumentParser
package import ConfigurationFiles
import Control
package import Mirroring
package import Runtime

extension PixelSize {
    /// Parses a size whose sides are each 1 to 16384; the error shows the form and the limits.
    static func parse(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: 1)
    }

    /// Parses a panel's size; the smallest usable size is the lower limit.
    package static func parsePanel(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: 64)
    }

    private static func parse(_ argument: String, smallest: Int) throws -> PixelSize {
        let limits = "\(smallest)x\(smallest) to \(maximumLength)x\(maximumLength)"
        guard let size = PixelSize(argument) else {
            throw ValidationError("use WxH in pixels, \(limits), such as 1280x800")
        }
        guard size.width >= smallest, size.height >= smallest else {
            throw ValidationError("too small: use \(limits)")
        }
        guard size.isUsable(smallest: smallest) else { throw ValidationError("too large: use \(limits)") }
        return size
    }
}

extension PhysicalSize {
    /// A picture's size in millimetres; the error shows the form and the limits.
    package static func parse(_ argument: String) throws -> PhysicalSize {
        let lengths = PlugRequest.physicalLengths
        guard let size = PixelSize(argument), lengths.contains(size.width), lengths.contains(size.height) else {
            throw ValidationError(
                "use WxH in millimetres, each \(lengths.lowerBound) to \(lengths.upperBound), such as 600x340")
        }
        return PhysicalSize(width: size.width, height: size.height)
    }
}

extension DisplayMode {
    /// Parses a mode; the error shows the form and the limits.
    static func parse(_ argument: String) throws -> DisplayMode {
        let (sizeText, rateText) = parts(of: argument)
        let size = try PixelSize.parse(String(sizeText))
        guard let rateText else { return DisplayMode(size: size) }
        guard let rate = milliHertz(rateText) else {
            throw ValidationError("use a rate of 1 to 1000 Hz, such as 3840x2160@60")
        }
        return DisplayMode(size: size, refreshMilliHertz: rate)
    }
}

extension InternetAddress {
    /// Parses an address with a port or without; the error shows the forms, and `others` that are valid too.
    package static func parse(
        _ argument: String, usualPort: UInt16, or others: String? = nil
    ) throws -> InternetAddress {
        guard let address = InternetAddress(argument, usualPort: usualPort) else {
            throw ValidationError(
                "use ADDRESS:PORT with a numeric address, such as 127.0.0.1:\(usualPort) or [::1]:\(usualPort)"
                    + (others.map { ", or \($0)" } ?? ""))
        }
        return address
    }
}

/// The name of a connector.
package struct ConnectorName: Hashable {
    package let output: OutputID

    /// Parses a name as `kagami outputs` may list it: the kernel also has connectors of unknown types.
    package static func parseListed(_ argument: String) throws -> ConnectorName {
        guard OutputID.isUsable(argument) else {
            throw ValidationError("use a connector's name, as kagami outputs lists them")
        }
        return ConnectorName(output: OutputID(argument))
    }

    /// Parses the name of a virtual display's connector.
    package static func parse(_ argument: String) throws -> ConnectorName {
        guard ConnectorType(connectorName: argument) != nil else {
            throw ValidationError(ConnectorType.complaint(about: argument))
        }
        return ConnectorName(output: OutputID(argument))
    }
}

/// `on` or `off`.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
