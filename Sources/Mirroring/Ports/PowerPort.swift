/// What the core needs of those who turn displays off and on from outside: tools.
package protocol PowerPort: AnyObject {
    /// Held weakly.
    var powerObserver: (any PowerObserver)? { get set }

    /// Reports which displays are off now, for whatever reason.
    func displaysTurnedOff(_ off: Set<OutputID>)
}

/// Turns displays off and on.
package protocol PowerObserver: AnyObject {
    /// Turns the display of an output off or on; false where there is no such display.
    func setPower(of id: OutputID, isOn: Bool) -> Bool
}
