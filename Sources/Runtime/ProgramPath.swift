/// Looks programs up in PATH like a shell.
package enum ProgramPath {
    /// The path of the executable `name`; nil if there is none.
    package static func find(_ name: String, in environment: [String: String]) -> String? {
        if name.contains("/") { return FilePath.isProgram(name) ? name : nil }
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first(where: FilePath.isProgram)
    }
}
