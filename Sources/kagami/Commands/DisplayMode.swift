import ArgumentParser
import Mirroring

/// `WxH` or `WxH@HZ`: a size in pixels, and perhaps a rate in hertz with up to three decimals.
struct DisplayMode: Hashable, Sendable {
    var size: PixelSize
    /// Nil where no rate is given.
    var refreshMilliHertz: Int?

    static func parse(_ argument: String) throws -> DisplayMode {
        let parts = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let size = try PixelSize.parse(String(parts[0]))
        guard parts.count == 2 else { return DisplayMode(size: size) }
        guard let hertz = Double(parts[1]), hertz.isFinite, (1...1000).contains(hertz) else {
            throw ValidationError("use a rate of 1 to 1000 Hz, such as 3840x2160@60")
        }
        return DisplayMode(size: size, refreshMilliHertz: Int((hertz * 1000).rounded()))
    }
}
