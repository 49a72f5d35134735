import Geometry
import Mirroring

/// A requested mode as text: `WxH`, `WxH@HZ`, `WxHR@HZ` or the numbers of a modeline.
enum ModeText {
    static let expected =
        "a mode such as \"3840x2160\", \"3840x2160@60\" or \"3840x2160R@60\", or the numbers of a modeline"

    /// Nil for other text, and for a mode that no display could be sent.
    static func request(_ text: String) -> ModeRequest? {
        if text.contains(" ") { return modeline(text) }
        let (sizeText, rateText) = DisplayMode.parts(of: text)
        let isReduced = sizeText.hasSuffix("R")
        let plain = (isReduced ? sizeText.dropLast() : sizeText) + (rateText.map { "@" + $0 } ?? "")
        guard let mode = DisplayMode(String(plain)) else { return nil }
        let size = Size<ScanoutSpace>(width: mode.size.width, height: mode.size.height)
        guard isReduced else { return ModeRequest(size: size, refreshMilliHertz: mode.refreshMilliHertz) }
        let request = ModeRequest(size: size, refreshMilliHertz: mode.refreshMilliHertz, forced: .reducedBlanking)
        return request.forcedTiming?.isPossible == true ? request : nil
    }

    static func text(_ request: ModeRequest) -> String {
        if case .exact(let timing) = request.forced { return text(timing) }
        let size = "\(request.size.width)x\(request.size.height)\(request.forced == nil ? "" : "R")"
        return request.refreshMilliHertz.map { "\(size)@\(Double($0) / 1000)" } ?? size
    }

    /// Parses a modeline: the pixel clock in megahertz, four horizontal numbers, four vertical numbers, and perhaps the polarities.
    private static func modeline(_ text: String) -> ModeRequest? {
        var words = text.split(separator: " ").map { $0.lowercased() }
        func take(_ names: String...) -> Bool? {
            guard let last = words.last, let place = names.firstIndex(of: last) else { return nil }
            words.removeLast()
            return place == 0
        }
        let vertical = take("+vsync", "-vsync")
        let horizontal = take("+hsync", "-hsync")
        let numbers = words.dropFirst().map { Int($0) }
        guard words.count == 9, let clock = words.first.flatMap(Double.init), (0.001...20_000).contains(clock),
            !numbers.contains(nil)
        else { return nil }
        let parts = numbers.compactMap(\.self)
        func axis(_ first: Int, _ isSyncPositive: Bool?) -> ModeTiming.Axis {
            ModeTiming.Axis(
                displayed: parts[first], syncStart: parts[first + 1], syncEnd: parts[first + 2],
                total: parts[first + 3], isSyncPositive: isSyncPositive ?? false)
        }
        let timing = ModeTiming(
            kiloHertz: Int((clock * 1000).rounded()), horizontal: axis(0, horizontal), vertical: axis(4, vertical))
        guard timing.isPossible else { return nil }
        return ModeRequest(timing)
    }

    private static func text(_ timing: ModeTiming) -> String {
        func words(_ axis: ModeTiming.Axis) -> String {
            "\(axis.displayed) \(axis.syncStart) \(axis.syncEnd) \(axis.total)"
        }
        let polarities =
            "\(timing.horizontal.isSyncPositive ? "+" : "-")hsync \(timing.vertical.isSyncPositive ? "+" : "-")vsync"
        let clock = Double(timing.kiloHertz) / 1000
        return "\(clock) \(words(timing.horizontal)) \(words(timing.vertical)) \(polarities)"
    }
}
