/// Places the pointer for a device other than a mouse.
///
/// The pointer stays there, as it would with a mouse, until a mouse moves it or the screen changes. Its cursor is
/// hidden as soon as the device is lifted.
final class PlacedPointer {
    private let pointer: SeatPointer
    /// True if the pointer is where it was placed and no mouse has moved it since.
    private var isPlaced = false

    init(_ pointer: SeatPointer) {
        self.pointer = pointer
    }

    func place() {
        isPlaced = true
        pointer.isUnseen = false
    }

    /// Hides the cursor when the finger or the tool is lifted. The surface below keeps the pointer, so that a second
    /// tap there is a double click.
    func lift() {
        if isPlaced { pointer.isUnseen = true }
    }

    /// A mouse has moved the pointer, which is no longer placed.
    func pointerMoved() {
        isPlaced = false
        pointer.isUnseen = false
    }

    /// Removes a placed pointer from the content.
    func withdraw() {
        guard isPlaced else { return }
        isPlaced = false
        pointer.leave()
        pointer.frame()
        pointer.isUnseen = false
    }
}
