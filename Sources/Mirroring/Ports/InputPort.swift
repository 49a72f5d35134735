/// What the core needs of input devices, real or virtual.
package protocol InputPort: AnyObject {
    /// Held weakly. A new observer receives the devices already present as `deviceAdded`.
    var observer: (any InputObserver)? { get set }
}

/// Receives the events of an `InputPort`.
package protocol InputObserver: AnyObject {
    func inputReceived(_ event: InputEvent)
}
