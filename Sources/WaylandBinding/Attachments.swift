/// The state that protocols attach to an object of another protocol, such as a surface or a client, keyed by type.
///
/// The object need not know these protocols. Each protocol keeps at most one state of a type here and finds the state
/// by its type. All states are released with the object.
package struct Attachments {
    private var states: [(type: ObjectIdentifier, state: AnyObject)] = []

    package init() {}

    /// The state of this type; nil removes it.
    package subscript<State: AnyObject>(type: State.Type) -> State? {
        get { states.first { $0.type == ObjectIdentifier(type) }.flatMap { $0.state as? State } }
        set {
            states.removeAll { $0.type == ObjectIdentifier(type) }
            if let newValue { states.append((ObjectIdentifier(type), newValue)) }
        }
    }

    /// The state of this type, which is made on first use. `make` must not access these attachments.
    package mutating func state<State: AnyObject>(make: () -> State) -> State {
        if let known = self[State.self] { return known }
        let made = make()
        self[State.self] = made
        return made
    }

    /// The states that conform to a protocol, in the order in which they were attached.
    package func all<Conformance>(_ conformance: Conformance.Type) -> [Conformance] {
        states.compactMap { $0.state as? Conformance }
    }

    package mutating func removeAll() {
        states = []
    }
}
