import Control
import Mirroring

/// A parsed recording of input.
struct InputRecording {
    /// Events of one instant, and their time after the first step.
    struct Step: Hashable {
        var delayMicroseconds: Int64
        var events: [RecordedInput]
    }

    let events: [RecordedInput]

    /// The longest delay in microseconds; its sum with the time since boot does not overflow.
    private static let longestDelay = 1e18

    /// Parses JSON lines; an error names the file and the line.
    init(lines bytes: [UInt8], name: String) throws(CommandFailure) {
        let json = JSONLine()
        var events: [RecordedInput] = []
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) { continue }
            do throws(ControlRequestError) {
                events.append(try json.decode(from: Array(line)))
            } catch {
                throw CommandFailure("\(name):\(index + 1): \(error)")
            }
        }
        self.events = events
    }

    /// The events grouped by instant; a time before the previous one counts as equal.
    func steps(speed: Double) -> [Step] {
        var steps: [Step] = []
        guard let start = events.first?.time else { return [] }
        for event in events {
            let delay = max(
                Int64(min(Double(event.time.since(start)) / speed, Self.longestDelay)),
                steps.last?.delayMicroseconds ?? 0)
            if let last = steps.indices.last, steps[last].delayMicroseconds == delay, steps[last].events.count < 500 {
                steps[last].events.append(event)
            } else {
                steps.append(Step(delayMicroseconds: delay, events: [event]))
            }
        }
        return steps
    }
}
