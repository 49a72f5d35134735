import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// The application that the service hosts.
struct StartedApplication {
    let process: ChildProcess
    let command: [String]

    /// Starts `command` with the sockets' names in its environment; a failure names the program and the reason.
    ///
    /// The output of the program goes to `output`, or else to the journal, or else to the service's own output.
    init(
        _ command: [String], surroundings: ApplicationSurroundings, output: OwnedDescriptor? = nil,
        descriptorLimit: UInt64, loop: EventLoop, onExit: @escaping (ProcessExit) -> Void
    ) throws {
        self.command = command
        // bubblewrap looks up a confined program itself, with its own error messages.
        let name = command.first ?? ""
        let confined = try surroundings.confinement.map { try Self.confined(command, $0, surroundings.environment) }
        let journal = output == nil ? ApplicationJournal(for: name, environment: Environment.current) : nil
        var environment = surroundings.environment
        environment[ApplicationJournal.variable] = journal?.name
        do throws(RuntimeError) {
            process = try ChildProcess(
                loop: loop, command: confined ?? command,
                environment: environment, output: (output ?? journal?.stream)?.number,
                descriptorLimit: descriptorLimit, endsWithParent: !surroundings.isSocketHeld, onExit: onExit)
        } catch {
            throw Self.failure(error)
        }
    }

    /// The command line that runs `command` confined; throws if bubblewrap would not find the program.
    private static func confined(
        _ command: [String], _ confinement: Confinement, _ environment: [String: String]
    ) throws(CommandFailure) -> [String] {
        let name = command.first ?? ""
        guard let path = ProgramPath.find(name, in: environment) else {
            throw failure(RuntimeError("start", name, errorNumber: ENOENT))
        }
        let places = confinement.hiddenPlaces()
        if let hidden = HiddenPlaces.canonical(path).flatMap(places.directory(over:)) {
            throw CommandFailure(
                "cannot start \(path.printable): an application that is not trusted sees nothing of \(hidden); "
                    + "put the program elsewhere")
        }
        return confinement.wrap(command, hiding: places)
    }

    private static func failure(_ error: RuntimeError) -> CommandFailure {
        CommandFailure("cannot \(error)" + (remedy(for: error).map { "; \($0)" } ?? ""))
    }

    /// How to fix a failed start of a program; nil if unknown.
    static func remedy(for error: RuntimeError) -> String? {
        switch error.errorNumber {
        case ENOENT, ENOTDIR: "check the application's name and PATH"
        case EACCES: "the file is not executable"
        case ENOEXEC: "the file is not a program"
        case EMFILE, ENFILE: "too many files are open: raise LimitNOFILE"
        case ENOSYS: "the kernel lacks this call: it needs Linux 5.3 or newer, and a sandbox that allows it"
        default: nil
        }
    }

    var name: String { command.first ?? "" }
}
