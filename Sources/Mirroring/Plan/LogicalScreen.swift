package import Geometry

/// The logical output as clients see it.
package struct LogicalScreen: Hashable, Sendable {
    package var name: String
    package var size: Size<ContentSpace>
    package var scale: Scale
    package var refreshMilliHertz: Int
    package var physicalSize: PhysicalSize?
    package var identity: DisplayIdentity
    /// The edges that windows leave free, because something else is drawn there.
    package var reserved: EdgeMargins
    /// The edges that full-screen windows also leave free, within the reserved edges.
    package var reservedFromFullscreen: EdgeMargins
    /// The display of the screen with its mode, or nil before there is one.
    package var display: EnabledOutput?
    /// Whether the display may vary its refresh, for all clients or for some.
    package var variesRefresh = false
    /// The screen in the user's hands, where on-screen keyboards are shown, or nil where this screen is.
    package var handheld: HandheldScreen?

    package init(
        name: String, size: Size<ContentSpace>, scale: Scale = .one, refreshMilliHertz: Int,
        physicalSize: PhysicalSize? = nil, identity: DisplayIdentity = DisplayIdentity(),
        reserved: EdgeMargins = .none
    ) {
        self.name = name
        self.size = size
        self.scale = scale
        self.refreshMilliHertz = refreshMilliHertz
        self.physicalSize = physicalSize
        self.identity = identity
        self.reserved = reserved
        reservedFromFullscreen = reserved
    }

    /// The display of the screen, which has another name than a row of displays.
    package var outputID: OutputID { display?.id ?? OutputID(name) }

    /// The reserved edges in logical pixels, rounded up.
    package var reservedLogical: EdgeMargins { reserved.logical(at: scale) }

    /// The size of a window that fills the unreserved area.
    package var windowSize: Size<ContentSpace> {
        scale.physical(reservedLogical.inset(scale.logical(size).bounds)).size
    }
}

extension LogicalScreen {
    /// Where the handheld screen lies in the application's space.
    package var handheldArea: Rect<LogicalSpace>? {
        handheld.map { Rect(x: 0, y: 2 * scale.logical(size).height, width: $0.size.width, height: $0.size.height) }
    }
}

extension LogicalScreen {
    /// Makes the screen as large as the picture of a row of displays, of the same density.
    ///
    /// The row has a name of its own: each of its displays is an output for tools.
    mutating func spread(over size: Size<ContentSpace>) {
        name = DisplayRow.outputName
        if let physical = physicalSize, self.size.width > 0 {
            let width = Double(physical.width) * Double(size.width) / Double(self.size.width)
            physicalSize = PhysicalSize(width: Int(clamping: width.rounded()), height: physical.height)
        }
        self.size = size
    }
}

extension LogicalScreen {
    /// The physical size that tools see, or nil if it is unknown.
    ///
    /// On-screen keyboards take the size of their keys from the output. Beside a handheld screen, where the keyboards are, the
    /// output therefore has the handheld screen's density.
    package var physicalSizeForTools: PhysicalSize? {
        guard let handheld else { return physicalSize }
        guard let density = handheld.pixelsPerMillimetre, density > 0 else { return nil }
        return PhysicalSize(of: scale.logical(size), pixelsPerMillimetre: density)
    }
}

/// A screen in the user's hands, beside the application's own screen, that shows on-screen keyboards.
///
/// The surfaces of this screen lie in the application's own space, below the application's screen where no window
/// comes. Input reaches these surfaces in the same way as others.
package struct HandheldScreen: Hashable, Sendable {
    package var size: Size<LogicalSpace>
    /// The edges that keyboards leave free, in logical pixels.
    package var reserved = EdgeMargins.none
    /// Logical pixels per millimetre, or nil for a panel of unknown physical size.
    package var pixelsPerMillimetre: Double?
}

/// A display that shows something, as tools see it.
package struct ShownDisplay: Hashable, Sendable {
    package var screen: LogicalScreen
    /// The place of the content's whole picture in the display's pixels, or nil where the display does not show the content.
    ///
    /// A zoomed picture extends past the edges of the display.
    package var content: Rect<OutputSpace>?

    package init(screen: LogicalScreen, content: Rect<OutputSpace>? = nil) {
        self.screen = screen
        self.content = content
    }
}

extension LogicalScreen {
    /// The screen of an output in use, with nothing reserved.
    init(_ screen: PlannedScreen) {
        let output = screen.output
        self.init(
            name: output.id.name, size: output.size.reinterpreted(), scale: screen.scale,
            refreshMilliHertz: output.mode.refreshMilliHertz, physicalSize: output.description.physicalSize,
            identity: output.description.identity)
        display = output
        variesRefresh = screen.timing.variableRefresh != .off && output.description.canVaryRefresh
    }
}
