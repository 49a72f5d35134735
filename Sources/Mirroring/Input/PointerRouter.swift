package import Geometry

/// Tracks the pointer's position on the content, and its buttons.
///
/// Relative devices move it by external pixels; absolute ones put it where they point through the viewport. In the bars
/// there is no pointer, except that a drag begun on the content continues along its edge.
package struct PointerRouter {
    private enum Presence {
        /// No device has moved it yet, or it cannot be on the content.
        case absent
        case onContent
        /// An absolute device points at the bars.
        case inBars
    }

    /// The last position on the content.
    package private(set) var position = Point<ContentSpace>(x: 0, y: 0)
    /// The content's screen, or the last one it had.
    private var size: Size<ContentSpace> = .zero
    private var hasScreen = false
    private var presence = Presence.absent
    /// Whether the content has received the pointer's entry and not its leaving.
    private var isEntered = false
    /// Buttons whose press the content has received.
    private var buttons = HeldCodes()

    package init() {}

    /// Whether the pointer is over the content.
    package var isOnContent: Bool { isEntered }

    /// Applies the size of the content's screen, or nil for none; the pointer keeps its relative position.
    package mutating func resize(to newSize: Size<ContentSpace>?, _ time: Timestamp) -> [ContentInput] {
        guard let newSize, !newSize.isEmpty else {
            hasScreen = false
            return leave()
        }
        hasScreen = true
        guard newSize != size else { return [] }
        let old = size
        size = newSize
        if old.isEmpty {
            position = Point(x: Double(newSize.width) / 2, y: Double(newSize.height) / 2)
        } else {
            position = newSize.clamped(
                Point(
                    x: position.x / Double(old.width) * Double(newSize.width),
                    y: position.y / Double(old.height) * Double(newSize.height)))
        }
        return isEntered ? [.pointerMotion(position, relative: nil, time), .pointerFrame] : []
    }

    /// Moves the pointer by a relative device's motion.
    package mutating func moved(_ motion: RelativeMotion, _ time: Timestamp) -> [ContentInput] {
        guard hasScreen, motion.isFinite else { return [] }
        return enter(at: size.clamped(position.offset(x: motion.dx, y: motion.dy)), relative: motion, time)
    }

    /// Records that the content holds the pointer at this point; later movements start from there.
    package mutating func held(at point: Point<ContentSpace>) {
        if hasScreen { position = size.clamped(point) }
    }

    /// Reports that the pointer has moved off the content; a drag goes on all the same.
    package mutating func left() -> [ContentInput] {
        buttons.isEmpty ? leave() : []
    }

    /// Moves the pointer to `hit`, where an absolute device points.
    package mutating func pointed(at hit: InputHit, _ time: Timestamp) -> [ContentInput] {
        switch hit {
        case .content(let point):
            return enter(at: point, relative: nil, time)
        case .bars(let nearest) where !buttons.isEmpty:
            let inputs = enter(at: nearest, relative: nil, time)
            presence = .inBars
            return inputs
        case .bars:
            presence = .inBars
            return leave(to: .inBars)
        case .nowhere:
            return []
        }
    }

    /// Takes the press or release of a button. A press in the bars is not sent, nor is its release.
    package mutating func button(
        _ code: UInt32, pressed: Bool, on device: DeviceID, _ time: Timestamp
    ) -> [ContentInput] {
        guard hasScreen else { return [] }
        guard pressed else {
            guard buttons.release(code, on: device) else { return [] }
            return [.pointerButton(code, pressed: false, time), .pointerFrame] + leaveIfDone()
        }
        if presence == .inBars { return [] }
        let entering = isEntered ? [] : enter(at: position, relative: nil, time)
        guard buttons.press(code, on: device) else { return entering }
        return entering + [.pointerButton(code, pressed: true, time), .pointerFrame]
    }

    /// Takes the movement of a wheel or of scrolling fingers.
    package func axis(_ axis: PointerAxis, _ time: Timestamp) -> [ContentInput] {
        guard isEntered, axis.dx.isFinite, axis.dy.isFinite else { return [] }
        return [.pointerAxis(axis, time), .pointerFrame]
    }

    /// Removes a device and its held buttons; `isLast` when no pointing device is left.
    package mutating func remove(_ device: DeviceID, isLast: Bool, _ time: Timestamp) -> [ContentInput] {
        let releases = buttons.removeAll(of: device).flatMap {
            [ContentInput.pointerButton($0, pressed: false, time), .pointerFrame]
        }
        return releases + (isLast && buttons.isEmpty ? leave() : leaveIfDone())
    }

    /// Counts all buttons as released, after the content has received that.
    package mutating func releaseAll() -> [ContentInput] {
        buttons.removeAll()
        return leaveIfDone()
    }

    private mutating func enter(
        at point: Point<ContentSpace>, relative: RelativeMotion?, _ time: Timestamp
    ) -> [ContentInput] {
        position = point
        presence = .onContent
        isEntered = true
        return [.pointerMotion(point, relative: relative, time), .pointerFrame]
    }

    /// Ends a drag over the bars: the release goes to the content, and the pointer leaves after it.
    private mutating func leaveIfDone() -> [ContentInput] {
        presence == .inBars && buttons.isEmpty ? leave(to: .inBars) : []
    }

    private mutating func leave(to presence: Presence = .absent) -> [ContentInput] {
        self.presence = presence
        guard isEntered else { return [] }
        isEntered = false
        return [.pointerLeave, .pointerFrame]
    }
}

extension RelativeMotion {
    /// Whether all distances are finite.
    package var isFinite: Bool {
        dx.isFinite && dy.isFinite && unacceleratedDX.isFinite && unacceleratedDY.isFinite
    }
}
