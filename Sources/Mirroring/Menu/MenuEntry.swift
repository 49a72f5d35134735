/// The action of an entry of the panel menu.
package enum MenuItem: Hashable, Sendable {
    /// Switches to the controller's next mode.
    case mode
    /// Shows the whole content on the controller, or the last zoom again.
    case zoom
    case pictureInPicture
    /// Turns the automatic start of picture in picture on or off.
    case pipAutomatic
    /// Selects the presenter's next tool, or no tool after the last one.
    case presenter
    /// Starts, stops and then removes the presenter's timer.
    case timer
    /// Presses the keys that turn the content's pages.
    case previousPage, nextPage
    /// Shows or hides the on-screen keyboard.
    case screenKeyboard
    /// Brings the panel application to the panel, or the content back.
    case panelApplication
    case mirroring
    /// Makes the next display the external.
    case external
    /// Has the controller control the next display's application.
    case control
    /// Goes on to the next use of the displays beside the external.
    case arrangement
    /// Makes what a television shows large enough to be read from across a room, or as large as by default.
    case largerText
    /// Sets the next step of the panel's brightness.
    case brightness
    /// Freezes the external's picture, or shows the content again.
    case freeze
    case blankExternal
    case blankAll
    case screenshot
    /// Lists the windows.
    case windows
    /// Brings a window to the front of its application.
    case window(ForegroundChoice, Int)
    /// Makes a tap on a window close the window, or bring it to the front again.
    case closeWindows
    /// Asks a window of its application to close.
    case closeWindow(ForegroundChoice, Int)
    /// Lists the programs that can be started.
    case applications
    /// Starts the program with this index.
    case launch(Int)
    /// Shows the content on this display.
    case display(OutputID)
    /// Answers a program's question.
    case allow, refuse
    /// Returns to the menu's own entries.
    case back
    /// Runs the command of the configuration with this index.
    case command(Int)
    /// Shows the other entries where not all entries fit.
    case more
    case close

    /// Whether the menu stays open after the entry is chosen, so that the entry can be chosen again.
    package var keepsMenu: Bool {
        switch self {
        case .mode, .presenter, .timer, .previousPage, .nextPage, .brightness, .arrangement, .control, .more,
            .closeWindows, .closeWindow:
            true
        default: false
        }
    }

    /// The page that the entry leads to, or nil for other entries.
    package var page: MenuPage? {
        switch self {
        case .windows: .windows
        case .applications: .applications
        case .back: .main
        default: nil
        }
    }

    /// The answer that the entry gives, or nil for other entries.
    package var answer: PanelAnswer? {
        switch self {
        case .allow: .allowed
        case .refuse: .refused
        default: nil
        }
    }

    /// The entry's name in the control contract.
    package var name: String {
        switch self {
        case .mode: "mode"
        case .zoom: "zoom"
        case .pictureInPicture: "pip"
        case .pipAutomatic: "pip-auto"
        case .presenter: "presenter"
        case .timer: "timer"
        case .previousPage: "previous"
        case .nextPage: "next"
        case .screenKeyboard: "keyboard"
        case .panelApplication: "panel-application"
        case .mirroring: "mirror"
        case .external: "external"
        case .control: "control"
        case .arrangement: "arrange"
        case .largerText: "larger-text"
        case .brightness: "brightness"
        case .freeze: "freeze"
        case .blankExternal: "blank-external"
        case .blankAll: "blank"
        case .screenshot: "screenshot"
        case .windows: "windows"
        case .window(.content, let number): "window-\(number)"
        case .window(.application, let number): "panel-window-\(number)"
        case .closeWindows: "close-windows"
        case .closeWindow(.content, let number): "close-window-\(number)"
        case .closeWindow(.application, let number): "close-panel-window-\(number)"
        case .applications: "applications"
        case .launch(let index): "application-\(index + 1)"
        case .display(let id): "display-\(id.name)"
        case .allow: "allow"
        case .refuse: "refuse"
        case .back: "back"
        case .command(let index): "command-\(index + 1)"
        case .more: "more"
        case .close: "close"
        }
    }
}

/// A page of the panel menu.
package enum MenuPage: Hashable, Sendable {
    /// The menu's own entries.
    case main
    case windows
    case applications
    /// The displays, to choose from after another display was plugged in.
    case externalQuestion
    /// The answers to a program's question.
    case question
}

/// An entry of the panel menu with its current state.
package struct MenuEntry: Hashable, Sendable {
    /// The current state that an entry shows.
    package enum Value: Hashable, Sendable {
        /// The entry has no state.
        case none
        case isOn(Bool)
        case mode(ControllerMode)
        /// The controller's zoom; 1 shows the whole content.
        case zoom(Double)
        /// The presenter's tool, or nil for none.
        case tool(PresenterTool?)
        /// The presenter's timer, or nil for none.
        case timer(TimerStatus?)
        /// The application that the panel shows.
        case foreground(ForegroundChoice)
        /// The display that is the external.
        case output(OutputID)
        case arrangement(ExternalArrangement)
        case brightness(Brightness)
        /// Text that needs no translation.
        case text(String, isOn: Bool)
        /// The entry cannot be chosen now.
        case unavailable
    }

    package enum Icon: Hashable, Sendable {
        /// The absolute path of a PNG or SVG file.
        case file(String)
        case window(WindowIcon)
    }

    package let item: MenuItem
    package var value: Value
    /// The entry's own name, or nil for the item's name.
    package var title: String?
    /// What to show instead of the item's sign, or nil for the sign.
    package var icon: Icon?

    package init(_ item: MenuItem, _ value: Value = .none, title: String? = nil, icon: Icon? = nil) {
        self.item = item
        self.value = value
        self.title = title
        self.icon = icon
    }

    package var canBeChosen: Bool { value != .unavailable }

    /// Whether the entry is switched on and therefore highlighted.
    package var isOn: Bool {
        switch value {
        case .isOn(let isOn): isOn
        case .foreground(let application): application == .application
        case .zoom(let factor): factor > 1
        case .tool(let tool): tool != nil
        case .timer(let timer): timer?.isRunning ?? false
        case .text(_, let isOn): isOn
        case .none, .mode, .output, .arrangement, .brightness, .unavailable: false
        }
    }
}
