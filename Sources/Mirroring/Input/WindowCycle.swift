/// Goes through an application's windows, in the order in which they were used before it began.
///
/// It begins with the first step and goes on until the modifiers are released: so that one step goes back to the window
/// used before, and as many steps as there are windows go to all of them.
package struct WindowCycle {
    private var order: [Int] = []
    private var place = 0

    package init() {}

    /// The window to go to, `step` places further back; `windows` are those there are, the one used last first. Nil where
    /// there is none to switch to.
    package mutating func step(_ step: Int, among windows: [Int]) -> Int? {
        guard windows.count > 1 else {
            end()
            return nil
        }
        // Windows came or went, or it is another application's turn.
        if Set(windows) != Set(order) { (order, place) = (windows, 0) }
        place = (place + step % order.count + order.count) % order.count
        return order[place]
    }

    /// The modifiers are up: the next step starts over.
    package mutating func end() {
        order = []
        place = 0
    }
}
