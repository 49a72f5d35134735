package import Geometry

/// The timing of a display's signal: the pixel clock, and where each line and each picture begins and ends.
package struct ModeTiming: Hashable, Sendable {
    package var kiloHertz: Int
    /// The horizontal timing in pixels.
    package var horizontal: Axis
    /// The vertical timing in lines.
    package var vertical: Axis

    /// The picture and then a pause with the sync pulse in it, all counted from the picture's start.
    package struct Axis: Hashable, Sendable {
        package var displayed: Int
        package var syncStart: Int
        package var syncEnd: Int
        package var total: Int
        package var isSyncPositive: Bool

        package init(displayed: Int, syncStart: Int, syncEnd: Int, total: Int, isSyncPositive: Bool) {
            self.displayed = displayed
            self.syncStart = syncStart
            self.syncEnd = syncEnd
            self.total = total
            self.isSyncPositive = isSyncPositive
        }

        /// Whether the parts follow one another within the kernel's limits.
        var isPossible: Bool {
            displayed > 0 && displayed <= syncStart && syncStart < syncEnd && syncEnd <= total
                && total <= Int(UInt16.max)
        }
    }

    package init(kiloHertz: Int, horizontal: Axis, vertical: Axis) {
        self.kiloHertz = kiloHertz
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Whether any display could be sent this timing.
    package var isPossible: Bool {
        (1...20_000_000).contains(kiloHertz) && horizontal.isPossible && vertical.isPossible
            && (1000...1_000_000).contains(refreshMilliHertz)
    }

    /// The refresh rate: the pixel clock divided by all pixels, including the pauses.
    package var refreshMilliHertz: Int {
        let total = horizontal.total * vertical.total
        return total > 0 ? (kiloHertz * 1_000_000 + total / 2) / total : 0
    }
}

extension ModeTiming {
    /// The timing of a size and a rate by VESA's Coordinated Video Timings 1.1, without margins.
    ///
    /// `isReduced` is for flat displays: the pauses are as short as possible, so that a link carries more. The
    /// constants are those of the standard, which counts times in microseconds.
    package init(_ size: Size<ScanoutSpace>, refreshMilliHertz: Int, isReduced: Bool) {
        let hertz = Double(refreshMilliHertz) / 1000
        self = isReduced ? .reduced(size, hertz) : .blanked(size, hertz)
    }

    /// The timing for cathode-ray tubes, with pauses in which the beam returns.
    private static func blanked(_ size: Size<ScanoutSpace>, _ hertz: Double) -> ModeTiming {
        let sync = syncLines(size)
        let linePeriod = (1_000_000 / hertz - 550) / Double(size.height + frontPorchLines)
        let pauseLines = max(Int(550 / linePeriod) + 1, sync + frontPorchLines)
        let width = size.width - size.width % cell
        // The pause's share of a line, from the standard's gradient and offset.
        let share = max(30 - 300 * linePeriod / 1000, 20)
        var pause = Int(Double(width) * share / (100 - share))
        pause -= pause % (2 * cell)
        let total = width + pause
        let syncEnd = width + pause / 2
        var syncStart = syncEnd - total * 8 / 100
        syncStart += cell - syncStart % cell
        // Widths that are no whole number of cells, such as 1366 pixels, only shift what follows.
        let rest = size.width - width
        return ModeTiming(
            kiloHertz: stepped(Double(total) * 1000 / linePeriod),
            horizontal: Axis(
                displayed: size.width, syncStart: syncStart + rest, syncEnd: syncEnd + rest, total: total + rest,
                isSyncPositive: false),
            vertical: Axis(
                displayed: size.height, syncStart: size.height + frontPorchLines,
                syncEnd: size.height + frontPorchLines + sync, total: size.height + frontPorchLines + pauseLines,
                isSyncPositive: true))
    }

    private static func reduced(_ size: Size<ScanoutSpace>, _ hertz: Double) -> ModeTiming {
        let sync = syncLines(size)
        let linePeriod = (1_000_000 / hertz - 460) / Double(size.height)
        let pauseLines = max(Int(460 / linePeriod) + 1, frontPorchLines + sync + 6)
        let horizontal = Axis(
            displayed: size.width, syncStart: size.width + 48, syncEnd: size.width + 80, total: size.width + 160,
            isSyncPositive: true)
        let vertical = Axis(
            displayed: size.height, syncStart: size.height + frontPorchLines,
            syncEnd: size.height + frontPorchLines + sync, total: size.height + pauseLines, isSyncPositive: false)
        return ModeTiming(
            kiloHertz: stepped(Double(horizontal.total) * 1000 / linePeriod),
            horizontal: horizontal, vertical: vertical)
    }

    /// The length of the sync pulse in lines, which tells displays the timing's aspect ratio.
    private static func syncLines(_ size: Size<ScanoutSpace>) -> Int {
        let width = size.width - size.width % cell
        let height = size.height
        func has(_ across: Int, _ down: Int) -> Bool { height % down == 0 && height * across / down == width }
        if has(4, 3) { return 4 }
        if has(16, 9) { return 5 }
        if has(16, 10) { return 6 }
        if has(5, 4) || has(15, 9) { return 7 }
        return 10
    }

    /// The pixels in a cell; widths are counted in cells.
    private static let cell = 8
    private static let frontPorchLines = 3

    /// A pixel clock, rounded down to a step of 250 kHz.
    private static func stepped(_ kiloHertz: Double) -> Int {
        let whole = kiloHertz.isFinite ? Int(min(max(kiloHertz, 0), 1e9)) : 0
        return whole - whole % 250
    }
}
