/// What the core needs of the login session; the virtual backend has none.
package protocol SessionPort: AnyObject {
    /// Switches to another virtual terminal, counted from 1. Where that is not possible nothing happens.
    func switchVirtualTerminal(to number: Int)
}
