/// The surfaces whose frame callbacks were sent and that have not committed since.
struct DrawingClients {
    /// Surfaces whose callbacks are sent with the pending frame.
    private var next: Set<ObjectIdentifier> = []
    private var expected: Set<ObjectIdentifier> = []

    var isExpected: Bool { !expected.isEmpty }

    mutating func willTell(_ surface: Surface) {
        next.insert(ObjectIdentifier(surface))
    }

    /// The callbacks have been sent. Surfaces that did not commit after the previous ones are no longer waited for.
    mutating func told() {
        expected = next
        next = []
    }

    /// The surface was committed or destroyed.
    mutating func committed(_ surface: Surface) {
        expected.remove(ObjectIdentifier(surface))
    }
}
