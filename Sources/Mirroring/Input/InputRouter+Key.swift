extension InputRouter {
    mutating func routeKey(
        _ code: UInt32, pressed: Bool, on device: DeviceID, _ time: Timestamp, _ context: InputContext
    ) -> [InputAction] {
        bindings.note(code, pressed: pressed, on: device)
        return pressed ? press(code, on: device, time, context) : release(code, on: device, time)
    }

    private mutating func press(
        _ code: UInt32, on device: DeviceID, _ time: Timestamp, _ context: InputContext
    ) -> [InputAction] {
        if let terminal = bindings.terminal(forPressing: code) {
            keep(code, of: device)
            return [.switchTerminal(terminal)]
        }
        guard contacts[device, .key(code)] == nil else { return [] }
        // Keys of devices tied to the external belong to the content.
        let isExternal = mapping.output(of: device, in: targets.geometry).isBeyondPanel
        if targets.hides(isExternal ? controlled : focus), BoundKeys.Modifier(code: code) == nil {
            keep(code, of: device)
            return [.overlay(.blank, .key(BoundKeys(bindings.heldModifiers, code), time))]
        }
        let modal = isExternal ? nil : targets.modal
        let outcome = bindings.outcome(
            ofPressing: code, isInhibited: context.inhibitsShortcuts && modal == nil, isForContent: focus == controlled,
            pointless: context.pointless, isLocked: context.isLocked)
        if case .act(let action) = outcome {
            keep(code, of: device)
            return [.act(action)]
        }
        if case .run(let command) = outcome {
            keep(code, of: device)
            return [.run(command, by: DeviceKey(code, of: device))]
        }
        if let modal {
            keep(code, of: device)
            return [.overlay(modal, .key(BoundKeys(bindings.heldModifiers, code), time))]
        }
        if case .send(let replacement) = outcome { return type(code, as: replacement, on: controlled, device, time) }
        return type(code, as: code, on: isExternal ? controlled : focus, device, time)
    }

    /// Routes a key of the service's own pad to the content, regardless of the keyboard focus.
    package mutating func type(_ code: UInt32, pressed: Bool, _ time: Timestamp) -> [InputAction] {
        now = max(now, time)
        guard pressed else { return release(code, on: .keyPad, time) }
        return type(code, as: code, on: controlled, .keyPad, time)
    }

    /// Whether a key is down and has not been cancelled.
    package func holds(_ key: DeviceKey) -> Bool { contacts[key.device, .key(key.code)] != nil }

    /// Keeps a key from the applications until its release.
    private mutating func keep(_ code: UInt32, of device: DeviceID) {
        guard contacts[device, .key(code)] == nil else { return }
        contacts.insert(Contact(.key(code), of: device, from: .nowhere, on: .nobody))
    }

    private mutating func type(
        _ code: UInt32, as replacement: UInt32, on choice: HostedApplication, _ device: DeviceID,
        _ time: Timestamp
    ) -> [InputAction] {
        guard targets.geometry(of: choice) != .parked else { return [] }
        var contact = Contact(.key(code), of: device, from: .nowhere, on: .application(choice))
        contact.code = replacement
        guard contacts.insert(contact) else { return [] }
        let keymap = mapping.keymap(of: device)
        let isSame = keymaps[choice, default: KeymapNames()] == keymap
        keymaps[choice] = keymap
        return deliver((isSame ? [] : [.keyboard(keymap)]) + [.key(replacement, pressed: true, time)], to: choice)
    }

    /// Presses and releases a key on the content, regardless of the keyboard focus.
    ///
    /// Nothing happens while the content is on no display, or already has the key down.
    package mutating func typeOnContent(_ code: UInt32, at time: Timestamp) -> [InputAction] {
        now = max(now, time)
        guard targets.geometry(of: controlled) != .parked, !contacts.holdsKey(code, on: controlled) else { return [] }
        return deliver([.key(code, pressed: true, now), .key(code, pressed: false, now)], to: controlled)
    }

    private mutating func release(_ code: UInt32, on device: DeviceID, _ time: Timestamp) -> [InputAction] {
        guard let contact = contacts.remove(device, .key(code)), let choice = contact.target.application else {
            return []
        }
        return deliver(released(contact, .key(contact.code, pressed: false, time)), to: choice)
    }
}
