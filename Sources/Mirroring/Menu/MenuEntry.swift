/// What an entry of the panel menu does.
package enum MenuItem: Hashable, Sendable {
    /// Goes on to the controller's next mode.
    case mode
    /// Shows all of the content on the controller, or the last zoom again.
    case zoom
    case pictureInPicture
    /// Has a picture in picture start by itself, or not.
    case pipAutomatic
    /// Goes on to the presenter's next tool, and after the last to none.
    case presenter
    /// Starts the presenter's timer, stops it, and takes it away.
    case timer
    /// Presses the keys that turn the content's pages.
    case previousPage, nextPage
    /// Shows the on-screen keyboard, or hides it.
    case screenKeyboard
    /// Brings the panel application to the panel, or the content back.
    case panelApplication
    case mirroring
    /// Goes on to the next display as the external.
    case external
    /// Goes on to the next step of the panel's brightness.
    case brightness
    /// Has the external keep its picture, or show the content again.
    case freeze
    case blankExternal
    case blankAll
    case screenshot
    /// Lists the windows.
    case windows
    /// Brings a window to the front of its application.
    case window(HostedApplication, Int)
    /// Has a tap on a window close it, or bring it to the front again.
    case closeWindows
    /// Asks a window of its application to close.
    case closeWindow(HostedApplication, Int)
    /// Lists the programs that can be started.
    case applications
    /// Starts the program with this index.
    case launch(Int)
    /// Shows the content on this display.
    case display(OutputID)
    /// Leads back to the menu's own entries.
    case back
    /// Runs the command of the configuration with this index.
    case command(Int)
    /// Shows the other entries where they do not all fit.
    case more
    case close

    /// Whether the menu stays open when the entry is chosen, for another choice of the same.
    package var keepsMenu: Bool {
        switch self {
        case .mode, .presenter, .timer, .previousPage, .nextPage, .brightness, .more, .closeWindows, .closeWindow: true
        default: false
        }
    }

    /// The page that the entry leads to; nil for any other.
    package var page: MenuPage? {
        switch self {
        case .windows: .windows
        case .applications: .applications
        case .back: .main
        default: nil
        }
    }

    /// The name in the control contract.
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
        case .back: "back"
        case .command(let index): "command-\(index + 1)"
        case .more: "more"
        case .close: "close"
        }
    }
}

/// What the panel menu lists.
package enum MenuPage: Hashable, Sendable {
    /// Its own entries.
    case main
    case windows
    case applications
    /// The displays, to choose from because another one was plugged in.
    case externalQuestion
}

/// An entry of the panel menu with its present state.
package struct MenuEntry: Hashable, Sendable {
    /// What the entry says about the present.
    package enum Value: Hashable, Sendable {
        /// It has no state.
        case none
        case isOn(Bool)
        case mode(ControllerMode)
        /// The controller's zoom; 1 fits all of the content.
        case zoom(Double)
        /// The presenter's tool; nil for none.
        case tool(PresenterTool?)
        /// The presenter's timer; nil for none.
        case timer(TimerStatus?)
        /// The application that the panel shows.
        case foreground(HostedApplication)
        /// The display that is the external.
        case output(OutputID)
        case brightness(Brightness)
        /// Words that need no translation.
        case text(String, isOn: Bool)
        /// It cannot be chosen now.
        case unavailable
    }

    package let item: MenuItem
    package var value: Value
    /// The entry's own name; nil for the item's.
    package var title: String?
    /// The absolute path of a PNG file to show in place of the item's sign; nil for the sign.
    package var icon: String?

    package init(_ item: MenuItem, _ value: Value = .none, title: String? = nil, icon: String? = nil) {
        self.item = item
        self.value = value
        self.title = title
        self.icon = icon
    }

    package var canBeChosen: Bool { value != .unavailable }

    /// Whether it is switched on, and highlighted as such.
    package var isOn: Bool {
        switch value {
        case .isOn(let isOn): isOn
        case .foreground(let application): application == .application
        case .zoom(let factor): factor > 1
        case .tool(let tool): tool != nil
        case .timer(let timer): timer?.isRunning ?? false
        case .text(_, let isOn): isOn
        case .none, .mode, .output, .brightness, .unavailable: false
        }
    }
}
