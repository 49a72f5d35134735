/// What the core needs of the login session; the virtual backend has none.
package protocol SessionPort: AnyObject {
    /// Switches to another virtual terminal, counted from 1. Where that is not possible nothing happens.
    func switchVirtualTerminal(to number: Int)
}

/// What the core needs of input devices, real or virtual.
package protocol InputPort: AnyObject {
    /// Held weakly. A new observer receives the devices already present as `deviceAdded`.
    var observer: (any InputObserver)? { get set }

    /// Sets the lights of all keyboards, also of those that are plugged in later.
    func show(_ leds: KeyboardLEDs)

    /// Sets how pointing devices behave, also those that are plugged in later.
    func use(_ rules: PointingRules)
}

/// Receives the events of an `InputPort`.
package protocol InputObserver: AnyObject {
    func inputReceived(_ event: InputEvent)
}

/// What the core needs to know about the user's idleness.
package protocol IdlePort: AnyObject {
    /// Held weakly.
    var idleObserver: (any IdleObserver)? { get set }

    /// Asks for the observer to be called whenever the user has been idle for so many seconds, for each of the times, which
    /// replace those asked for before; time during which a visible surface inhibits idleness does not count.
    func watchIdleness(seconds: [Int])

    /// Asks for the machine to be told when the user has been idle for so many seconds, 0 for never.
    func tellMachine(ofIdlenessAfter seconds: Int)

    /// Reports an action of the user that no application may see.
    func userActed()

    /// Reports that screens may show something else; while they `areDark`, nothing on them inhibits idleness.
    func screensChanged(areDark: Bool)
}

/// The machine, which may act on its own where the user is idle everywhere: sleep, for one.
package protocol MachineIdlenessPort: AnyObject {
    /// Whether the user has done nothing for long.
    func userIsIdle(_ isIdle: Bool)

    /// Whether something that is shown, such as a film, wants the machine to go on although the user does nothing.
    func idlenessIsInhibited(_ isInhibited: Bool)
}

/// Receives the events of an `IdlePort`.
package protocol IdleObserver: AnyObject {
    /// Reports one of the idle times that were asked for.
    func userBecameIdle(forSeconds seconds: Int)

    /// Reports that the user is active again.
    func userCameBack()
}

/// What the core needs of the event loop: the time, and a way to be called later on the service's thread.
package protocol LoopPort: AnyObject {
    /// The time of this turn of the loop, the same for everything that happens in it.
    var now: Timestamp { get }

    /// The clock at this very moment: only for measuring how long work takes.
    var clockReading: Timestamp { get }

    /// Runs `action` once, after the events at hand and before the loop next sleeps.
    func deferAction(_ action: @escaping () -> Void)

    /// Runs `action` once after a delay.
    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void)
}

extension LoopPort {
    /// Where time stands still during work, the time of the turn.
    package var clockReading: Timestamp { now }
}

/// What the computer runs on.
package protocol PowerSupplyPort: AnyObject {
    /// Held weakly.
    var observer: (any PowerSupplyObserver)? { get set }
    /// Whether a battery drives the computer and is being emptied by that.
    var isOnBattery: Bool { get }
}

/// Is told when the computer's power comes from somewhere else.
package protocol PowerSupplyObserver: AnyObject {
    func powerSupplyChanged()
}

/// What the core needs of those who tint displays from outside: tools.
package protocol GammaPort: AnyObject {
    /// Held weakly.
    var gammaObserver: (any GammaObserver)? { get set }
}

/// Tints displays.
package protocol GammaObserver: AnyObject {
    /// How many values the curves of an output have; nil for one that cannot be tinted.
    func gammaSize(of id: OutputID) -> Int?

    /// Has all displays that can be tinted show colours by this table; nil for as they are.
    func setGamma(_ table: GammaTable?)
}

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
