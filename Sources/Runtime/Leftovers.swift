import CLinux
import Glibc

/// Processes that outlive the program that started them, which this process adopts.
///
/// Call `reap` at each SIGCHLD. Three kinds of children do not count: those that existed at first, those of a `ChildProcess`, and those in
/// the process group of a `ChildProcess` that still runs.
package final class Leftovers {
    private let loop: EventLoop
    private let earlier: Set<CInt>
    private var timer: Timer?
    private var ending: Ending?

    private struct Ending {
        /// The processes that were asked to end.
        var asked: Set<CInt> = []
        let killAt: Int64
        let giveUpAt: Int64
        let completion: () -> Void
    }

    private static let interval: Int64 = 20_000
    /// How long a process may take to end after SIGKILL; a process that is stuck in the kernel is left alone.
    private static let lastPatience: Int64 = 2_000_000

    /// Adopts processes from now on.
    package init(loop: EventLoop) throws(RuntimeError) {
        self.loop = loop
        guard kagami_become_subreaper() == 0 else { throw RuntimeError("prctl", "PR_SET_CHILD_SUBREAPER") }
        earlier = Set(Self.children())
        loop.children.onRemoval = { [weak self] in self?.reap() }
        timer = loop.makeTimer { [weak self] in self?.proceed() }
    }

    /// Waits for adopted processes that have ended, so that none stays a zombie.
    package func reap() {
        var process = kagami_ended_child()
        // A `ChildProcess` waits for its own process, and then calls this again.
        while process > 0, !loop.children.contains(process) {
            guard waitpid(process, nil, WNOHANG) == process else { return }
            process = kagami_ended_child()
        }
    }

    /// Ends all adopted processes, and then calls `completion`; at once if there are none.
    ///
    /// Asks the processes to end (SIGTERM), and kills those that remain after `patience` microseconds (SIGKILL).
    package func end(patience: Int64 = 1_000_000, completion: @escaping () -> Void) {
        guard ending == nil else { return }
        let now = loop.turnTime
        ending = Ending(
            killAt: now + patience, giveUpAt: now + patience + Self.lastPatience, completion: completion)
        proceed()
    }

    private func proceed() {
        guard var ending else { return }
        reap()
        let now = loop.turnTime
        // The children of processes that end are adopted in turn.
        let present = adopted
        guard !present.isEmpty, now < ending.giveUpAt else {
            self.ending = nil
            return ending.completion()
        }
        for process in present {
            if now >= ending.killAt {
                kill(process, SIGKILL)
            } else if ending.asked.insert(process).inserted {
                kill(process, SIGTERM)
            }
        }
        self.ending = ending
        timer?.arm(after: Self.interval)
    }

    private var adopted: [CInt] {
        Self.children().filter { process in
            !earlier.contains(process) && !loop.children.contains(process)
                && !loop.children.contains(getpgid(process))
        }
    }

    /// This process's children that have not ended.
    private static func children() -> [CInt] {
        let me = getpid()
        return DirectoryEntry.all(in: "/proc").compactMap { CInt($0.name) }.filter { parent(of: $0) == me }
    }

    /// The parent of a process; nil if the process has ended.
    private static func parent(of process: CInt) -> CInt? {
        let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = read(descriptor, &bytes, bytes.count)
        // The state and the parent follow the name, which is in parentheses and may itself contain parentheses (proc(5)).
        guard count > 0, let name = bytes.prefix(count).lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(name + 1)..<count].split(separator: UInt8(ascii: " "), maxSplits: 2)
            .map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 1, fields[0] != "Z", fields[0] != "X" else { return nil }
        return CInt(fields[1])
    }
}

/// The running processes that a `ChildProcess` waits for.
package final class ChildTable {
    private var processes: Set<CInt> = []
    /// Called when a process has been waited for, or is no longer waited for.
    package var onRemoval: () -> Void = {}

    func insert(_ process: CInt) { processes.insert(process) }

    func remove(_ process: CInt) {
        if processes.remove(process) != nil { onRemoval() }
    }

    package func contains(_ process: CInt) -> Bool { processes.contains(process) }
}
