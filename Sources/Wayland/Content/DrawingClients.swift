/// The surfaces whose clients were told of a frame and have not committed since.
struct DrawingClients {
    /// Those whose callbacks are with the frame that is on its way.
    private var next: Set<ObjectIdentifier> = []
    private var expected: Set<ObjectIdentifier> = []

    var isExpected: Bool { !expected.isEmpty }

    mutating func willTell(_ surface: Surface) {
        next.insert(ObjectIdentifier(surface))
    }

    /// The callbacks have gone out. Whoever has not answered the ones before is not waited for any longer.
    mutating func told() {
        expected = next
        next = []
    }

    /// The surface has been committed, or is gone.
    mutating func committed(_ surface: Surface) {
        expected.remove(ObjectIdentifier(surface))
    }
}
