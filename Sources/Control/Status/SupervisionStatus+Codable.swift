import Mirroring

/// Every key is always present; what does not exist is null.
extension SupervisionStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case program, state, pid, restarts
        case lastStatus = "last_status"
        case lastSignal = "last_signal"
        case lastError = "last_error"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            program: try container.decode(String.self, forKey: .program),
            state: try container.decode(State.self, forKey: .state),
            pid: try container.decodeIfPresent(Int.self, forKey: .pid),
            restarts: try container.decode(Int.self, forKey: .restarts))
        if let reason = try container.decodeIfPresent(String.self, forKey: .lastError) {
            lastEnd = .notStarted(reason)
        } else if let signal = try container.decodeIfPresent(Int.self, forKey: .lastSignal) {
            lastEnd = .signaled(signal)
        } else {
            lastEnd = try container.decodeIfPresent(Int.self, forKey: .lastStatus).map { .exited($0) }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(program, forKey: .program)
        try container.encode(state, forKey: .state)
        try container.encode(pid, forKey: .pid)
        try container.encode(restarts, forKey: .restarts)
        var (status, signal, error): (Int?, Int?, String?)
        switch lastEnd {
        case .exited(let code): status = code
        case .signaled(let number): signal = number
        case .notStarted(let reason): error = reason
        case nil: break
        }
        try container.encode(status, forKey: .lastStatus)
        try container.encode(signal, forKey: .lastSignal)
        try container.encode(error, forKey: .lastError)
    }
}
