package import Geometry
package import Mirroring

/// One line that a client sends over the control socket.
package enum ControlRequest: Hashable, Sendable {
    case status
    case outputs
    /// Subscribe to events, one a line.
    case events
    /// Write the last presented frame of a screen as a PNG to the regular file attached to the request.
    case screenshot(ScreenName)
    /// Reload the configuration.
    case reloadConfiguration
    /// Report the configuration in force.
    case showConfiguration
    /// Use the external, or keep the content on the panel.
    case mirror(Bool)
    /// Use this display as the external, or with nil the one chosen by the configuration.
    case useExternal(OutputID?)
    /// Bring the content or the panel application to the panel.
    case showOnPanel(PanelForeground.Choice)
    /// List the windows.
    case windows
    /// Switch to the next window of the application that has the keyboard.
    case nextWindow
    /// Bring the window with an application id to the front.
    case activateWindow(appID: String)
    /// Make screens black, or with nil show their content again.
    case blank(BlankExtent?)
    case pip(PiPRequest)
    case hud(HUDRequest)
    case plug(VirtualPlug)
    case unplug(OutputID)
    /// From now on the virtual display refuses modes of this size, or so many times for want of memory.
    case refuse(OutputID, width: Int, height: Int, tries: Int? = nil)
    case touch(VirtualTouch)
    case pointer(VirtualPointer)
    case gesture(VirtualGesture)
    case pen(VirtualPen)
    case key(VirtualKey)
    /// Subscribe to the panel's input, one `RecordedInput` a line.
    case recordInput
    /// Handle events as if devices had just sent them.
    case injectInput([RecordedInput])
}

/// A display to plug into the virtual backend.
package struct VirtualPlug: Hashable, Sendable {
    package var output: OutputID
    /// Physical pixels, each at most `maximumLength`.
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int

    package static let maximumLength = 16384
    package static let defaultRefreshMilliHertz = 60_000

    package init(
        output: OutputID, width: Int, height: Int, refreshMilliHertz: Int = VirtualPlug.defaultRefreshMilliHertz
    ) {
        self.output = output
        self.width = width
        self.height = height
        self.refreshMilliHertz = refreshMilliHertz
    }
}

/// A finger on the virtual panel; positions are panel pixels as its user sees them.
package enum VirtualTouch: Hashable, Sendable {
    case down(slot: Int32, Point<PanelSpace>)
    case move(slot: Int32, Point<PanelSpace>)
    case up(slot: Int32)
    /// The touch is cancelled.
    case cancel(slot: Int32)
}

/// The virtual panel's mouse.
package enum VirtualPointer: Hashable, Sendable {
    /// To a point of the panel, in panel pixels as its user sees them.
    case move(Point<PanelSpace>)
    /// By a distance in pixels.
    case motion(dx: Double, dy: Double)
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    /// The wheel turns by whole clicks, positive right and down.
    case scroll(clicksX: Int, clicksY: Int)
    /// Two fingers scroll by pixels, positive right and down; a zero movement lifts them.
    case fingerScroll(dx: Double, dy: Double)
}

/// Fingers on the virtual touchpad.
package enum VirtualGesture: Hashable, Sendable {
    case begin(PointerGesture.Kind, fingers: Int)
    case update(GestureMovement)
    case end(isCancelled: Bool)
}

/// A tool on the virtual panel; positions are panel pixels as its user sees them.
package enum VirtualPen: Hashable, Sendable {
    case near(TabletTool.Kind, Point<PanelSpace>, ToolAxes)
    case move(Point<PanelSpace>, ToolAxes)
    case down(Point<PanelSpace>, ToolAxes)
    case up
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case away
}

/// A key of the virtual keyboard by its Linux event code.
package struct VirtualKey: Hashable, Sendable {
    package var code: UInt32
    package var pressed: Bool

    package init(code: UInt32, pressed: Bool) {
        self.code = code
        self.pressed = pressed
    }
}
