import ArgumentParser
import Mirroring

/// `WxH` or `WxH@HZ`: a size in pixels, and perhaps a rate in hertz with up to three decimals.
struct DisplayMode: Hashable, Sendable {
    var size: PixelSize
    /// Nil where no rate is given.
    var refreshMilliHertz: Int?
}

extension DisplayMode: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let size = PixelSize(argument: String(first)) else { return nil }
        self.size = size
        guard parts.count == 2 else { return }
        guard let hertz = Double(parts[1]), hertz.isFinite, (1...1000).contains(hertz) else { return nil }
        refreshMilliHertz = Int((hertz * 1000).rounded())
    }
}
