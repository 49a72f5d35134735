/// A command that could not be done: one line that says what and why. Exit status 1.
struct CommandFailure: Error, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
