/// A picture that could not be written.
package struct PNGError: Error, Hashable, CustomStringConvertible {
    /// The failed operation, such as `encode`.
    package let operation: String
    /// The message of the system or of libpng.
    package let reason: String

    /// One line for standard error.
    package var description: String { "cannot write the picture: \(operation): \(reason)" }
}
