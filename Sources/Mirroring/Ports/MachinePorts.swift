/// The core's access to the login session; the virtual backend has none.
package protocol SessionPort: AnyObject {
    /// Switches to another virtual terminal, counted from 1; does nothing where that is not possible.
    func switchVirtualTerminal(to number: Int)
}

/// The core's access to input devices, real or virtual.
package protocol InputPort: AnyObject {
    /// The observer, held weakly; a new observer receives the present devices as `deviceAdded`.
    var observer: (any InputObserver)? { get set }

    /// Sets the lights of all keyboards, including keyboards that are plugged in later.
    func show(_ leds: KeyboardLEDs)

    /// Sets the behaviour of all pointing devices, including devices that are plugged in later.
    func use(_ rules: PointingRules)
}

/// Receives the events of an `InputPort`.
package protocol InputObserver: AnyObject {
    func inputReceived(_ event: InputEvent)
}

/// The core's access to the user's idleness.
package protocol IdlePort: AnyObject {
    /// The observer, held weakly.
    var idleObserver: (any IdleObserver)? { get set }

    /// Requests a call of the observer whenever the user has been idle for one of these times.
    ///
    /// The times replace those of the previous request. Time during which something inhibits idleness does not count.
    func watchIdleness(seconds: [Int])

    /// What inhibits idleness at the moment.
    var idlenessInhibitors: [IdlenessInhibitor] { get }

    /// Sets how long the user must be idle until the machine is told so; 0 for never.
    func tellMachine(ofIdlenessAfter seconds: Int)

    /// Reports an action of the user that applications may not see.
    func userActed()

    /// Reports that screens may show something else; while they `areDark`, no surface on them inhibits idleness.
    func screensChanged(areDark: Bool)
}

/// Something that keeps the user from counting as idle.
package struct IdlenessInhibitor: Hashable, Sendable, Codable {
    /// The way in which it asks.
    package enum Source: String, Hashable, Sendable, Codable, CaseIterable {
        /// By a surface that is seen (`zwp_idle_inhibit_manager_v1`).
        case window
        /// By `org.freedesktop.ScreenSaver` on the session bus.
        case screenSaver = "screensaver"
        /// By an inhibitor lock of logind's.
        case logind
    }

    package var source: Source
    /// What the program calls itself; nil where it has no name.
    @Nullable package var program: String?
    /// In the program's own words; nil where it gives none.
    @Nullable package var reason: String?

    /// Empty texts are none, and long ones are cut: a program gives whatever it likes.
    package init(_ source: Source, program: String?, reason: String?) {
        self.source = source
        self.program = Self.text(program)
        self.reason = Self.text(reason)
    }

    private static func text(_ text: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }

    /// The most Unicode characters of a text.
    package static let longestText = 200
}

/// The machine, which may act by itself while the user is idle, such as by going to sleep.
package protocol MachineIdlenessPort: AnyObject {
    /// Reports whether the user has been idle for long.
    func userIsIdle(_ isIdle: Bool)

    /// Reports whether a program, such as one that shows a film, wants the machine to go on while the user is idle.
    func idlenessIsInhibited(_ isInhibited: Bool)
}

/// Receives the events of an `IdlePort`.
package protocol IdleObserver: AnyObject {
    /// Reports that the user has been idle for one of the requested times.
    func userBecameIdle(forSeconds seconds: Int)

    /// Reports that the user is active again.
    func userCameBack()
}

/// The core's access to the event loop: the time, and later calls on the service's thread.
package protocol LoopPort: AnyObject {
    /// The time of this turn of the loop, the same for everything that happens in it.
    var now: Timestamp { get }

    /// The same on CLOCK_BOOTTIME, which also counts the time that the machine sleeps: for times that people see pass.
    var bootTime: Timestamp { get }

    /// The clock at this moment, only for measuring how long work takes.
    var clockReading: Timestamp { get }

    /// Runs `action` once, after the events at hand and before the loop next sleeps.
    func deferAction(_ action: @escaping () -> Void)

    /// Runs `action` once after a delay.
    func schedule(afterMicroseconds delay: Int64, _ action: @escaping () -> Void)
}

extension LoopPort {
    /// The time of the turn, for loops in which time stands still during work.
    package var clockReading: Timestamp { now }
}

/// The computer's power supply.
package protocol PowerSupplyPort: AnyObject {
    /// The observer, held weakly.
    var observer: (any PowerSupplyObserver)? { get set }
    /// Whether the computer runs on a battery that is being discharged.
    var isOnBattery: Bool { get }
}

/// Receives changes of the computer's power supply.
package protocol PowerSupplyObserver: AnyObject {
    func powerSupplyChanged()
}

/// The core's access to tools that see displays from outside, set them up, tint them, and turn them off and on.
package protocol DisplayToolPort: AnyObject {
    /// The observers, held weakly.
    var settingsObserver: (any DisplaySettingsObserver)? { get set }
    var gammaObserver: (any GammaObserver)? { get set }
    var powerObserver: (any PowerObserver)? { get set }

    /// Reports which displays show something.
    func show(_ displays: [ShownDisplay])

    /// Reports which displays are off now, for any reason.
    func displaysTurnedOff(_ off: Set<OutputID>)
}

/// Tints displays.
package protocol GammaObserver: AnyObject {
    /// The number of values in an output's curves, or nil for an output that cannot be tinted.
    func gammaSize(of id: OutputID) -> Int?

    /// Sets the colour table of all displays that can be tinted, or removes it with nil.
    func setGamma(_ table: GammaTable?)
}

/// Turns displays off and on.
package protocol PowerObserver: AnyObject {
    /// Turns the display of an output off or on; returns false where there is no such display.
    func setPower(of id: OutputID, isOn: Bool) -> Bool
}
