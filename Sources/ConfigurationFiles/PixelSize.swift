import Control

/// `WxH` in pixels.
package struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    package var width: Int
    package var height: Int

    /// The longest side of a display.
    package static let maximumLength = PlugRequest.maximumLength

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Two whole numbers of any size with an `x` between them; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
        self.init(width: width, height: height)
    }

    /// Whether both sides are at least `smallest` and at most `maximumLength`.
    package func isUsable(smallest: Int = 1) -> Bool {
        let sides = smallest...Self.maximumLength
        return sides.contains(width) && sides.contains(height)
    }

    package var description: String { "\(width)x\(height)" }
}

/// `WxH` or `WxH@HZ`: a size in pixels, and perhaps a rate in hertz with up to three decimals.
package struct DisplayMode: Hashable, Sendable {
    package var size: PixelSize
    /// Nil where no rate is given.
    package var refreshMilliHertz: Int?

    package init(size: PixelSize, refreshMilliHertz: Int? = nil) {
        self.size = size
        self.refreshMilliHertz = refreshMilliHertz
    }

    /// Nil for text of another form, a size that is not usable or a rate outside of 1 to 1000 Hz.
    package init?(_ text: String) {
        let (sizeText, rateText) = Self.parts(of: text)
        guard let size = PixelSize(sizeText), size.isUsable() else { return nil }
        self.init(size: size)
        guard let rateText else { return }
        guard let rate = Self.milliHertz(rateText) else { return nil }
        refreshMilliHertz = rate
    }

    /// The texts of the size and of the rate, if there is one.
    package static func parts(of text: String) -> (size: Substring, rate: Substring?) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
    }

    /// Thousandths of a hertz; nil for text that is no rate of 1 to 1000 Hz.
    package static func milliHertz(_ text: Substring) -> Int? {
        guard let hertz = Double(text), hertz.isFinite, (1...1000).contains(hertz) else { return nil }
        return Int((hertz * 1000).rounded())
    }
}
