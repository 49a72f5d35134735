import Geometry

/// The pointer as one application knows it.
///
/// Relative devices move it by the application's pixels; absolute ones put it where they point through the viewport. In
/// the bars there is no pointer, except that a drag begun on the content continues along its edge.
struct ApplicationPointer: Hashable, Sendable {
    private enum Presence: Hashable {
        /// No device has moved it yet, or it cannot be on the content.
        case absent
        case onContent
        /// An absolute device points at the bars.
        case inBars
    }

    /// The last position on the content.
    private(set) var position = Point<ContentSpace>(x: 0, y: 0)
    /// Whether the application has received the pointer's entry and not its leaving.
    private(set) var isEntered = false
    /// The content's screen, or the last one it had.
    private var size: Size<ContentSpace> = .zero
    private var hasScreen = false
    private var presence = Presence.absent

    /// Applies the size of the application's screen, or nil for none; the pointer keeps its relative position.
    mutating func resize(to newSize: Size<ContentSpace>?, _ time: Timestamp) -> [ContentInput] {
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
    mutating func moved(_ motion: RelativeMotion, _ time: Timestamp) -> [ContentInput] {
        guard hasScreen else { return [] }
        return enter(at: size.clamped(position.offset(x: motion.dx, y: motion.dy)), relative: motion, time)
    }

    /// Records that the pointer is at this point without a device's doing; later movements start from there.
    mutating func held(at point: Point<ContentSpace>) {
        if hasScreen { position = size.clamped(point) }
    }

    /// Moves the pointer to `hit`, where an absolute device points.
    mutating func pointed(at hit: InputHit, holdsButton: Bool, _ time: Timestamp) -> [ContentInput] {
        switch hit {
        case .content(let point):
            return enter(at: point, relative: nil, time)
        case .bars(let nearest) where holdsButton:
            let inputs = enter(at: nearest, relative: nil, time)
            presence = .inBars
            return inputs
        case .bars:
            return leave(to: .inBars)
        case .nowhere:
            return []
        }
    }

    /// What must precede the press of a button; nil if the application does not receive it, as in the bars.
    mutating func prepareForPress(_ time: Timestamp) -> [ContentInput]? {
        guard hasScreen, presence != .inBars else { return nil }
        return isEntered ? [] : enter(at: position, relative: nil, time)
    }

    /// Ends a drag over the bars: the release goes to the content, and the pointer leaves after it.
    mutating func leaveBars(holdsButton: Bool) -> [ContentInput] {
        presence == .inBars && !holdsButton ? leave(to: .inBars) : []
    }

    mutating func leave() -> [ContentInput] { leave(to: .absent) }

    private mutating func leave(to presence: Presence) -> [ContentInput] {
        self.presence = presence
        guard isEntered else { return [] }
        isEntered = false
        return [.pointerLeave, .pointerFrame]
    }

    private mutating func enter(
        at point: Point<ContentSpace>, relative: RelativeMotion?, _ time: Timestamp
    ) -> [ContentInput] {
        position = point
        presence = .onContent
        isEntered = true
        return [.pointerMotion(point, relative: relative, time), .pointerFrame]
    }
}

/// The pointers of the two applications.
struct ApplicationPointers: Hashable, Sendable {
    private var content = ApplicationPointer()
    private var application = ApplicationPointer()

    subscript(choice: HostedApplication) -> ApplicationPointer {
        get { choice == .content ? content : application }
        set { if choice == .content { content = newValue } else { application = newValue } }
    }
}
