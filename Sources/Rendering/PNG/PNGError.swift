/// A picture that could not be written.
package struct PNGError: Error, Hashable, CustomStringConvertible {
    /// What was being done, such as `encode`.
    package let operation: String
    /// In words, from the system or from libpng.
    package let reason: String

    /// One line for standard error.
    package var description: String { "cannot write the picture: \(operation): \(reason)" }
}
