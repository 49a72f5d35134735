/// The hosted application between two runs, as the panel shows it.
package struct EndedProgram: Hashable, Sendable {
    /// Its name as a person reads it.
    package var name: String
    package var end: ProgramEnd
    /// Whether it is started again by itself.
    package var isDue: Bool

    /// `program` is a name or a path; strangers may have chosen it.
    package init(program: String, end: ProgramEnd, isDue: Bool) {
        name = (program.split(separator: "/").last.map(String.init) ?? program).label
        self.end = end
        self.isDue = isDue
    }

    /// What happened, in one line.
    package func text(in language: Language) -> String {
        switch language {
        case .english: "\(name) \(end.notice.text(in: language))"
        case .japanese: "\(name): \(end.notice.text(in: language))"
        }
    }
}

/// Starts the hosted application again when the user presses the button on the panel.
package protocol RestartPort: AnyObject {
    func restartPressed()
}
