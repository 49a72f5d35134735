/// What the core needs to know about the user's idleness.
package protocol IdlePort: AnyObject {
    /// Held weakly.
    var idleObserver: (any IdleObserver)? { get set }

    /// Asks for the observer to be called once the user has been idle for so many seconds; time during which a visible
    /// surface inhibits idleness does not count.
    func watchIdleness(seconds: Int)

    /// Reports an action of the user that no application may see.
    func userActed()
}

/// Receives the events of an `IdlePort`.
package protocol IdleObserver: AnyObject {
    func userBecameIdle()

    /// Reports that the user is active again.
    func userCameBack()
}
