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
