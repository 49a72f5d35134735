import Mirroring

/// The devices that stand in for those of a recording while one client replays it.
///
/// Their numbers are moved out of the way of live devices; what the client leaves behind is taken back.
package struct ReplayedDevices {
    /// The recording's number and the stand-in.
    private var standIns: [DeviceID: DeviceID] = [:]
    private var nextNumber: Int

    /// `firstNumber` and those above it must be free of other devices.
    package init(firstNumber: Int) {
        nextNumber = firstNumber
    }

    /// The events to act on for one recorded: its own, after its device if that was never seen to come.
    package mutating func admit(_ input: RecordedInput, at now: Timestamp) -> [InputEvent] {
        let recorded = input.event.device
        switch input.event {
        case .deviceAdded(let description):
            // A recording may tell of a device twice; the one that is there already stays.
            if standIns[recorded] != nil { return [] }
            return [add(recorded, name: description.name, description.capabilities, output: description.output)]
        case .deviceRemoved:
            guard let standIn = standIns.removeValue(forKey: recorded) else { return [] }
            return [.deviceRemoved(standIn)]
        default:
            var events: [InputEvent] = []
            if standIns[recorded] == nil, let capability = input.event.capability {
                events.append(add(recorded, name: "replayed \(capability.rawValue)", [capability], output: nil))
            }
            guard let standIn = standIns[recorded] else { return events }
            return events + [input.event(from: standIn, at: now)]
        }
    }

    /// The events that take every stand-in away again, with whatever it held down.
    package mutating func removeAll() -> [InputEvent] {
        let removed = standIns.values.sorted { $0.number < $1.number }
        standIns = [:]
        return removed.map(InputEvent.deviceRemoved)
    }

    private mutating func add(
        _ recorded: DeviceID, name: String, _ capabilities: Set<DeviceCapability>, output: String?
    ) -> InputEvent {
        let standIn = DeviceID(nextNumber)
        nextNumber += 1
        standIns[recorded] = standIn
        return .deviceAdded(
            DeviceDescription(id: standIn, name: name, capabilities: capabilities, output: output))
    }
}
