/// How a run of a hosted application ended.
package enum ProgramEnd: Hashable, Sendable {
    case exited(Int)
    /// A signal killed the application; the number is the signal's.
    case signaled(Int)
    /// The application could not be started; the text is the system's reason.
    case notStarted(String)

    /// Whether the application ended without reporting an error.
    package var isSuccess: Bool { self == .exited(0) }

    /// The end in words, as the log has it after the program's name.
    package var notice: LocalizedText {
        switch self {
        case .exited(let code): LocalizedText("ended with status \(code)", "終了コード\(code)で終了しました")
        case .signaled(let number):
            LocalizedText(
                "was killed by \(Self.name(ofSignal: number))", "\(Self.name(ofSignal: number))で強制終了されました")
        case .notStarted(let reason): LocalizedText("did not start: \(reason)", "起動できません: \(reason)")
        }
    }

    /// The name of a signal, such as `signal 11 (SIGSEGV)`, or the number alone for an unusual signal.
    private static func name(ofSignal number: Int) -> String {
        names[number].map { "signal \(number) (\($0))" } ?? "signal \(number)"
    }

    /// Signals that end programs, with their numbers on all of Linux's usual architectures (signal(7)).
    private static let names: [Int: String] = [
        1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
        9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
        31: "SIGSYS",
    ]
}

/// The hosted application between two runs, as the panel shows it.
package struct EndedProgram: Hashable, Sendable {
    /// The application's name as a person reads it.
    package var name: String
    package var end: ProgramEnd
    /// Whether the application is started again automatically.
    package var isDue: Bool

    /// The end of a program; `program` is a name or a path that strangers may have chosen.
    package init(program: String, end: ProgramEnd, isDue: Bool) {
        name = Self.label(of: program)
        self.end = end
        self.isDue = isDue
    }

    /// A program's name as a person reads it; `program` is a name or a path.
    package static func label(of program: String) -> String {
        (program.split(separator: "/").last.map(String.init) ?? program).label
    }

    /// The end in one line for people in front of the screens; the details are in the log.
    package func text(in language: Language) -> String {
        switch language {
        case .english: "\(name) has \(end.isSuccess ? "ended" : "stopped unexpectedly")"
        case .japanese: "\(name): \(end.isSuccess ? "終了しました" : "予期せず停止しました")"
        }
    }
}

/// Starts the hosted application again when the user presses the button on the panel.
package protocol RestartPort: AnyObject {
    func restartPressed()
}
