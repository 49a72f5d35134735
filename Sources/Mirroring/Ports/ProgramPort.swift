/// A program that the user can start from the menu.
package struct InstalledProgram: Hashable, Sendable {
    package var name: String
    /// The program and its arguments.
    package var command: [String]
    /// The absolute path of its icon, a PNG file; nil where there is none.
    package var icon: String?

    package init(name: String, command: [String], icon: String? = nil) {
        self.name = name
        self.command = command
        self.icon = icon
    }
}

/// What the menu needs of the machine's programs.
package protocol ProgramPort: AnyObject {
    /// Finds the programs, sorted by name, without keeping the caller waiting; `completion` is called once.
    func read(in language: Language, completion: @escaping ([InstalledProgram]) -> Void)

    /// Starts a program in the content's place; the reason where it cannot be started.
    func launch(_ program: InstalledProgram) -> String?
}
