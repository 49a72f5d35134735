package import Mirroring

/// The virtual devices of one client's replay, one for each recorded device.
///
/// Devices that the client leaves behind are removed.
package struct ReplayedDevices {
    /// The replay device for each recorded device.
    private var standIns: [DeviceID: DeviceID] = [:]
    private let numbers: DeviceNumbers

    package init(_ numbers: DeviceNumbers) {
        self.numbers = numbers
    }

    /// The events for one recorded event: the event itself, after an added device if the device is new.
    package mutating func admit(_ input: RecordedInput, at now: Timestamp) -> [InputEvent] {
        let recorded = input.event.device
        switch input.event {
        case .deviceAdded(let description):
            // A recording may add a device twice; the existing one stays.
            if standIns[recorded] != nil { return [] }
            return [add(recorded, description)]
        case .deviceRemoved:
            guard let standIn = standIns.removeValue(forKey: recorded) else { return [] }
            return [.deviceRemoved(standIn)]
        default:
            var events: [InputEvent] = []
            if standIns[recorded] == nil, let capability = input.event.capability {
                let name = "replayed \(capability.rawValue)"
                events.append(
                    add(recorded, DeviceDescription(id: recorded, name: name, capabilities: [capability])))
            }
            guard let standIn = standIns[recorded] else { return events }
            return events + [input.event(from: standIn, at: now)]
        }
    }

    /// The events that remove every replay device and release its keys and contacts.
    package mutating func removeAll() -> [InputEvent] {
        let removed = standIns.values.sorted { $0.number < $1.number }
        standIns = [:]
        return removed.map(InputEvent.deviceRemoved)
    }

    private mutating func add(_ recorded: DeviceID, _ description: DeviceDescription) -> InputEvent {
        var description = description
        description.id = numbers.next()
        standIns[recorded] = description.id
        return .deviceAdded(description)
    }
}
