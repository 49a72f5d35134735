package import Control
package import Geometry
package import Mirroring

/// Carries out `kagami pip ...`.
package final class PiPRequests: CommandHandler {
    private unowned let pip: PiPExecutor
    /// The numbers of the timelines that each connection controls.
    private var controllers: [ObjectIdentifier: [Int]] = [:]

    init(_ pip: PiPExecutor) {
        self.pip = pip
    }

    package func answer(_ command: PiPRequest, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        switch command {
        case .start(let start): pip.start(start, completion: Self.answer(call))
        case .stop: pip.stop(completion: Self.answer(call))
        case .toggle(let source): pip.toggle(source, completion: Self.answer(call))
        case .automatic(let isOn):
            pip.startsAutomatically = isOn
            return .done
        case .swap(let source): pip.start(PiPStart(source, isSwap: true), completion: Self.answer(call))
        case .restore: pip.restore(completion: Self.answer(call))
        case .playback(let command): pip.play(command, completion: Self.answerPlayback(call))
        case .update(let updates): return Self.answer(isShown: pip.set(updates))
        case .refresh: return Self.answer(isShown: pip.refresh())
        case .move(let corner): pip.move(to: corner, completion: Self.answerChange(call))
        case .size(let width, let height):
            pip.resize(to: Size(width: width, height: height), completion: Self.answerChange(call))
        case .hide(let side): pip.hide(past: side, completion: Self.answerChange(call))
        case .show: pip.unhide(completion: Self.answerChange(call))
        case .control(let source): return control(source, call.connection)
        case .acknowledge(let number, let refusal):
            pip.playback.acknowledge(number, refusal: refusal)
            return .done
        }
        return nil
    }

    /// Starts a source with a picture of this size on the panel; the answer follows on completion.
    package func start(_ start: PiPStart, size: Size<PanelSpace>, _ call: ControlCall<Done>) -> ControlAnswer<Done>? {
        let answer = Self.answer(call)
        let answerSize = Self.answerChange(call)
        pip.start(start) { [pip] outcome in
            guard outcome == .done else { return answer(outcome) }
            pip.resize(to: size, completion: answerSize)
        }
        return nil
    }

    /// Removes the timelines that the connection controlled.
    func connectionClosed(_ connection: ControlConnection) {
        for number in controllers.removeValue(forKey: ObjectIdentifier(connection)) ?? [] {
            pip.playback.removeController(number)
        }
    }

    private func control(_ source: PiPSource, _ connection: ControlConnection) -> ControlAnswer<Done> {
        let key = ObjectIdentifier(connection)
        guard controllers[key, default: []].count < Self.mostSources else {
            return .failure("a connection controls \(Self.mostSources) sources at most")
        }
        let number = pip.playback.addController(of: source) { [weak connection] number, command in
            connection?.send(PlaybackLine(number: number, command: command))
        }
        controllers[key, default: []].append(number)
        return .done
    }

    private static let mostSources = 16
    private static let nothingShown = "no picture in picture is shown"

    private static func answer(isShown: Bool) -> ControlAnswer<Done> {
        isShown ? .done : .failure(nothingShown)
    }

    private static func answer(_ call: ControlCall<Done>) -> (PiPOutcome) -> Void {
        let later = call.later
        return { outcome in
            switch outcome {
            case .done: later.send(.done)
            case .nothingActive: later.send(.note(nothingShown))
            case .failed(let failure): later.send(.failure(failure.description))
            }
        }
    }

    private static func answerChange(_ call: ControlCall<Done>) -> (PiPChange) -> Void {
        let later = call.later
        return { change in
            switch change {
            case .done: later.send(.done)
            case .bounded(let size):
                later.send(.note("the size taken is \(size.width)x\(size.height), the nearest within the bounds"))
            case .notShown: later.send(.failure(nothingShown))
            case .ended: later.send(.failure("the picture in picture ended before it was shown"))
            }
        }
    }

    private static func answerPlayback(_ call: ControlCall<Done>) -> (PlaybackOutcome) -> Void {
        let later = call.later
        return { outcome in
            switch outcome {
            case .done: later.send(.done)
            case .refused(let words): later.send(.failure("the source refused: \(words)"))
            case .failed(let failure): later.send(.failure(failure.rawValue))
            }
        }
    }
}
