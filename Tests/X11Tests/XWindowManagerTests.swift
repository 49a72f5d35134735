import Geometry
import Mirroring
import TestSupport
import Testing

@testable import X11

/// The window manager's decisions, by table and at random.
@Suite struct XWindowManagerTests {
    private static let names: [UInt32: String] = [
        1: "WM_DELETE_WINDOW", 2: "WM_TAKE_FOCUS", 3: "_NET_WM_PING", 4: "_NET_WM_STATE_FULLSCREEN",
        5: "_NET_WM_WINDOW_TYPE_DIALOG", 6: "_NET_WM_WINDOW_TYPE_POPUP_MENU", 7: "_NET_WM_WINDOW_TYPE_TOOLTIP",
        8: "_NET_WM_STATE_MODAL", 9: "_NET_WM_WINDOW_TYPE_DND", 10: "_NET_WM_STATE_DEMANDS_ATTENTION",
    ]
    private static let frame = Rect<ContentSpace>(x: 7, y: 8, width: 300, height: 200)
    private static let window = XWindowID(1)

    private func manager() -> XWindowManager {
        XWindowManager(machine: "here", resourceMask: 0xffff) { Self.names[$0] }
    }

    /// A window that is shown, after these properties were read.
    private func showing(
        _ properties: [(XProperty, [UInt32])] = [], _ window: XWindowID = window, in known: XWindowManager? = nil
    ) -> XWindowManager {
        var manager = known ?? manager()
        _ = manager.take(.created(window, Self.frame, placesItself: false))
        _ = manager.take(.wantsMapping(window))
        for (property, value) in properties {
            _ = manager.take(.property(window, property, XPropertyValue(words: value)))
        }
        _ = manager.take(.wasRead(window))
        _ = manager.take(.mapped(window, placesItself: false))
        _ = manager.take(.surfaceNamed(window, .object(window.number)))
        return manager
    }

    private func configuration(
        _ width: Int = 0, _ height: Int = 0, isActivated: Bool = false, isFullscreen: Bool = false,
        isUrgent: Bool = false
    ) -> XWindowConfiguration {
        var configuration = XWindowConfiguration()
        configuration.size = Size(width: width, height: height)
        configuration.isActivated = isActivated
        configuration.state.isFullscreen = isFullscreen
        configuration.isUrgent = isUrgent
        return configuration
    }

    // MARK: Mapping

    @Test func aWindowIsReadThenMappedThenShown() {
        var manager = manager()
        let window = Self.window
        #expect(manager.take(.created(window, Self.frame, placesItself: false)) == [])
        #expect(manager.take(.wantsMapping(window)) == [.read(window)])
        #expect(manager.take(.wantsMapping(window)) == [])
        #expect(manager.take(.property(window, .name, XPropertyValue(format: 8, bytes: Array("a".utf8)))) == [])
        #expect(manager.take(.wasRead(window)) == [.setWindowState(window, .normal), .map(window)])
        #expect(manager.take(.mapped(window, placesItself: false)) == [])
        var description = XWindowDescription()
        description.title = "a"
        #expect(
            manager.take(.surfaceNamed(window, .serial(9))) == [
                .show(window, .serial(9), description), .list([window], stacking: [window]), .readIcon(window),
            ])
    }

    @Test func theSurfaceMayBeNamedFirst() {
        var manager = manager()
        let window = Self.window
        _ = manager.take(.created(window, Self.frame, placesItself: true))
        #expect(manager.take(.surfaceNamed(window, .object(3))) == [])
        #expect(manager.take(.mapped(window, placesItself: true)) == [.read(window)])
        #expect(
            manager.take(.wasRead(window)) == [
                .showUnmanaged(window, .object(3), Self.frame, .keyboardTaker)
            ])
    }

    @Test func anUnmappedWindowIsHiddenAndStartsOver() {
        var manager = showing()
        let window = Self.window
        #expect(
            manager.take(.unmapped(window)) == [
                .hide(window), .list([], stacking: []), .setWindowState(window, .withdrawn),
                .setNetStates(window, []),
            ])
        #expect(manager.take(.wantsMapping(window)) == [.read(window)])
        #expect(manager.take(.wasRead(window)) == [.setWindowState(window, .normal), .map(window)])
        #expect(manager.take(.mapped(window, placesItself: false)) == [])
        #expect(
            manager.take(.surfaceNamed(window, .object(1))).first == .show(window, .object(1), XWindowDescription()))
        #expect(manager.take(.destroyed(window)).first == .hide(window))
        #expect(manager.take(.destroyed(window)) == [])
    }

    @Test func noMoreWindowsAreShownThanTheLimit() {
        var manager = manager()
        for number in 1...UInt32(XWindowManager.mostShown) { manager = showing(XWindowID(number), in: manager) }
        let next = XWindowID(100_000)
        manager = showing(next, in: manager)
        #expect(manager.take(.restack([next])) == [])
        _ = manager.take(.destroyed(XWindowID(1)))
        #expect(manager.take(.surfaceNamed(next, .object(2))).contains(.show(next, .object(2), XWindowDescription())))
    }

    private func showing(_ window: XWindowID, in known: XWindowManager) -> XWindowManager {
        showing([], window, in: known)
    }

    // MARK: Frames

    @Test func beforeItIsShownAWindowGetsTheFrameThatItAsksFor() {
        var manager = manager()
        let window = Self.window
        _ = manager.take(.created(window, Self.frame, placesItself: false))
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(x: 1, width: 50))) == [
                .setFrame(window, Rect(x: 1, y: 8, width: 50, height: 200))
            ])
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(height: 200))) == [
                .notify(window, Rect(x: 1, y: 8, width: 50, height: 200))
            ])
    }

    @Test func theDesktopsSizeStays() {
        var manager = showing()
        let window = Self.window
        let large = Rect<ContentSpace>(x: 7, y: 8, width: 800, height: 600)
        var filling = configuration(800, 600)
        filling.state.isMaximized = true
        #expect(manager.take(.configure(window, filling)).contains(.setFrame(window, large)))
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(x: 0, y: 0, width: 5, height: 5))) == [.notify(window, large)])
        // The client's own size comes back when the desktop leaves it the choice.
        #expect(manager.take(.configure(window, configuration())).contains(.setFrame(window, Self.frame)))
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(x: 0, width: 5))) == [
                .setFrame(window, Rect(x: 7, y: 8, width: 5, height: 200))
            ])
    }

    @Test func aDialogsClientMayChooseAnotherSizeThanTheUser() {
        var manager = showing()
        let window = Self.window
        let chosen = Rect<ContentSpace>(x: 7, y: 8, width: 400, height: 250)
        #expect(manager.take(.configure(window, configuration(400, 250))) == [.setFrame(window, chosen)])
        // A move alone is no wish for a size.
        #expect(manager.take(.wantsFrame(window, XFrameWish(x: 0, width: 400))) == [.notify(window, chosen)])
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(width: 500))) == [
                .notify(window, chosen), .tell(window, .ownSize),
            ])
        #expect(
            manager.take(.configure(window, configuration())) == [
                .setFrame(window, Rect(x: 7, y: 8, width: 500, height: 250))
            ])
    }

    @Test func aClientThatGoesOnAskingForMoreThanThereIsRoomForIsNotHeard() {
        var manager = showing()
        let window = Self.window
        let smaller = Rect<ContentSpace>(x: 7, y: 8, width: 250, height: 200)
        #expect(manager.take(.configure(window, configuration(250, 200))) == [.setFrame(window, smaller)])
        #expect(manager.take(.wantsFrame(window, XFrameWish(width: 300))) == [.notify(window, smaller)])
        let wish = XFrameWish(width: 200)
        #expect(manager.take(.wantsFrame(window, wish)) == [.notify(window, smaller), .tell(window, .ownSize)])
    }

    @Test func sizesKeepToTheLimits() {
        var manager = showing([(.normalHints, [1 << 4 | 1 << 5, 0, 0, 0, 0, 100, 100, 400, 400])])
        let window = Self.window
        #expect(
            manager.take(.wantsFrame(window, XFrameWish(width: 5, height: 9000))) == [
                .setFrame(window, Rect(x: 7, y: 8, width: 100, height: 400))
            ])
    }

    @Test func placesAreThoseThatXCanExpress() {
        var manager = showing()
        #expect(
            manager.take(.place(Self.window, x: .max, y: .min)) == [
                .setFrame(Self.window, Rect(x: 32767, y: -32768, width: 300, height: 200))
            ])
    }

    // MARK: Focus

    @Test(arguments: [
        (false, false, [XWindowAction.focus(nil), .setActive(window)]),
        (true, false, [.focus(window), .setActive(window)]),
        (true, true, [.focus(window), .offerFocus(window), .setActive(window)]),
        (false, true, [.offerFocus(window), .setActive(window)]),
    ])
    func eachFocusModelGetsTheKeyboard(takesInput: Bool, offersFocus: Bool, actions: [XWindowAction]) {
        var manager = showing([(.hints, [1, takesInput ? 1 : 0]), (.protocols, offersFocus ? [1, 2] : [1])])
        let window = Self.window
        let taken = manager.take(.configure(window, configuration(isActivated: true)))
        #expect(taken == [.setNetStates(window, [.focused])] + actions)
        #expect(manager.take(.configure(window, configuration(isActivated: true))) == [])
        #expect(
            manager.take(.configure(window, configuration())) == [.setNetStates(window, []), .focus(nil)])
    }

    /// Keys would go to another window than the one that the user sees in use.
    @Test func onlyTheClientOfTheWindowInUseMovesTheKeyboard() {
        let (own, strange) = (XWindowID(2), XWindowID(0x1_0001))
        var manager = showing(strange, in: showing(own, in: showing()))
        let window = Self.window
        #expect(manager.take(.focused(strange)) == [.focus(nil)])
        _ = manager.take(.configure(window, configuration(isActivated: true)))
        #expect(manager.take(.focused(window)) == [])
        #expect(manager.take(.focused(own)) == [])
        #expect(manager.take(.focused(strange)) == [.focus(window), .setActive(window)])
        #expect(manager.take(.focused(XWindowID(99))) == [])
    }

    // MARK: States

    @Test(
        arguments: [
            (XStateChange.add, false, true), (.remove, false, false), (.toggle, false, true), (.add, true, true),
            (.remove, true, false), (.toggle, true, false),
        ] as [(XStateChange, Bool, Bool)])
    func clientsAskForFullScreen(change: XStateChange, isSet: Bool, wish: Bool) {
        var manager = showing(isSet ? [(.state, [4])] : [])
        let window = Self.window
        _ = manager.take(.configure(window, configuration(800, 600, isFullscreen: isSet)))
        #expect(
            manager.take(.wantsState(window, change, [.fullscreen]))
                == [.tell(window, .fullscreen(wish, x: wish ? 7 : 0))])
    }

    /// A tool, for example, has ended or begun full screen since.
    @Test(arguments: [true, false])
    func aWishThatTheDesktopHasOverruledIsToldAgain(isFullscreen: Bool) {
        var manager = showing(isFullscreen ? [(.state, [4])] : [])
        let window = Self.window
        _ = manager.take(.configure(window, configuration(800, 600, isFullscreen: !isFullscreen)))
        #expect(
            manager.take(.wantsState(window, isFullscreen ? .add : .remove, [.fullscreen]))
                == [.tell(window, .fullscreen(isFullscreen, x: isFullscreen ? 7 : 0))])
    }

    @Test func aStateSetBeforeMappingCounts() {
        var manager = manager()
        let window = Self.window
        _ = manager.take(.created(window, Self.frame, placesItself: false))
        _ = manager.take(.wantsMapping(window))
        _ = manager.take(.property(window, .state, XPropertyValue(words: [4])))
        _ = manager.take(.wasRead(window))
        _ = manager.take(.mapped(window, placesItself: false))
        var description = XWindowDescription()
        description.state = XWindowState(isFullscreen: true, fullscreenX: 7)
        #expect(manager.take(.surfaceNamed(window, .object(1))).first == .show(window, .object(1), description))
    }

    /// Toolkits move a window to another screen, which the desktop does not grant, and then ask for full screen there.
    @Test func fullScreenIsWhereTheClientWantedTheWindow() {
        var manager = showing()
        let window = Self.window
        #expect(manager.take(.wantsFrame(window, XFrameWish(x: 1920))) == [.notify(window, Self.frame)])
        #expect(
            manager.take(.wantsState(window, .add, [.fullscreen])) == [
                .tell(window, .fullscreen(true, x: 1920))
            ])
        // The desktop has the last word.
        _ = manager.take(.configure(window, configuration(800, 600, isFullscreen: true)))
        _ = manager.take(.place(window, x: 5, y: 0))
        _ = manager.take(.wantsState(window, .remove, [.fullscreen]))
        _ = manager.take(.configure(window, configuration()))
        #expect(
            manager.take(.wantsState(window, .add, [.fullscreen])) == [
                .tell(window, .fullscreen(true, x: 5))
            ])
    }

    /// What the client sets between two mappings counts for the second, as does what it no longer sets.
    @Test(arguments: [(before: [4], after: []), (before: [], after: [4])] as [(before: [UInt32], after: [UInt32])])
    func eachMappingHasItsOwnStates(before: [UInt32], after: [UInt32]) {
        var manager = showing([(.state, before)])
        _ = manager.take(.unmapped(Self.window))
        _ = manager.take(.wantsMapping(Self.window))
        _ = manager.take(.property(Self.window, .state, XPropertyValue(words: after)))
        _ = manager.take(.wasRead(Self.window))
        _ = manager.take(.mapped(Self.window, placesItself: false))
        var description = XWindowDescription()
        if after == [4] { description.state = XWindowState(isFullscreen: true, fullscreenX: Self.frame.x) }
        #expect(
            manager.take(.surfaceNamed(Self.window, .object(1))).first == .show(Self.window, .object(1), description))
    }

    /// A client that maps its window and at once asks for full screen does not wait for the window manager.
    @Test(arguments: [0, 1, 2]) func aStateAskedForWhileTheWindowIsMappedCounts(after steps: Int) {
        var manager = manager()
        let window = Self.window
        var events: [XWindowEvent] = [
            .created(window, Self.frame, placesItself: false), .wantsMapping(window),
            .property(window, .state, XPropertyValue(words: [])), .wasRead(window),
            .mapped(window, placesItself: false),
        ]
        events.insert(.wantsState(window, .add, [.fullscreen]), at: [2, 4, 5][steps])
        for event in events { _ = manager.take(event) }
        var description = XWindowDescription()
        description.state = XWindowState(isFullscreen: true, fullscreenX: Self.frame.x)
        #expect(manager.take(.surfaceNamed(window, .object(1))).first == .show(window, .object(1), description))
    }

    @Test func aShownWindowBecomesModalAndNoLonger() {
        var manager = showing()
        let window = Self.window
        var description = XWindowDescription()
        description.keepsSize = true
        #expect(
            manager.take(.wantsState(window, .add, [.modal])) == [
                .describe(window, description), .setNetStates(window, [.modal]),
            ])
        #expect(manager.take(.wantsState(window, .add, [.modal])) == [])
        #expect(
            manager.take(.wantsState(window, .toggle, [.modal])) == [
                .describe(window, XWindowDescription()), .setNetStates(window, []),
            ])
    }

    private static let urgency = XPropertyValue(words: [1 << 8, 0])

    /// The description of a window that asks for attention.
    private var urgent: XWindowDescription {
        var description = XWindowDescription()
        description.isUrgent = true
        return description
    }

    @Test(arguments: [(XProperty.hints, [1 << 8, 0]), (.state, [10])] as [(XProperty, [UInt32])])
    func aWindowMayAskForAttentionWhenItIsMapped(property: XProperty, value: [UInt32]) {
        var manager = manager()
        let window = Self.window
        _ = manager.take(.created(window, Self.frame, placesItself: false))
        _ = manager.take(.wantsMapping(window))
        _ = manager.take(.property(window, property, XPropertyValue(words: value)))
        _ = manager.take(.wasRead(window))
        _ = manager.take(.mapped(window, placesItself: false))
        #expect(manager.take(.surfaceNamed(window, .object(1))).first == .show(window, .object(1), urgent))
    }

    @Test func urgencyHintsAskForAttentionEachTimeTheyAreSet() {
        var manager = showing()
        let window = Self.window
        let asks = [XWindowAction.describe(window, urgent), .tell(window, .attention(true))]
        #expect(manager.take(.property(window, .hints, Self.urgency)) == asks)
        #expect(
            manager.take(.configure(window, configuration(isUrgent: true)))
                == [.setNetStates(window, [.demandsAttention])])
        #expect(
            manager.take(.configure(window, configuration(isActivated: true)))
                == [.setNetStates(window, [.focused]), .focus(window), .setActive(window)])
        // Other properties ask for nothing, although the hint is still set.
        #expect(
            manager.take(.property(window, .name, XPropertyValue())) == [.describe(window, XWindowDescription())])
        _ = manager.take(.configure(window, configuration()))
        #expect(manager.take(.property(window, .hints, Self.urgency)) == asks)
        let calm = XPropertyValue(words: [0, 0])
        let takenBack = [XWindowAction.describe(window, XWindowDescription()), .tell(window, .attention(false))]
        #expect(manager.take(.property(window, .hints, calm)) == takenBack)
        #expect(manager.take(.property(window, .hints, calm)) == [.describe(window, XWindowDescription())])
    }

    @Test(
        arguments: [
            (XStateChange.add, false, true), (.remove, false, false), (.toggle, false, true), (.add, true, true),
            (.remove, true, false), (.toggle, true, false),
        ] as [(XStateChange, Bool, Bool)])
    func clientsAskForAttention(change: XStateChange, isSet: Bool, wish: Bool) {
        var manager = showing()
        let window = Self.window
        _ = manager.take(.configure(window, configuration(isUrgent: isSet)))
        #expect(
            manager.take(.wantsState(window, change, [.demandsAttention])).last == .tell(window, .attention(wish)))
        let next = manager.take(.configure(window, configuration(isUrgent: wish)))
        #expect(next == (wish == isSet ? [] : [.setNetStates(window, wish ? [.demandsAttention] : [])]))
    }

    /// The desktop does not mark the window in use. The client's next word is then about a window that is not marked.
    @Test func aRefusedRequestForAttentionIsForgotten() {
        var manager = showing()
        let window = Self.window
        _ = manager.take(.configure(window, configuration(isActivated: true)))
        _ = manager.take(.wantsState(window, .add, [.demandsAttention]))
        _ = manager.take(.configure(window, configuration()))
        #expect(
            manager.take(.wantsState(window, .toggle, [.demandsAttention])).last == .tell(window, .attention(true)))
    }

    @Test func unmappingEndsTheRequestForAttention() {
        var manager = showing([(.hints, [1 << 8, 0])])
        for event in [
            .unmapped(Self.window), .wantsMapping(Self.window),
            .property(Self.window, .hints, XPropertyValue(words: [0, 0])), .wasRead(Self.window),
            .mapped(Self.window, placesItself: false),
        ] as [XWindowEvent] { _ = manager.take(event) }
        #expect(
            manager.take(.surfaceNamed(Self.window, .object(1))).first
                == .show(Self.window, .object(1), XWindowDescription()))
    }

    @Test func windowsThatPlaceThemselvesAskForNothing() {
        var manager = manager()
        _ = manager.take(.created(Self.window, Self.frame, placesItself: true))
        _ = manager.take(.mapped(Self.window, placesItself: true))
        _ = manager.take(.surfaceNamed(Self.window, .object(3)))
        _ = manager.take(.wasRead(Self.window))
        #expect(manager.take(.property(Self.window, .hints, Self.urgency)) == [])
        #expect(manager.take(.wantsState(Self.window, .add, [.demandsAttention])) == [])
    }

    @Test func theIconIsThatOfAShownWindow() throws {
        let window = Self.window
        let icon = try #require(WindowIcon(size: Size(width: 1, height: 1), pixels: [7]))
        var description = XWindowDescription()
        description.icon = icon
        var manager = showing()
        #expect(manager.take(.icon(window, icon)) == [.describe(window, description)])
        #expect(manager.take(.iconChanged(window)) == [.readIcon(window)])
        #expect(manager.take(.icon(window, nil)) == [.describe(window, XWindowDescription())])
        _ = manager.take(.icon(window, icon))
        // It is read again when the window is shown again.
        _ = manager.take(.unmapped(window))
        #expect(manager.take(.icon(window, icon)) == [] && manager.take(.iconChanged(window)) == [])
        for event in [.wantsMapping(window), .wasRead(window), .mapped(window, placesItself: false)] as [XWindowEvent] {
            _ = manager.take(event)
        }
        #expect(
            manager.take(.surfaceNamed(window, .object(1)))
                == [
                    .show(window, .object(1), XWindowDescription()), .list([window], stacking: [window]),
                    .readIcon(window),
                ]
        )
    }

    @Test func closingAsksOrKills() {
        let window = Self.window
        var asking = showing([(.protocols, [1])])
        #expect(asking.take(.close(window)) == [.askToClose(window)])
        var silent = showing()
        #expect(silent.take(.close(window)) == [.kill(window)])
        #expect(silent.take(.ping(window, serial: 3)) == [.answer(window, serial: 3)])
        var pinging = showing([(.protocols, [3])])
        #expect(pinging.take(.ping(window, serial: 3)) == [.ping(window, serial: 3)])
    }

    @Test func aDialogBelongsToAShownWindow() {
        var manager = showing()
        let dialog = XWindowID(2)
        _ = manager.take(.created(dialog, Self.frame, placesItself: false))
        _ = manager.take(.wantsMapping(dialog))
        _ = manager.take(.property(dialog, .transientFor, XPropertyValue(words: [1])))
        _ = manager.take(.wasRead(dialog))
        _ = manager.take(.mapped(dialog, placesItself: false))
        var description = XWindowDescription()
        (description.parent, description.keepsSize) = (Self.window, true)
        #expect(manager.take(.surfaceNamed(dialog, .object(2))).first == .show(dialog, .object(2), description))
        // A window that is its own parent has none.
        description.parent = nil
        #expect(
            manager.take(.property(dialog, .transientFor, XPropertyValue(words: [2]))) == [
                .describe(dialog, description)
            ])
    }

    @Test(
        arguments: [
            ([], .keyboardTaker), ([(.windowType, [5])], .keyboardTaker), ([(.windowType, [6])], .menu),
            ([(.windowType, [7])], .menu), ([(.hints, [1, 0])], .menu), ([(.hints, [1, 1])], .keyboardTaker),
            ([(.windowType, [99, 6])], .menu), ([(.windowType, [9])], .dragIcon),
        ] as [([(XProperty, [UInt32])], XUnmanagedKind)])
    func typeAndHintSayWhatUnmanagedWindowsAreFor(properties: [(XProperty, [UInt32])], kind: XUnmanagedKind) {
        var manager = manager()
        let window = Self.window
        _ = manager.take(.created(window, Self.frame, placesItself: true))
        _ = manager.take(.mapped(window, placesItself: true))
        _ = manager.take(.surfaceNamed(window, .object(3)))
        for (property, value) in properties {
            _ = manager.take(.property(window, property, XPropertyValue(words: value)))
        }
        #expect(
            manager.take(.wasRead(window)) == [
                .showUnmanaged(window, .object(3), Self.frame, kind)
            ])
    }

    @Test func dragsAreThoseOfShownWindows() {
        var manager = showing()
        for drag in XWindowDrag.allCases {
            #expect(manager.take(.wants(Self.window, .drag(drag))) == [.tell(Self.window, .drag(drag))])
            #expect(manager.take(.wants(XWindowID(2), .drag(drag))) == [])
        }
    }

    @Test func aStartupIDIsTheToken() {
        var manager = showing()
        var description = XWindowDescription()
        description.token = "abc"
        let value = XPropertyValue(format: 8, bytes: Array("abc".utf8))
        #expect(
            manager.take(.property(Self.window, .startupID, value)) == [.describe(Self.window, description)])
    }

    /// A program on another machine names a process of that one.
    @Test(
        arguments: [("here", 77, 77), ("there", 77, nil), ("here", 0, nil), ("here", .max, nil), (nil, 77, nil)]
            as [(String?, UInt32, Int?)])
    func processesAreThoseOfThisMachine(machine: String?, number: UInt32, known: Int?) {
        var manager = showing()
        let name = XPropertyValue(format: 8, bytes: Array((machine ?? "").utf8))
        _ = manager.take(.property(Self.window, .machine, name))
        var description = XWindowDescription()
        description.processID = known
        #expect(
            manager.take(.property(Self.window, .processID, XPropertyValue(words: [number])))
                == [.describe(Self.window, description)])
    }

    @Test func onlyWindowsWhosePlaceChangedAreRaised() {
        var manager = manager()
        let windows = (1...4).map { XWindowID(UInt32($0)) }
        for window in windows { manager = showing(window, in: manager) }
        #expect(manager.take(.restack(windows)) == [])
        let order = [windows[0], windows[2], windows[3], windows[1]]
        #expect(
            manager.take(.restack(order)) == [.raise(Array(order.dropFirst())), .list(windows, stacking: order)])
        #expect(manager.take(.restack(order + [XWindowID(99)])) == [])
    }

    // MARK: At random

    /// Whatever clients do and the desktop decides: no window is shown twice or hidden unshown, configured before it is shown, or
    /// focused after it has gone.
    @Test(arguments: 1...20) func anyEventsAreTaken(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var manager = manager()
        var shown: Set<XWindowID> = []
        for _ in 0..<4000 {
            for action in manager.take(event(&generator)) {
                switch action {
                case .show(let window, _, let description):
                    #expect(shown.insert(window).inserted)
                    #expect(description.parent.map(shown.contains) ?? true)
                case .showUnmanaged(let window, _, _, _): #expect(shown.insert(window).inserted)
                case .hide(let window): #expect(shown.remove(window) != nil)
                case .setNetStates(let window, let states): #expect(states.isEmpty || shown.contains(window))
                case .focus(.some(let window)), .offerFocus(let window), .setActive(let window),
                    .describe(let window, _), .tell(let window, _),
                    .moveUnmanaged(let window, _):
                    #expect(shown.contains(window))
                case .setFrame(_, let frame):
                    #expect((1...32767).contains(frame.width) && (1...32767).contains(frame.height))
                case .list(let windows, let stacking): #expect(Set(windows) == Set(stacking))
                default: break
                }
            }
        }
    }

    private func event(_ generator: inout SplitMix64) -> XWindowEvent {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        let (window, flag) = (XWindowID(UInt32(number(1...6))), Bool.random(using: &generator))
        let frame = Rect<ContentSpace>(x: number(-99...99), y: 0, width: number(1...900), height: number(1...900))
        switch number(0...20) {
        case 0: return .created(window, frame, placesItself: number(0...3) == 0)
        case 1: return .destroyed(window)
        case 2, 3: return .wantsMapping(window)
        case 4, 5: return .mapped(window, placesItself: number(0...3) == 0)
        case 6: return .unmapped(window)
        case 7, 8: return .surfaceNamed(window, .object(UInt32(number(1...9))))
        case 9:
            let property = XProperty.allCases.randomElement(using: &generator) ?? .name
            return .property(
                window, property, XPropertyValue(words: (0..<number(0...12)).map { _ in UInt32(number(0...8)) }))
        case 10: return .wasRead(window)
        case 11: return .wantsFrame(window, XFrameWish(x: flag ? 3 : nil, width: number(-9...99999)))
        case 12: return .moved(window, frame, placesItself: flag)
        case 13: return .wantsState(window, flag ? .toggle : .add, [.fullscreen, .hidden, .demandsAttention])
        case 14:
            return .configure(
                window,
                configuration(number(0...99999), number(0...99999), isActivated: flag, isUrgent: number(0...2) == 0))
        case 15: return .place(window, x: number(-99999...99999), y: 1)
        case 16: return .restack((1...9).shuffled(using: &generator).prefix(number(0...6)).map { XWindowID($0) })
        case 17: return .wants(window, .drag(XWindowDrag.allCases.randomElement(using: &generator) ?? .move))
        case 18: return .focused(window)
        case 19:
            return flag ? .iconChanged(window) : .icon(window, WindowIcon(size: Size(width: 1, height: 1), pixels: [7]))
        default: return flag ? .wants(window, .activate) : .close(window)
        }
    }
}
