/// A failed command: one line that says what failed and why. Exit status 1.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
