import Geometry
package import Mirroring

/// Touch and pointer input on the picture.
extension PiPExecutor: OverlayInputSink {
    package func take(_ input: OverlayInput) {
        guard let view = show?.view else { return }
        switch input {
        case .down(let contact, let means, let point, let time):
            guard means.isPrimary else { return }
            act(on: gestures.down(PiPContact(contact), at: point, time, on: view.targets))
        case .motion(let contact, let point, let time):
            act(on: gestures.motion(PiPContact(contact), at: point, time, placement: view.placement))
        case .up(let contact, let time): act(on: gestures.up(PiPContact(contact), time))
        case .cancel: act(on: gestures.cancel())
        // A picture that glides under a pointer at rest asks for nothing.
        case .hover: if view.isAtRest { view.showButtons() }
        case .hoverEnded, .scroll, .key: break
        }
    }

    private func act(on gestures: [PiPGesture]) {
        for gesture in gestures { act(on: gesture) }
    }

    private func act(on gesture: PiPGesture) {
        // A picture on its way out, or waiting for its source, must not be held up.
        guard let view = show?.view, machine.state == .active || machine.state == .starting else { return }
        switch gesture {
        case .touched: view.showButtons()
        case .follow(let rect): view.follow(rect)
        case .letGo(let rect, let velocity): view.change { $0.settle(from: rect, velocity: velocity) }
        case .doubleTap: view.change { $0.cycleSize() }
        case .tabTap: view.change { $0.show() }
        case .button(let button): press(button)
        }
    }

    private func press(_ button: PiPButton) {
        switch button {
        case .close: feed(.stop(.closed, nil))
        case .restore: feed(.restore(nil))
        case .skipBack: playOrNotify(.skip(microseconds: -Self.skipMicroseconds))
        case .skipForward: playOrNotify(.skip(microseconds: Self.skipMicroseconds))
        case .playPause: playOrNotify(.playPause)
        }
    }

    /// The distance that a skip button skips.
    private static let skipMicroseconds: Int64 = 15_000_000
}

extension PiPContact {
    fileprivate init(_ contact: ContactID) {
        self.init(Int(contact.number))
    }
}
