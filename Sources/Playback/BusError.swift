import Glibc

/// A failed call of the bus library: operation, object and errno.
package struct BusError: Error, Hashable, CustomStringConvertible {
    package let operation: String
    package let object: String
    package let errorNumber: CInt

    /// `result` is the library's result: a negative errno.
    init(_ operation: String, _ object: String = "", result: CInt) {
        self.operation = operation
        self.object = object
        errorNumber = -result
    }

    package var description: String {
        let reason = String(cString: strerror(errorNumber))
        return object.isEmpty ? "\(operation): \(reason)" : "\(operation) \(object): \(reason)"
    }
}
