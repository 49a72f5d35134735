/// Follows the seat's keyboard focus and layout.
protocol SeatFollower: AnyObject {
    /// The focused surface is about to lose the keyboard.
    func keyboardLeaves()

    /// `wl_keyboard.enter` was sent for this surface.
    func keyboardCame(to surface: Surface)

    /// Surfaces appeared, disappeared or moved.
    func layoutChanged()
}
