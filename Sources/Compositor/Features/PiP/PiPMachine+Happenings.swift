import Mirroring

// MARK: - Events

extension PiPMachine {
    mutating func adopt(_ next: PiPPossibility) {
        let before = possibility.sources
        possibility = next
        if next.sources != before { publish(.possibleChanged(next.sources)) }
        followSource()
        advance()
    }

    /// Continues the run with another source, or ends it, when its source is no longer possible.
    private mutating func followSource() {
        guard let run, possibility.obstacle(to: run.source) != nil else { return }
        switch phase {
        case .active, .appearing, .preparing:
            if let heir = heir(of: run) {
                exchange(run, for: heir)
            } else {
                end(.sourceGone, to: nil)
            }
        case .awaitingRestore, .leaving, .none:
            // A restore makes its own source impossible: it is in full view.
            break
        }
    }

    /// The source that shows the same application on the other screen, if the run goes on with it. The content on the
    /// panel takes its full place instead, unless the content was requested or starts automatically.
    private func heir(of run: PiPRun) -> PiPSource? {
        guard let heir = run.source.onOtherScreen, possibility.obstacle(to: heir) == nil else { return nil }
        return heir == .external || run.asked == heir || configuration.startsAutomatically ? heir : nil
    }

    private mutating func exchange(_ run: PiPRun, for heir: PiPSource) {
        lastSource = heir
        replaceRun { $0.source = heir }
        publish(.sourceChanged(from: run.source, to: heir))
        if let next = self.run { actions.append(.exchange(next)) }
    }

    /// Changes the run unless it is already ending.
    mutating func replaceRun(_ change: (inout PiPRun) -> Void) {
        guard var next = run else { return }
        change(&next)
        switch phase {
        case .preparing: phase = .preparing(next)
        case .appearing: phase = .appearing(next)
        case .active: phase = .active(next)
        case .none, .awaitingRestore, .leaving: break
        }
    }

    /// Publishes that the run's source is now laid out for another display.
    mutating func sourceMoved(_ source: PiPSource) {
        guard run?.source == source else { return }
        switch phase {
        case .preparing, .appearing, .active: publish(.sourceChanged(from: source, to: source))
        case .none, .awaitingRestore, .leaving: break
        }
    }

    mutating func prepared(_ number: Int, _ failure: PiPFailure?) {
        guard case .preparing(let run) = phase, run.number == number else { return }
        timer = nil
        if let failure {
            giveUp(run, failure)
            release(run)
        } else {
            phase = .appearing(run)
            actions.append(.appear(run))
        }
    }

    mutating func animationFinished(_ number: Int) {
        switch phase {
        case .appearing(let run) where run.number == number:
            phase = .active(run)
            isActive = true
            publish(.didStart(run.source))
            publish(.activeChanged(true))
            completeStart(.done)
            if configuration.autoStopMicroseconds > 0 { arm(afterMicroseconds: configuration.autoStopMicroseconds) }
            advance()
        case .leaving(let run, let ending) where run.number == number:
            finish(run, ending)
        default: break
        }
    }

    mutating func restoreAcknowledged(_ number: Int) {
        guard case .awaitingRestore(let run) = phase, run.number == number else { return }
        timer = nil
        leave(run, .stopped(.restored), to: .fullView)
    }

    mutating func fired(_ fired: PiPTimer) {
        if let waiting = pending, waiting.timer == fired {
            pending = nil
            fail(waiting)
            return
        }
        guard timer == fired else { return }
        timer = nil
        switch phase {
        case .preparing(let run):
            giveUp(run, .timedOut)
            release(run)
        case .active: end(.autoStop, to: .origin)
        // The source did not answer in time: show it in full view all the same.
        case .awaitingRestore(let run): leave(run, .stopped(.restored), to: .fullView)
        case .none, .appearing, .leaving: break
        }
    }

    mutating func cameToFullView(_ source: PiPSource) {
        guard run?.source == source else { return }
        switch phase {
        case .preparing, .appearing, .active: end(.fullView, to: .fullView)
        case .none, .awaitingRestore, .leaving: break
        }
    }

    mutating func leftForeground(_ source: PiPSource) {
        guard configuration.startsAutomatically, case .none = phase, pending == nil else { return }
        request(PiPStart(source), nil)
    }
}
