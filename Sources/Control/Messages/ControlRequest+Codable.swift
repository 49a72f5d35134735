import Geometry
package import Mirroring

/// An object with the request's name as `command`; unknown keys are ignored, for compatibility with newer clients.
extension ControlRequest: Codable {
    /// The value of `command`.
    enum Command: String, CaseIterable {
        case status, outputs, events, screenshot, mirror, blank, pip, hud
        case useExternal = "externals.use"
        case reloadConfiguration = "config.reload"
        case showConfiguration = "config.show"
        case showOnPanel = "panel.show"
        case windows
        case nextWindow = "windows.next"
        case activateWindow = "windows.activate"
        case plug = "virtual.plug"
        case unplug = "virtual.unplug"
        case refuse = "virtual.refuse"
        case touch = "virtual.touch"
        case pointer = "virtual.pointer"
        case gesture = "virtual.gesture"
        case pen = "virtual.pen"
        case key = "virtual.key"
        case recordInput = "input.record"
        case injectInput = "input.inject"
    }

    /// The value of `action` in requests for virtual devices.
    enum Action: String {
        case down, move, up, cancel, motion, button, scroll, begin, update, end, near, away
        case fingerScroll = "finger-scroll"
    }

    package init(from decoder: any Decoder) throws {
        let fields = RequestFields(container: try decoder.container(keyedBy: RequestKey.self))
        let name: String = try fields.value(.command)
        guard let command = Command(rawValue: name) else { throw fields.unknown(.command, name) }
        switch command {
        case .status: self = .status
        case .outputs: self = .outputs
        case .events: self = .events
        case .screenshot: self = .screenshot(try fields.value(.screen))
        case .reloadConfiguration: self = .reloadConfiguration
        case .showConfiguration: self = .showConfiguration
        case .mirror: self = .mirror(try fields.value(.enabled))
        case .useExternal:
            let output = try fields.output()
            self = .useExternal(output == Self.automaticExternal ? nil : output)
        case .showOnPanel: self = .showOnPanel(try fields.value(.foreground))
        case .windows: self = .windows
        case .nextWindow: self = .nextWindow
        case .activateWindow: self = .activateWindow(appID: try fields.value(.appID))
        case .blank: self = .blank(try fields.container.decodeIfPresent(BlankExtent.self, forKey: .extent))
        case .pip: self = .pip(try PiPRequest(fields))
        case .hud: self = .hud(try HUDRequest(fields))
        case .plug: self = .plug(try VirtualPlug(fields))
        case .unplug: self = .unplug(try fields.output())
        case .refuse:
            let plug = try VirtualPlug(fields)
            let tries: Int? =
                fields.container.contains(.tries) ? try fields.integer(.tries, in: Self.refusalTries) : nil
            self = .refuse(plug.output, width: plug.width, height: plug.height, tries: tries)
        case .touch: self = .touch(try VirtualTouch(fields))
        case .pointer: self = .pointer(try VirtualPointer(fields))
        case .gesture: self = .gesture(try VirtualGesture(fields))
        case .pen: self = .pen(try VirtualPen(fields))
        case .key: self = .key(try VirtualKey(fields))
        case .recordInput: self = .recordInput
        case .injectInput: self = .injectInput(try fields.value(.events))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RequestKey.self)
        try container.encode(command.rawValue, forKey: .command)
        switch self {
        case .status, .outputs, .events, .recordInput, .windows, .nextWindow, .reloadConfiguration, .showConfiguration:
            break
        case .activateWindow(let appID): try container.encode(appID, forKey: .appID)
        case .screenshot(let screen): try container.encode(screen, forKey: .screen)
        case .mirror(let enabled): try container.encode(enabled, forKey: .enabled)
        case .useExternal(let output): try container.encode(output ?? Self.automaticExternal, forKey: .name)
        case .showOnPanel(let choice): try container.encode(choice, forKey: .foreground)
        case .blank(let extent): try container.encode(extent, forKey: .extent)
        case .pip(let request): try request.encode(to: &container)
        case .hud(let request): try request.encode(to: &container)
        case .plug(let display): try display.encode(to: &container)
        case .unplug(let output): try container.encode(output, forKey: .name)
        case .refuse(let output, let width, let height, let tries):
            try VirtualPlug(output: output, width: width, height: height).encode(to: &container)
            try container.encodeIfPresent(tries, forKey: .tries)
        case .touch(let touch): try touch.encode(to: &container)
        case .pointer(let pointer): try pointer.encode(to: &container)
        case .gesture(let gesture): try gesture.encode(to: &container)
        case .pen(let pen): try pen.encode(to: &container)
        case .key(let key):
            try container.encode(key.code, forKey: .code)
            try container.encode(key.pressed, forKey: .pressed)
        case .injectInput(let events): try container.encode(events, forKey: .events)
        }
    }

    /// The name that leaves the choice of the external to the configuration; no connector has this name.
    package static let automaticExternal = OutputID("auto")

    /// How many times a virtual display may be told to lack memory.
    package static let refusalTries = 1...1000

    private var command: Command {
        switch self {
        case .status: .status
        case .outputs: .outputs
        case .events: .events
        case .screenshot: .screenshot
        case .reloadConfiguration: .reloadConfiguration
        case .showConfiguration: .showConfiguration
        case .mirror: .mirror
        case .useExternal: .useExternal
        case .showOnPanel: .showOnPanel
        case .windows: .windows
        case .nextWindow: .nextWindow
        case .activateWindow: .activateWindow
        case .blank: .blank
        case .pip: .pip
        case .hud: .hud
        case .plug: .plug
        case .unplug: .unplug
        case .refuse: .refuse
        case .touch: .touch
        case .pointer: .pointer
        case .gesture: .gesture
        case .pen: .pen
        case .key: .key
        case .recordInput: .recordInput
        case .injectInput: .injectInput
        }
    }
}
