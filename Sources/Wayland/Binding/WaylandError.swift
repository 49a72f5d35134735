import Glibc

/// A failure to set up the Wayland server: the operation, its object and the errno.
package struct WaylandError: Error, Hashable, CustomStringConvertible {
    package let operation: String
    package let object: String
    package let errorNumber: CInt

    init(_ operation: String, _ object: String = "", errorNumber: CInt = errno) {
        self.operation = operation
        self.object = object
        self.errorNumber = errorNumber
    }

    package var description: String {
        let reason = String(cString: strerror(errorNumber))
        return object.isEmpty ? "\(operation): \(reason)" : "\(operation) \(object): \(reason)"
    }
}
