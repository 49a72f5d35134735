import Mirroring

/// Cycles through an application's windows, in the order in which they were used before the cycle began.
///
/// A cycle begins with the first step and lasts until the modifiers are released: one step goes back to the window used
/// before, and as many steps as there are windows visit all of them. One of swipes, which have no modifiers, lasts until
/// there has been none for a while.
struct WindowCycle {
    private var order: [Int] = []
    private var place = 0
    private var lastSwipe: Timestamp?

    private static let swipeMicroseconds: Int64 = 3_000_000

    init() {}

    /// The window to switch to, `step` places further back; `windows` are those present, most recently used first. Nil
    /// if there is no other window.
    mutating func step(_ step: Int, among windows: [Int]) -> Int? {
        guard windows.count > 1 else {
            end()
            return nil
        }
        // Windows came or went, or another application is cycled through.
        if Set(windows) != Set(order) { (order, place) = (windows, 0) }
        place = (place + step % order.count + order.count) % order.count
        return order[place]
    }

    /// The same for a swipe at a time.
    mutating func swipe(_ step: Int, among windows: [Int], at time: Timestamp) -> Int? {
        if lastSwipe.map({ time.since($0) > Self.swipeMicroseconds }) ?? true { end() }
        lastSwipe = time
        return self.step(step, among: windows)
    }

    /// Ends the cycle when the modifiers are released; the next step begins another.
    mutating func end() {
        order = []
        place = 0
    }
}
