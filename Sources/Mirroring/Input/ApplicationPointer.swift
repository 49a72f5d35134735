import Geometry

/// The pointer as one application sees it.
///
/// Relative devices move the pointer by the application's pixels. Absolute devices put the pointer where they point
/// through the viewport. There is no pointer in the bars, except that a drag begun on the content continues along the
/// content's edge.
struct ApplicationPointer: Hashable, Sendable {
    private enum Presence: Hashable {
        /// No device has moved the pointer yet, or the pointer cannot be on the content.
        case absent
        case onContent
        /// An absolute device points at the bars.
        case inBars
    }

    /// The last position on the content.
    private(set) var position = Point<ContentSpace>(x: 0, y: 0)
    /// Whether the application has received the pointer's entry and not its exit.
    private(set) var isEntered = false
    /// The size of the content's screen, or of the last screen that it had.
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

    /// Records that the pointer is at this point without a device's motion; later motions start from there.
    mutating func held(at point: Point<ContentSpace>) {
        if hasScreen { position = size.clamped(point) }
    }

    /// Moves the pointer to `hit`, at which an absolute device points.
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

    /// The inputs that must precede a button's press, or nil if the application gets no press, as in the bars.
    mutating func prepareForPress(_ time: Timestamp) -> [ContentInput]? {
        guard hasScreen, presence != .inBars else { return nil }
        return isEntered ? [] : enter(at: position, relative: nil, time)
    }

    /// Ends a drag over the bars: the content gets the release, and then the pointer leaves the content.
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

/// The pointers of the applications.
struct ApplicationPointers: Hashable, Sendable {
    private var content = ApplicationPointer()
    private var others: [HostedApplication: ApplicationPointer] = [:]

    subscript(choice: HostedApplication) -> ApplicationPointer {
        get { choice == .content ? content : others[choice, default: ApplicationPointer()] }
        set { if choice == .content { content = newValue } else { others[choice] = newValue } }
    }
}
