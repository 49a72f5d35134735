#if canImport(Glibc)
    import Glibc
#endif

/// A failed system call: operation, object and errno.
package struct RuntimeError: Error, Hashable, CustomStringConvertible {
    package let operation: String
    package let object: String
    package let errorNumber: CInt

    package init(_ operation: String, _ object: String = "", errorNumber: CInt = errno) {
        self.operation = operation
        self.object = object
        self.errorNumber = errorNumber
    }

    /// The message for the errno.
    package var reason: String { String(cString: strerror(errorNumber)) }

    package var description: String {
        object.isEmpty ? "\(operation): \(reason)" : "\(operation) \(object): \(reason)"
    }
}
