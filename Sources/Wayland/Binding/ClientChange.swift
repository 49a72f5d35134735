/// A client that came or went, by the process at its other end (0 when unknown).
package enum ClientChange: Hashable, Sendable {
    case connected(processID: Int)
    case disconnected(processID: Int)
}
