/// Looks programs up in PATH like a shell.
package enum ProgramPath {
    /// The path of the executable `name`; nil if there is none.
    package static func find(_ name: String, in environment: [String: String]) -> String? {
        if name.contains("/") { return FilePath.isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FilePath.isProgram)
    }

    /// The path of an executable that belongs to this program: the one beside it, else as `find` has it.
    package static func findCompanion(_ name: String, in environment: [String: String]) -> String? {
        guard let own = try? FilePath.resolved("/proc/self/exe"), let slash = own.lastIndex(of: "/") else {
            return find(name, in: environment)
        }
        let beside = String(own[...slash]) + name
        return FilePath.isProgram(beside) ? beside : find(name, in: environment)
    }
}
