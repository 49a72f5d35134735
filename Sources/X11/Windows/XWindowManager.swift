package import Geometry
package import Mirroring

/// The window manager's decisions: the windows of an X server, what their clients ask for and what the desktop decides.
///
/// A value that takes events and returns actions. It keeps to ICCCM 4 and EWMH: a window is read before it is mapped, is shown once it
/// is mapped and its surface is known, and is configured only as the desktop says.
package struct XWindowManager {
    /// The most windows that are known. The clients of a server may have more, but those are never mapped.
    package static let mostWindows = 16384
    /// The most windows that are shown at a time.
    package static let mostShown = 512

    private struct Window {
        var frame: Rect<ContentSpace>
        var placesItself: Bool
        var properties = XProperties()
        var reading = Reading.unread
        /// Whether the client waits for its window to be mapped.
        var asksForMapping = false
        var isMapped = false
        var surface: XSurfaceName?
        var isShown = false
        /// The state that the client wants, by its last word.
        var wish = XWindowState()
        /// Whether the client asks for attention, by its last word or, once the window is shown, the desktop's.
        var isUrgent = false
        /// What the client asked for while its properties were being read.
        var early: [XNetState: XStateChange] = [:]
        var configuration = XWindowConfiguration()
        /// The X coordinate that the client has asked for since the desktop placed the window.
        var askedX: Int?
        /// The size before the desktop chose one.
        var ownSize: Size<ContentSpace>?

        /// The client's last size if the desktop has made the window smaller. A client that goes on asking for it, because the screen has
        /// no room, is not heard.
        var refusedSize: Size<ContentSpace>? {
            guard let ownSize, ownSize.width > frame.width || ownSize.height > frame.height else { return nil }
            return ownSize
        }

        /// Takes over what the client asks for. The desktop decides what becomes of it.
        mutating func change(_ states: Set<XNetState>, by change: XStateChange) {
            let current = isShown ? configuration.state : wish
            if states.contains(.fullscreen) {
                wish.isFullscreen = change.applied(to: current.isFullscreen)
                wish.fullscreenX = wish.isFullscreen ? askedX ?? frame.x : 0
            }
            if !states.isDisjoint(with: XNetState.maximized) {
                wish.isMaximized = change.applied(to: current.isMaximized)
            }
            if states.contains(.demandsAttention) {
                isUrgent = change.applied(to: isShown ? configuration.isUrgent : isUrgent)
            }
            guard states.contains(.modal) else { return }
            if change.applied(to: properties.states.contains(.modal)) {
                properties.states.insert(.modal)
            } else {
                properties.states.remove(.modal)
            }
        }
    }

    private enum Reading { case unread, asked, done }

    private var windows: [XWindowID: Window] = [:]
    /// The shown windows that the desktop manages, in the order of mapping.
    private var managed: [XWindowID] = []
    /// The same windows, back to front.
    private var stacking: [XWindowID] = []
    /// The shown windows that place themselves, in the order of mapping.
    private var unmanaged: [XWindowID] = []
    private var active: XWindowID?
    private let machine: String
    private let atomName: (UInt32) -> String?
    private let resourceMask: UInt32

    /// `machine` is the name of this machine. `resourceMask` has the bits of a window's number that its client chooses; the others are the
    /// client's. `atomName` is the name of an atom that the window manager knows.
    package init(machine: String, resourceMask: UInt32, atomName: @escaping (UInt32) -> String?) {
        (self.machine, self.resourceMask, self.atomName) = (machine, resourceMask, atomName)
    }

    /// Takes the next event and returns what to do, in this order.
    package mutating func take(_ event: XWindowEvent) -> [XWindowAction] {
        switch event {
        case .created(let id, let frame, let placesItself):
            let actions = hide(id)
            if windows[id] != nil || windows.count < Self.mostWindows {
                windows[id] = Window(frame: frame, placesItself: placesItself)
            }
            return actions
        case .destroyed(let id):
            let actions = hide(id)
            windows[id] = nil
            return actions
        case .wantsMapping(let id): return wantsMapping(id)
        case .mapped(let id, let placesItself): return mapped(id, placesItself)
        case .unmapped(let id): return unmapped(id)
        case .surfaceNamed(let id, let name): return named(id, name)
        case .property(let id, let property, let value): return changed(id, property, value)
        case .wasRead(let id): return wasRead(id)
        case .iconChanged(let id): return managed.contains(id) ? [.readIcon(id)] : []
        case .icon(let id, let icon):
            guard managed.contains(id) else { return [] }
            windows[id]?.properties.icon = icon
            return describe(id)
        case .wantsFrame(let id, let wish): return wantsFrame(id, wish)
        case .moved(let id, let frame, let placesItself): return moved(id, frame, placesItself)
        case .wantsState(let id, let change, let states): return wantsState(id, change, states)
        case .focused(let id): return focused(id)
        case .wants(let id, let wish): return windows[id]?.isShown == true ? [.tell(id, wish)] : []
        case .wantsClosing(let id): return close(id)
        case .answered(let id, let serial): return [.answer(id, serial: serial)]
        case .configure(let id, let configuration): return configure(id, configuration)
        case .place(let id, let x, let y): return place(id, x: x, y: y)
        case .restack(let order): return restack(order)
        case .close(let id): return close(id)
        case .ping(let id, let serial):
            let answers = windows[id]?.properties.protocols.contains(.ping) == true
            return [answers ? .ping(id, serial: serial) : .answer(id, serial: serial)]
        }
    }

    // MARK: Mapping

    private mutating func wantsMapping(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id], !window.isMapped else { return [] }
        windows[id]?.asksForMapping = true
        return window.reading == .done ? map(id) : read(id)
    }

    private mutating func read(_ id: XWindowID) -> [XWindowAction] {
        guard windows[id]?.reading == .unread else { return [] }
        windows[id]?.reading = .asked
        return [.read(id)]
    }

    private mutating func wasRead(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        windows[id]?.reading = .done
        let actions = window.asksForMapping ? map(id) : []
        for (state, change) in window.early { windows[id]?.change([state], by: change) }
        windows[id]?.early = [:]
        return actions + show(id)
    }

    private mutating func map(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        let states = window.properties.states
        windows[id]?.asksForMapping = false
        windows[id]?.isUrgent = window.properties.hints.isUrgent || states.contains(.demandsAttention)
        let isFullscreen = states.contains(.fullscreen)
        windows[id]?.wish = XWindowState(
            isFullscreen: isFullscreen,
            isMaximized: states.isSuperset(of: XNetState.maximized),
            fullscreenX: isFullscreen ? window.frame.x : 0)
        return [.setWindowState(id, .normal), .map(id)]
    }

    private mutating func mapped(_ id: XWindowID, _ placesItself: Bool) -> [XWindowAction] {
        guard windows[id]?.isShown == false else { return [] }
        windows[id]?.isMapped = true
        windows[id]?.placesItself = placesItself
        return read(id) + show(id)
    }

    private mutating func named(_ id: XWindowID, _ name: XSurfaceName) -> [XWindowAction] {
        guard let window = windows[id], window.surface != name else { return [] }
        let hiding = hide(id)
        windows[id]?.surface = name
        return hiding + show(id)
    }

    /// Shows the window if nothing that this needs is missing.
    private mutating func show(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id], window.isMapped, window.reading == .done, !window.isShown,
            let surface = window.surface, managed.count + unmanaged.count < Self.mostShown
        else { return [] }
        windows[id]?.isShown = true
        if window.placesItself {
            unmanaged.append(id)
            return [.showUnmanaged(id, surface, window.frame, window.properties.unmanagedKind)]
        }
        managed.append(id)
        stacking.append(id)
        return [.show(id, surface, description(of: id, window)), list, .readIcon(id)]
    }

    private mutating func unmapped(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        let actions = hide(id)
        windows[id]?.isMapped = false
        windows[id]?.surface = nil
        guard window.isMapped, !window.placesItself else { return actions }
        // The states end with the mapping. Those of the next mapping are what the client then has in its property.
        if window.reading == .done { windows[id]?.reading = .unread }
        return actions + [.setWindowState(id, .withdrawn), .setNetStates(id, [])]
    }

    private mutating func hide(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id], window.isShown else { return [] }
        windows[id]?.isShown = false
        windows[id]?.configuration = XWindowConfiguration()
        windows[id]?.ownSize = nil
        windows[id]?.properties.icon = nil
        let isListed = managed.contains(id)
        managed.removeAll { $0 == id }
        stacking.removeAll { $0 == id }
        unmanaged.removeAll { $0 == id }
        var actions: [XWindowAction] = [.hide(id)]
        if active == id {
            active = nil
            actions.append(.focus(nil))
        }
        if isListed { actions.append(list) }
        return actions
    }

    // MARK: What clients say and ask for

    private mutating func changed(
        _ id: XWindowID, _ property: XProperty, _ value: XPropertyValue
    ) -> [XWindowAction] {
        guard let last = windows[id]?.properties.hints else { return [] }
        windows[id]?.properties.take(value, of: property, names: atomName)
        guard property == .hints, let window = windows[id], window.reading == .done else { return describe(id) }
        let isUrgent = window.properties.hints.isUrgent
        // A client that sets its hints again asks again.
        guard isUrgent || last.isUrgent else { return describe(id) }
        windows[id]?.isUrgent = isUrgent
        return describe(id) + tellAttention(id)
    }

    private func tellAttention(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id], window.isShown, !window.placesItself else { return [] }
        return [.tell(id, .attention(window.isUrgent))]
    }

    private func describe(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id], window.isShown, !window.placesItself else { return [] }
        return [.describe(id, description(of: id, window))]
    }

    private func description(of id: XWindowID, _ window: Window) -> XWindowDescription {
        var description = XWindowDescription()
        let properties = window.properties
        description.title = properties.title
        description.icon = properties.icon
        description.appID = properties.className.flatMap { AppID($0) }
        let owner = properties.transientFor
        description.parent = owner.flatMap { $0 != id && managed.contains($0) ? $0 : nil }
        description.keepsSize = properties.keepsSize || owner != nil
        (description.minimum, description.maximum) = (properties.sizes.minimum, properties.sizes.maximum)
        description.state = window.wish
        description.isUrgent = window.isUrgent
        description.token = properties.startupID
        if properties.machine == machine { description.processID = properties.processID }
        return description
    }

    /// Grants the frame that a client asks for, unless the desktop has chosen it. ICCCM 4.1.5 wants an answer in any case.
    ///
    /// If the desktop has chosen the size of a window that does not fill the screen, it is asked to leave the size to the client again.
    private mutating func wantsFrame(_ id: XWindowID, _ wish: XFrameWish) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        var frame = window.frame
        windows[id]?.askedX = wish.x ?? window.askedX
        if !window.isShown || window.placesItself {
            (frame.x, frame.y) = (wish.x ?? frame.x, wish.y ?? frame.y)
        }
        let size = window.properties.sizes.clamp(
            Size(width: wish.width ?? frame.width, height: wish.height ?? frame.height))
        if !window.isShown || window.placesItself || window.configuration.size.isEmpty {
            (frame.width, frame.height) = (size.width, size.height)
        } else if !window.configuration.state.fills, size != frame.size, size != window.refusedSize {
            windows[id]?.ownSize = size
            return [.notify(id, frame), .tell(id, .ownSize)]
        }
        if frame == window.frame { return [.notify(id, frame)] }
        windows[id]?.frame = frame
        return [.setFrame(id, frame)]
    }

    private mutating func moved(_ id: XWindowID, _ frame: Rect<ContentSpace>, _ placesItself: Bool) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        // Of a window that the desktop manages, the last frame asked for is what counts: this one may be an earlier one.
        if window.isShown, !window.placesItself { return [] }
        windows[id]?.frame = frame
        windows[id]?.placesItself = window.isShown ? window.placesItself : placesItself
        return window.isShown && frame != window.frame ? [.moveUnmanaged(id, frame)] : []
    }

    private mutating func wantsState(
        _ id: XWindowID, _ change: XStateChange, _ states: Set<XNetState>
    ) -> [XWindowAction] {
        guard let window = windows[id], !window.placesItself else { return [] }
        switch window.reading {
        case .unread: return []
        case .asked:
            for state in states { windows[id]?.early[state] = change }
            return []
        case .done: windows[id]?.change(states, by: change)
        }
        guard let next = windows[id], window.isShown else { return [] }
        var actions: [XWindowAction] = []
        if next.properties != window.properties {
            actions += describe(id) + [.setNetStates(id, Self.states(window.configuration, next.properties))]
        }
        if states.contains(.demandsAttention) { actions += tellAttention(id) }
        // Also when it is the client's last wish: the desktop may have decided otherwise since.
        if states.contains(.fullscreen) {
            actions.append(.tell(id, .fullscreen(next.wish.isFullscreen, x: next.wish.fullscreenX)))
        }
        if !states.isDisjoint(with: XNetState.maximized) {
            actions.append(.tell(id, .maximized(next.wish.isMaximized)))
        }
        if states.contains(.hidden), change == .add { actions.append(.tell(id, .minimize)) }
        return actions
    }

    private func close(_ id: XWindowID) -> [XWindowAction] {
        guard let window = windows[id] else { return [] }
        return [window.properties.protocols.contains(.deleteWindow) ? .askToClose(id) : .kill(id)]
    }

    // MARK: What the desktop decides

    private mutating func configure(_ id: XWindowID, _ next: XWindowConfiguration) -> [XWindowAction] {
        guard let window = windows[id], window.isShown, !window.placesItself else { return [] }
        let last = window.configuration
        windows[id]?.configuration = next
        windows[id]?.isUrgent = next.isUrgent
        var actions: [XWindowAction] = []
        let states = Self.states(next, window.properties)
        if states != Self.states(last, window.properties) { actions.append(.setNetStates(id, states)) }
        if next.isMinimized != last.isMinimized {
            actions.append(.setWindowState(id, next.isMinimized ? .iconic : .normal))
        }
        actions += resize(id, window, to: next.size)
        if next.isActivated, active != id {
            active = id
            actions += focus(id, window.properties)
        } else if !next.isActivated, active == id {
            active = nil
            actions.append(.focus(nil))
        }
        return actions
    }

    /// Gives the window the desktop's size, or its own size back.
    private mutating func resize(_ id: XWindowID, _ window: Window, to size: Size<ContentSpace>) -> [XWindowAction] {
        var wanted = size
        if size.isEmpty {
            guard let own = window.ownSize else { return [] }
            windows[id]?.ownSize = nil
            wanted = own
        } else if window.ownSize == nil {
            windows[id]?.ownSize = window.frame.size
        }
        var frame = window.frame
        (frame.width, frame.height) = (min(wanted.width, XSizeHints.longest), min(wanted.height, XSizeHints.longest))
        guard frame != window.frame else { return [] }
        windows[id]?.frame = frame
        return [.setFrame(id, frame)]
    }

    /// The four focus models of ICCCM 4.1.7: no input, passive, locally active and globally active.
    private func focus(_ id: XWindowID, _ properties: XProperties) -> [XWindowAction] {
        switch (properties.hints.takesInput, properties.protocols.contains(.takeFocus)) {
        case (false, false): [.focus(nil), .setActive(id)]
        case (true, false): [.focus(id), .setActive(id)]
        case (true, true): [.focus(id), .offerFocus(id), .setActive(id)]
        case (false, true): [.offerFocus(id), .setActive(id)]
        }
    }

    /// A client has given the keyboard to one of its windows. It may do so among its own windows; otherwise the window in use, or
    /// none, gets the keyboard back.
    private func focused(_ id: XWindowID) -> [XWindowAction] {
        guard id != active, windows[id] != nil else { return [] }
        guard let active, let window = windows[active] else { return [.focus(nil)] }
        guard (id.number ^ active.number) & ~resourceMask != 0 else { return [] }
        return focus(active, window.properties)
    }

    private static func states(_ configuration: XWindowConfiguration, _ properties: XProperties) -> Set<XNetState> {
        var states: Set<XNetState> = []
        if configuration.state.isFullscreen { states.insert(.fullscreen) }
        if configuration.state.isMaximized { states.formUnion(XNetState.maximized) }
        if configuration.isMinimized { states.insert(.hidden) }
        if configuration.isActivated { states.insert(.focused) }
        if configuration.isUrgent { states.insert(.demandsAttention) }
        if properties.states.contains(.modal) { states.insert(.modal) }
        return states
    }

    private mutating func place(_ id: XWindowID, x: Int, y: Int) -> [XWindowAction] {
        guard let window = windows[id], window.isShown, !window.placesItself else { return [] }
        windows[id]?.askedX = nil
        var frame = window.frame
        (frame.x, frame.y) = (Self.coordinate(x), Self.coordinate(y))
        guard frame != window.frame else { return [] }
        windows[id]?.frame = frame
        return [.setFrame(id, frame)]
    }

    /// A coordinate that X can express.
    private static func coordinate(_ value: Int) -> Int { min(max(value, -32768), 32767) }

    private mutating func restack(_ order: [XWindowID]) -> [XWindowAction] {
        let known = order.filter(managed.contains)
        let next = managed.filter { !known.contains($0) } + known
        guard let first = zip(stacking, next).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return [] }
        stacking = next
        // Windows that place themselves, such as menus, stay above all others.
        return [.raise(stacking[first...] + unmanaged), list]
    }

    private var list: XWindowAction { .list(managed, stacking: stacking) }
}

/// An event of the X server, or a decision of the desktop.
package enum XWindowEvent: Sendable {
    case created(XWindowID, Rect<ContentSpace>, placesItself: Bool)
    case destroyed(XWindowID)
    case wantsMapping(XWindowID)
    case mapped(XWindowID, placesItself: Bool)
    case unmapped(XWindowID)
    case surfaceNamed(XWindowID, XSurfaceName)
    case property(XWindowID, XProperty, XPropertyValue)
    /// The answer to `XWindowAction.read` is complete.
    case wasRead(XWindowID)
    case iconChanged(XWindowID)
    /// The answer to `XWindowAction.readIcon`.
    case icon(XWindowID, WindowIcon?)
    case wantsFrame(XWindowID, XFrameWish)
    case moved(XWindowID, Rect<ContentSpace>, placesItself: Bool)
    case wantsState(XWindowID, XStateChange, Set<XNetState>)
    /// The window, or one inside it, has got the keyboard after all that the window manager has done so far.
    case focused(XWindowID)
    case wants(XWindowID, XWindowWish)
    case wantsClosing(XWindowID)
    case answered(XWindowID, serial: UInt32)

    case configure(XWindowID, XWindowConfiguration)
    case place(XWindowID, x: Int, y: Int)
    case restack([XWindowID])
    case close(XWindowID)
    case ping(XWindowID, serial: UInt32)
}

/// What the window manager does next, on the X server or the desktop.
package enum XWindowAction: Equatable, Sendable {
    /// Reads all properties of the window, and its later changes.
    case read(XWindowID)
    case readIcon(XWindowID)
    case map(XWindowID)
    case setFrame(XWindowID, Rect<ContentSpace>)
    /// Tells the client its unchanged frame.
    case notify(XWindowID, Rect<ContentSpace>)
    case setWindowState(XWindowID, XMappingState)
    case setNetStates(XWindowID, Set<XNetState>)
    case setActive(XWindowID)
    /// Gives the keyboard to the window, or to none.
    case focus(XWindowID?)
    /// Lets the client give the keyboard to one of its windows.
    case offerFocus(XWindowID)
    case askToClose(XWindowID)
    case kill(XWindowID)
    case ping(XWindowID, serial: UInt32)
    /// Raises the windows one after the other.
    case raise([XWindowID])
    /// Publishes the windows in the order of mapping, and back to front.
    case list([XWindowID], stacking: [XWindowID])

    case show(XWindowID, XSurfaceName, XWindowDescription)
    case showUnmanaged(XWindowID, XSurfaceName, Rect<ContentSpace>, XUnmanagedKind)
    case moveUnmanaged(XWindowID, Rect<ContentSpace>)
    case describe(XWindowID, XWindowDescription)
    case tell(XWindowID, XWindowWish)
    case hide(XWindowID)
    case answer(XWindowID, serial: UInt32)
}

/// The frame that a client asks for; nil for what it leaves as it is.
package struct XFrameWish: Equatable, Sendable {
    package var x: Int?
    package var y: Int?
    package var width: Int?
    package var height: Int?

    package init(x: Int? = nil, y: Int? = nil, width: Int? = nil, height: Int? = nil) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// A change of `_NET_WM_STATE`, with the protocol's numbers.
package enum XStateChange: UInt32, Hashable, Sendable {
    case remove = 0
    case add = 1
    case toggle = 2

    func applied(to isSet: Bool) -> Bool {
        switch self {
        case .remove: false
        case .add: true
        case .toggle: !isSet
        }
    }
}

/// A state of `WM_STATE` (ICCCM 4.1.3.1), with the protocol's numbers.
package enum XMappingState: UInt32, Hashable, Sendable {
    case withdrawn = 0
    case normal = 1
    case iconic = 3
}
