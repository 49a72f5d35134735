/// When and how a picture came to the screen.
package struct Presentation: Hashable, Sendable {
    package var time: Timestamp
    /// Nanoseconds to the next refresh, the shortest where that varies, or 0 when unknown.
    package var refreshNanoseconds: Int
    /// The display's count of vertical blanks, or 0 where it has none.
    package var sequence: UInt64
    /// Whether the instant is the hardware's own, at the vertical blank.
    package var isHardwareClock: Bool
    /// Whether the display waits for frames: the next refresh is not before `refreshNanoseconds`, and may be later.
    package var isVariable: Bool
    /// Whether the frame was shown at once, whatever the display was scanning.
    package var isTorn: Bool

    package init(
        time: Timestamp, refreshNanoseconds: Int, sequence: UInt64, isHardwareClock: Bool, isVariable: Bool = false,
        isTorn: Bool = false
    ) {
        self.time = time
        self.refreshNanoseconds = refreshNanoseconds
        self.sequence = sequence
        self.isHardwareClock = isHardwareClock
        self.isVariable = isVariable
        self.isTorn = isTorn
    }
}
