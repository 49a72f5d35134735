import CLinux
import Glibc

/// A child process in its own session, whose exit is reported.
///
/// The process leads its session and process group and has no controlling terminal, so nothing that it does can type into the terminal of
/// this process.
/// It starts with no blocked signals, default signal handling, and standard input from /dev/null. It has this process's standard output and
/// error unless others are given. The passed descriptors are its only others, as 3, 4 and so on.
/// Releasing the object leaves the program running, unobserved. The program outlives this process, unless it `endsWithParent`.
package final class ChildProcess {
    package let processID: CInt
    /// Set when the program has ended, before the call of `onExit`.
    package private(set) var status: ProcessExit?

    private let children: ChildTable
    private let descriptor: CInt
    private let onExit: (ProcessExit) -> Void
    private var source: DescriptorSource?
    private var killTimer: Timer?

    /// Starts `command`, whose first word is looked up in this process's PATH, with exactly the variables of `environment`.
    ///
    /// A program that `endsWithParent` gets SIGTERM if this process ends first, even by SIGKILL; only the thread that runs as long as the
    /// process starts such programs.
    /// A `descriptorLimit` other than 0 is the program's soft limit of open descriptors. The program's output goes to `output`, of which it
    /// has its own duplicates. Throws a `RuntimeError` whose object is the program's name, such as ENOENT if the program does not exist.
    package init(
        loop: EventLoop, command: [String], environment: [String: String], descriptors: [CInt] = [],
        output: CInt? = nil, descriptorLimit: UInt64 = 0, endsWithParent: Bool = false,
        onExit: @escaping (ProcessExit) -> Void
    ) throws(RuntimeError) {
        self.onExit = onExit
        children = loop.children
        let processID = try Self.spawn(
            command, environment, descriptors, output, descriptorLimit, endsWithParent: endsWithParent)
        self.processID = processID
        descriptor = kagami_pidfd_open(processID)
        guard descriptor >= 0 else {
            let error = RuntimeError("pidfd_open", command.first ?? "")
            kill(-processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw error
        }
        children.insert(processID)
        source = try loop.watch(descriptor) { [weak self] _ in self?.reap() }
        killTimer = loop.makeTimer { [weak self] in self?.signal(SIGKILL) }
    }

    deinit {
        children.remove(processID)
        source?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    /// Terminates the whole group (SIGTERM), and kills it (SIGKILL) if the program still runs after `patience` microseconds.
    package func terminate(patience: Int64 = 3_000_000) {
        guard status == nil else { return }
        signal(SIGTERM)
        killTimer?.arm(after: patience)
    }

    /// Sends a signal to the program's group unless the program has ended.
    package func signal(_ number: CInt) {
        if status == nil { kill(-processID, number) }
    }

    private func reap() {
        var waitStatus: CInt = 0
        guard status == nil, waitpid(processID, &waitStatus, WNOHANG) == processID else { return }
        source?.cancel()
        killTimer?.disarm()
        let status = ProcessExit(waitStatus: waitStatus)
        self.status = status
        children.remove(processID)
        onExit(status)
    }

    /// Starts a program as `init` does, and returns its process, for which the caller waits.
    package static func spawn(
        _ command: [String], _ environment: [String: String], _ descriptors: [CInt] = [], _ output: CInt? = nil,
        _ descriptorLimit: UInt64 = 0, endsWithParent: Bool = false
    ) throws(RuntimeError) -> CInt {
        guard let program = command.first else { throw RuntimeError("start", "", errorNumber: EINVAL) }
        let handed = try HandedDescriptors(descriptors + (output.map { [$0] } ?? []), program: program)
        let arguments = CStringArray(command)
        let variables = CStringArray(environment.map { "\($0.key)=\($0.value)" })
        let processID = withExtendedLifetime((arguments, variables, handed)) {
            kagami_spawn(
                arguments.pointers, variables.pointers, handed.copies, descriptors.count,
                output == nil ? -1 : handed.copies[descriptors.count], descriptorLimit,
                endsWithParent)
        }
        if processID < 0 { throw RuntimeError("start", program) }
        return processID
    }
}

/// Duplicates of descriptors, kept open until the program that receives them as 3, 4 and so on has started.
private final class HandedDescriptors {
    private(set) var copies: [CInt] = []

    init(_ descriptors: [CInt], program: String) throws(RuntimeError) {
        for descriptor in descriptors {
            // The copies' numbers are above those that the child receives.
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, Self.first + CInt(descriptors.count))
            guard copy >= 0 else { throw RuntimeError("hand descriptors to", program) }
            copies.append(copy)
        }
    }

    deinit {
        for copy in copies { close(copy) }
    }

    private static let first: CInt = 3
}

/// Owns a null-terminated array of C strings for `execve`.
package final class CStringArray {
    package let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    package init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
        (pointers + count).initialize(to: nil)
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}

/// How a process ended.
package enum ProcessExit: Hashable, Sendable, CustomStringConvertible {
    case exited(code: CInt)
    case signaled(number: CInt)

    /// Decodes the status of `waitpid`.
    init(waitStatus: CInt) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited(code: waitStatus >> 8 & 0xff) : .signaled(number: signal)
    }

    /// The exit code as in a shell: 128 plus the signal's number for a process killed by a signal.
    package var shellCode: CInt {
        switch self {
        case .exited(let code): code
        case .signaled(let number): 128 + number
        }
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited with status \(code)"
        case .signaled(let number): "was killed by signal \(number)"
        }
    }
}
