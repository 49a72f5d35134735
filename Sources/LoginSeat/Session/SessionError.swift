import Glibc

/// A failure to get the seat or one of its devices: operation, object, errno and remedy.
package struct SessionError: Error, Hashable, CustomStringConvertible {
    package enum Operation: String, Hashable, Sendable {
        case openSeat = "no seat"
        case awaitSeat = "the seat did not become active"
        case openDevice = "cannot open device"
    }

    package let operation: Operation
    /// The device's path, or empty for the seat itself.
    package let object: String
    package let errorNumber: CInt
    /// What the user can do about it.
    package let remedy: String

    package init(_ operation: Operation, object: String = "", errorNumber: CInt, remedy: String) {
        self.operation = operation
        self.object = object
        self.errorNumber = errorNumber
        self.remedy = remedy
    }

    /// The error in one line.
    package var description: String {
        let subject = object.isEmpty ? operation.rawValue : "\(operation.rawValue) \(object)"
        return "\(subject) (\(String(cString: strerror(errorNumber)))): \(remedy)"
    }
}
