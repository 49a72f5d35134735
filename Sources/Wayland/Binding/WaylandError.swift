import Glibc

/// Something that the Wayland server needs and cannot have: what was tried, on what, and the errno.
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
