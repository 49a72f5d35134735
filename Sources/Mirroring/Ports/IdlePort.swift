/// What the core needs to know of how long the user has done nothing.
package protocol IdlePort: AnyObject {
    /// Held weakly.
    var idleObserver: (any IdleObserver)? { get set }

    /// Has the observer told when the user has done nothing for so many seconds; time in which something that is shown
    /// inhibits that does not count.
    func watchIdleness(seconds: Int)

    /// The user did something that no application may hear of.
    func userActed()
}

/// Told by an `IdlePort` of the user.
package protocol IdleObserver: AnyObject {
    func userBecameIdle()

    /// The user does something again.
    func userCameBack()
}
