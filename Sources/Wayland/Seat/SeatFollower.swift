/// Something beside the input devices that follows the seat's keyboard.
protocol SeatFollower: AnyObject {
    /// Another surface is about to be told that it has the keyboard, or none has it.
    func keyboardMoved(to surface: Surface?)

    /// Surfaces came, went or moved.
    func layoutChanged()
}
