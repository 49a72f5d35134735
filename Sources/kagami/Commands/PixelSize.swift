import ArgumentParser
import Control

/// `WxH` in pixels.
struct PixelSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

extension PixelSize: ExpressibleByArgument {
    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1],
            (1...VirtualPlug.maximumLength).contains(width), (1...VirtualPlug.maximumLength).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    var defaultValueDescription: String { "\(width)x\(height)" }
}
