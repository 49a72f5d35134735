/// What the core needs of the login session; the virtual backend has none to switch away from.
package protocol SessionPort: AnyObject {
    /// Asks for another virtual terminal, counted from 1. Where it cannot be had nothing happens.
    func switchVirtualTerminal(to number: Int)
}
