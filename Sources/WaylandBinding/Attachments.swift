/// The state that protocols attach to an object of another one, such as a surface or a client, keyed by its type.
///
/// The object need not know these protocols: each keeps its state here, at most one of a type, and finds it again by
/// that type. All of it goes with the object.
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

    /// The state of this type, made when it is first wanted. `make` must not look at these attachments.
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
