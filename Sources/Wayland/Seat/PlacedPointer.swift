/// The pointer as something else than a mouse puts it somewhere: it stays there, as it would with a mouse, until a mouse
/// moves it or the screen changes. Its picture goes as soon as whatever put it there is gone.
final class PlacedPointer {
    private let pointer: SeatPointer
    /// The pointer is where it was put, and no mouse has moved it since.
    private var isPlaced = false

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
    }

    func place() {
        isPlaced = true
        pointer.isUnseen = false
    }

    /// The finger or the tool is gone. What is below keeps the pointer, so that a second tap there is a double click;
    /// but nobody wants an arrow left behind.
    func lift() {
        if isPlaced { pointer.isUnseen = true }
    }

    /// A mouse has moved the pointer: where it is now is nobody else's doing.
    func pointerMoved() {
        isPlaced = false
        pointer.isUnseen = false
    }

    /// The screen changes: a pointer that was put somewhere is there no longer.
    func withdraw() {
        guard isPlaced else { return }
        isPlaced = false
        pointer.leave()
        pointer.frame()
        pointer.isUnseen = false
    }
}
