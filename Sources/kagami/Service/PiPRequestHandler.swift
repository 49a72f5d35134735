import Compositor
import Control
import Geometry
import Mirroring

/// Handles the requests for picture in picture.
final class PiPRequestHandler {
    private let pip: PiPExecutor
    /// The numbers of the timelines that each connection controls.
    private var controllers: [ObjectIdentifier: [Int]] = [:]

    init(_ pip: PiPExecutor) {
        self.pip = pip
    }

    /// The reply, or nil if it follows on completion.
    func handle(_ request: PiPRequest, from connection: ControlConnection) -> ControlReply? {
        switch request {
        case .start(let start): pip.start(start, completion: Self.answer(connection))
        case .stop: pip.stop(completion: Self.answer(connection))
        case .toggle(let source): pip.toggle(source, completion: Self.answer(connection))
        case .swap(let source): pip.start(PiPStart(source, isSwap: true), completion: Self.answer(connection))
        case .restore: pip.restore(completion: Self.answer(connection))
        case .playback(let command): pip.play(command, completion: Self.answerPlayback(connection))
        case .update(let updates): return Self.reply(pip.set(updates))
        case .refresh: return Self.reply(pip.refresh())
        case .move(let corner): pip.move(to: corner, completion: Self.answerChange(connection))
        case .size(let width, let height):
            pip.resize(to: Size(width: width, height: height), completion: Self.answerChange(connection))
        case .hide(let side): pip.hide(past: side, completion: Self.answerChange(connection))
        case .show: pip.unhide(completion: Self.answerChange(connection))
        case .control(let source): return control(source, connection)
        case .acknowledge(let number, let refusal):
            pip.playback.acknowledge(number, refusal: refusal)
            return .done
        }
        return nil
    }

    /// Starts a source with a picture of this size on the panel; the reply follows on completion.
    func start(_ start: PiPStart, size: Size<PanelSpace>, from connection: ControlConnection) -> ControlReply? {
        let answer = Self.answer(connection)
        let answerSize = Self.answerChange(connection)
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

    private func control(_ source: PiPSource, _ connection: ControlConnection) -> ControlReply {
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

    private static func reply(_ isShown: Bool) -> ControlReply {
        isShown ? .done : .failure(nothingShown)
    }

    private static func answer(_ connection: ControlConnection) -> (PiPOutcome) -> Void {
        let later = LaterReply(connection)
        return { outcome in
            switch outcome {
            case .done: later.send(.done)
            case .nothingActive: later.send(.note(nothingShown))
            case .failed(let failure): later.send(.failure(failure.description))
            }
        }
    }

    private static func answerChange(_ connection: ControlConnection) -> (PiPChange) -> Void {
        let later = LaterReply(connection)
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

    private static func answerPlayback(_ connection: ControlConnection) -> (PlaybackOutcome) -> Void {
        let later = LaterReply(connection)
        return { outcome in
            switch outcome {
            case .done: later.send(.done)
            case .refused(let words): later.send(.failure("the source refused: \(words)"))
            case .failed(let failure): later.send(.failure(failure.rawValue))
            }
        }
    }
}
