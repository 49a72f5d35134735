/// When a display's picture is sent: the pixel clock, and where each line and each picture begins and ends.
package struct ModeTiming: Hashable, Sendable {
    package var kiloHertz: Int
    /// In pixels.
    package var horizontal: Axis
    /// In lines.
    package var vertical: Axis

    /// The picture, then a pause with the sync pulse in its midst; all are counted from the picture's beginning.
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

        /// Whether the parts follow one another, within what the kernel can express.
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

    /// Whether any display could be sent this.
    package var isPossible: Bool {
        (1...20_000_000).contains(kiloHertz) && horizontal.isPossible && vertical.isPossible
            && (1000...1_000_000).contains(refreshMilliHertz)
    }

    /// The pixel clock over all pixels, those of the pauses included.
    package var refreshMilliHertz: Int {
        let total = horizontal.total * vertical.total
        return total > 0 ? (kiloHertz * 1_000_000 + total / 2) / total : 0
    }
}
