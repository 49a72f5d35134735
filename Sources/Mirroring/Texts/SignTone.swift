/// How urgent a sign is, by its colour.
package enum SignTone: Hashable, Sendable {
    case plain
    /// Something is not as usual.
    case notable
    /// Something is due soon.
    case warning
    /// Something is overdue.
    case alarm
}
