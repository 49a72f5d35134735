import ArgumentParser
import Glibc
import Mirroring
import Runtime

/// `kagami web`: runs the program `kagami-web`, which is a package of its own.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Serve a page that shows the screens and controls the service.",
        usage: "kagami web [<option> ...]",
        discussion: """
            Runs the program kagami-web, beside this one or in PATH. kagami-web --help prints the options.

            Example: kagami web
            """)

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The options of kagami-web.", valueName: "option"))
    var words: [String] = []

    func run() throws {
        try CompanionProgram.replaceThisProcess(by: "kagami-web", with: words)
    }
}

/// Programs of packages of their own, that `kagami` runs in its own place.
enum CompanionProgram {
    /// Runs the program `name`, whose package has the same name.
    static func replaceThisProcess(by name: String, with arguments: [String]) throws {
        guard let path = ProgramPath.findCompanion(name, in: Environment.current) else {
            throw CommandFailure("\(name) is not installed: install the package \(name)")
        }
        let words = CStringArray([path] + arguments)
        withExtendedLifetime(words) { _ = execv(path, words.pointers) }
        throw CommandFailure("cannot run \(path): \(String(cString: strerror(errno)))")
    }
}
