package import Mirroring

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
