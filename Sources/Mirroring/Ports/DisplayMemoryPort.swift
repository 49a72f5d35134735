/// What the core needs to remember what was set for displays, beyond the service's end.
package protocol DisplayMemoryPort: AnyObject {
    /// What was saved last; nothing where there is nothing, or nothing that can be read, which is logged.
    func load() -> DisplayMemory

    /// Saves it; what cannot be written is logged.
    func save(_ memory: DisplayMemory)
}
