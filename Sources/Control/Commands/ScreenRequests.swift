package import Mirroring

extension ControlCommands {
    static let screens: [any ControlCommand.Type] = [
        ScreenshotRequest.self, MirrorRequest.self, UseExternalRequest.self, CopyExternalRequest.self,
        ControlExternalRequest.self, SwitchControlRequest.self, SpareExternalRequest.self, ArrangeExternalsRequest.self,
        ShowOnPanelRequest.self,
        BlankRequest.self, BlankOutputRequest.self, FreezeRequest.self, FreezeOutputRequest.self,
        BrightnessRequest.self, OverscanRequest.self,
    ]
}

/// Write the last presented frame of a screen to the regular file attached to the request.
package struct ScreenshotRequest: ControlCommand {
    package static let name = "screenshot"

    package var screen: NamedScreen
    /// Nil for PNG.
    package var format: PictureFormat?

    package init(_ screen: NamedScreen, as format: PictureFormat? = nil) {
        self.screen = screen
        self.format = format
    }
}

/// Use the external, or keep the content on the panel.
package struct MirrorRequest: ControlCommand {
    package static let name = "mirror"

    package var enabled: Bool

    package init(enabled: Bool) {
        self.enabled = enabled
    }
}

/// Use a display as the external.
package struct UseExternalRequest: ControlCommand {
    package static let name = "externals.use"
    /// The name that leaves the choice to the configuration; no connector has this name.
    package static let automatic = OutputID("auto")

    /// Nil for the display chosen by the configuration.
    package var output: OutputID?

    private enum CodingKeys: String, CodingKey {
        case output = "name"
    }

    package init(_ output: OutputID?) {
        self.output = output
    }

    package init(from decoder: any Decoder) throws {
        let named = try RequestFields<CodingKeys>(decoder).output(.output)
        output = named == Self.automatic ? nil : named
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output ?? Self.automatic, forKey: .output)
    }
}

/// Show a copy of the external's picture on a display.
package struct CopyExternalRequest: OutputCommand {
    package static let name = "externals.copy"

    package var output: OutputID

    package init(_ output: OutputID) {
        self.output = output
    }
}

/// Show the controller on a display beside the panel.
package struct ControlExternalRequest: OutputCommand {
    package static let name = "externals.controller"

    package var output: OutputID

    package init(_ output: OutputID) {
        self.output = output
    }
}

/// Have the panel control what a display shows.
package struct SwitchControlRequest: OutputCommand {
    package static let name = "externals.control"

    package var output: OutputID

    package init(_ output: OutputID) {
        self.output = output
    }
}

/// Leave a display beside the panel unused.
package struct SpareExternalRequest: OutputCommand {
    package static let name = "externals.spare"

    package var output: OutputID

    package init(_ output: OutputID) {
        self.output = output
    }
}

/// Choose what the displays beside the external show.
package struct ArrangeExternalsRequest: ControlCommand {
    package static let name = "externals.arrange"

    package var arrangement: ExternalArrangement

    package init(_ arrangement: ExternalArrangement) {
        self.arrangement = arrangement
    }
}

/// Bring the content or the panel application to the panel.
package struct ShowOnPanelRequest: ControlCommand {
    package static let name = "panel.show"

    package var foreground: PanelForeground.Choice

    package init(_ foreground: PanelForeground.Choice) {
        self.foreground = foreground
    }
}

/// Make screens black, or show their content again.
package struct BlankRequest: ControlCommand {
    package static let name = "blank"

    /// What to blank; nil, which is null on the wire, shows the content again.
    @Nullable package var extent: BlankExtent?

    package init(_ extent: BlankExtent?) {
        self.extent = extent
    }
}

/// Make one display beside the panel black, or show the content on it again.
package struct BlankOutputRequest: OutputSwitchCommand {
    package static let name = "blank.output"

    package var enabled: Bool
    package var output: OutputID

    package init(_ output: OutputID, enabled: Bool) {
        (self.output, self.enabled) = (output, enabled)
    }
}

/// Keep the last picture on the external and its copies, or show the content again.
package struct FreezeRequest: ControlCommand {
    package static let name = "freeze"

    package var enabled: Bool

    package init(enabled: Bool) {
        self.enabled = enabled
    }
}

/// Keep the last picture on one display beside the panel, or show the content on it again.
package struct FreezeOutputRequest: OutputSwitchCommand {
    package static let name = "freeze.output"

    package var enabled: Bool
    package var output: OutputID

    package init(_ output: OutputID, enabled: Bool) {
        (self.output, self.enabled) = (output, enabled)
    }
}

/// Read the brightness of the panel's backlight, or set it.
package struct BrightnessRequest: ControlCommand {
    package static let name = "brightness"

    package struct Reply: ControlReply {
        package var percent: Int

        package init(percent: Int) {
            self.percent = percent
        }
    }

    /// The brightness to set; nil only reads it.
    package var brightness: Brightness?

    private enum CodingKeys: String, CodingKey {
        case brightness = "percent"
    }

    package init(_ brightness: Brightness? = nil) {
        self.brightness = brightness
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        guard fields.contains(.brightness) else { return }
        brightness = Brightness(percent: try fields.integer(.brightness, in: Brightness.percents))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(brightness?.percent, forKey: .brightness)
    }
}

/// Leave free the edges that the external cuts off, and remember the setting for the display.
package struct OverscanRequest: ControlCommand {
    package static let name = "overscan"

    /// The share of the width and of the height at each edge.
    package var percent: Int

    private enum CodingKeys: String, CodingKey {
        case percent
    }

    package init(percent: Int) {
        self.percent = percent
    }

    package init(from decoder: any Decoder) throws {
        percent = try RequestFields<CodingKeys>(decoder).integer(.percent, in: DisplaySettings.overscanPercents)
    }
}

extension ControlCommands {
    static let keyboard: [any ControlCommand.Type] = [ShowKeyboardRequest.self]
}

/// Choose when on-screen keyboards are shown.
package struct ShowKeyboardRequest: ControlCommand {
    package static let name = "keyboard.show"
    package static let worksWhileLocked = true

    package var show: KeyboardShow

    package init(_ show: KeyboardShow) {
        self.show = show
    }
}
