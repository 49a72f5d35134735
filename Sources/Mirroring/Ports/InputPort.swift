/// What the core needs of input devices, real or virtual.
package protocol InputPort: AnyObject {
    /// Held weakly. A new observer is told of the devices already present as `deviceAdded`.
    var observer: (any InputObserver)? { get set }
}

/// Told by an `InputPort` what its devices do.
package protocol InputObserver: AnyObject {
    func inputReceived(_ event: InputEvent)
}
