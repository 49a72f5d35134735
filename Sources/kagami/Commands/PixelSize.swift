import ArgumentParser
import Control

/// `WxH` in pixels.
struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    var width: Int
    var height: Int

    var description: String { "\(width)x\(height)" }

    /// A size whose sides are each 1 to 16384; the error shows the form and the limits.
    static func parse(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: 1)
    }

    /// A panel's size, with the smallest usable size as the limit.
    static func parsePanel(_ argument: String) throws -> PixelSize {
        try parse(argument, smallest: smallestPanel)
    }

    private static let smallestPanel = 64

    private static func parse(_ argument: String, smallest: Int) throws -> PixelSize {
        let largest = PlugRequest.maximumLength
        let limits = "\(smallest)x\(smallest) to \(largest)x\(largest)"
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1] else {
            throw ValidationError("use WxH in pixels, \(limits), such as 1280x800")
        }
        guard width >= smallest, height >= smallest else { throw ValidationError("too small: use \(limits)") }
        guard width <= largest, height <= largest else { throw ValidationError("too large: use \(limits)") }
        return PixelSize(width: width, height: height)
    }
}
