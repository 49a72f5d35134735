/// What the core needs to remember which hints were followed, beyond the service's end.
package protocol HintPort: AnyObject {
    /// The hints that need not be shown any more.
    func load() -> Set<Hint>

    /// Remembers them; what cannot be written is logged.
    func save(_ learned: Set<Hint>)
}
