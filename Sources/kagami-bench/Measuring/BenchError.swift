/// A measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
    let operation: String
    let reason: String

    init(_ operation: String, _ reason: String) {
        self.operation = operation
        self.reason = reason
    }

    var description: String { "cannot \(operation): \(reason)" }
}
