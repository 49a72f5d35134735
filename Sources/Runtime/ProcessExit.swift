/// How a process ended.
package enum ProcessExit: Hashable, Sendable, CustomStringConvertible {
    case exited(code: CInt)
    case signaled(number: CInt)

    /// Decodes what `waitpid` stores.
    init(waitStatus: CInt) {
        let signal = waitStatus & 0x7f
        self = signal == 0 ? .exited(code: waitStatus >> 8 & 0xff) : .signaled(number: signal)
    }

    /// The code that a shell would report: 128 and the signal's number for a process that a signal ended.
    package var shellCode: CInt {
        switch self {
        case .exited(let code): code
        case .signaled(let number): 128 + number
        }
    }

    package var description: String {
        switch self {
        case .exited(let code): "exited with status \(code)"
        case .signaled(let number): "was ended by signal \(number)"
        }
    }
}
