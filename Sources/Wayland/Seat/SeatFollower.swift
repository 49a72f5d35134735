/// Something beside the input devices that follows the seat's keyboard.
protocol SeatFollower: AnyObject {
    /// Whoever has the keyboard is about to lose it.
    func keyboardLeaves()

    /// This surface's client has been told that it has the keyboard.
    func keyboardCame(to surface: Surface)

    /// Surfaces came, went or moved.
    func layoutChanged()
}
