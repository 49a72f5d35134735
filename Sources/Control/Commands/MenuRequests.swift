extension ControlCommands {
    static let menu: [any ControlCommand.Type] = [
        ShowMenuRequest.self, HideMenuRequest.self, ResetHintsRequest.self,
    ]
}

/// Open the panel menu.
package struct ShowMenuRequest: ControlCommand {
    package static let name = "menu.show"

    package init() {}
}

/// Close the panel menu.
package struct HideMenuRequest: ControlCommand {
    package static let name = "menu.hide"

    package init() {}
}

/// Show the hints for first use again.
package struct ResetHintsRequest: ControlCommand {
    package static let name = "hints.reset"

    package init() {}
}
