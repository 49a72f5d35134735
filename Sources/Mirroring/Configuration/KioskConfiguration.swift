/// The machine as a kiosk: its users have the application, and nothing of the service's own.
package struct KioskConfiguration: Hashable, Sendable {
    package var isEnabled = false
    /// How long a finger in each upper corner of the panel must rest to open the menu; 0 for never.
    package var serviceHoldMicroseconds: Int64 = 5_000_000

    package init() {}
}

extension Configuration {
    /// The key bindings in force: in a kiosk those alone that send keys to the content.
    package var bindingsInForce: BindingConfiguration {
        guard kiosk.isEnabled else { return bindings }
        var bindings = bindings
        bindings.chords = [:]
        bindings.switchesTerminals = false
        return bindings
    }
}
