extension InputRouter {
    /// Routes a touchpad's gesture to the application with the pointer.
    ///
    /// An application receives one gesture at a time. A touchpad that begins a gesture during another touchpad's
    /// gesture is ignored until it begins again.
    mutating func routeGesture(
        _ gesture: PointerGesture, _ device: DeviceID, _ time: Timestamp
    ) -> [InputAction] {
        if case .begin(let kind, let fingers) = gesture {
            return beginGesture(gesture, kind, fingers: fingers, device, time)
        }
        guard let contact = contacts[device, .gesture], let choice = contact.target.application else { return [] }
        if case .update(let movement) = gesture {
            guard contact.gesture != .hold, movement.isFinite else { return [] }
        } else {
            contacts.remove(device, .gesture)
        }
        return [.deliver(.pointerGesture(gesture, time), to: choice)]
    }

    private mutating func beginGesture(
        _ gesture: PointerGesture, _ kind: PointerGesture.Kind, fingers: Int, _ device: DeviceID, _ time: Timestamp
    ) -> [InputAction] {
        var actions: [InputAction] = []
        if let lost = contacts.remove(device, .gesture)?.target.application {
            actions.append(.deliver(.pointerGesture(.end(isCancelled: true), time), to: lost))
        }
        let output = mapping.output(of: device, in: targets.geometry)
        let target = output.isBeyondPanel ? targets.target(beside: output) : targetOfPointer
        guard let choice = target.application, pointers[choice].isEntered, fingers > 0,
            contacts.all(where: { $0.means == .gesture && $0.target.application == choice }).isEmpty
        else { return actions }
        var contact = Contact(.gesture, of: device, from: output, on: .application(choice))
        contact.gesture = kind
        contacts.insert(contact)
        return actions + [.deliver(.pointerGesture(gesture, time), to: choice)]
    }
}
