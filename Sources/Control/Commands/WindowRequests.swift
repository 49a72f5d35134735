package import Mirroring

extension ControlCommands {
    static let windows: [any ControlCommand.Type] = [
        WindowsRequest.self, NextWindowRequest.self, ActivateWindowRequest.self, CloseWindowRequest.self,
        LaunchRequest.self, RestartRequest.self,
    ]
}

/// The applications' windows, most recently used first.
package struct WindowsRequest: ControlCommand {
    package static let name = "windows"

    package struct Reply: ControlReply {
        package var windows: [WindowStatus]

        package init(_ windows: [WindowStatus]) {
            self.windows = windows
        }
    }

    package init() {}
}

/// Switch to the next window of the application that has the keyboard.
package struct NextWindowRequest: ControlCommand {
    package static let name = "windows.next"

    package init() {}
}

/// Bring the window with an application id to the front.
package struct ActivateWindowRequest: ControlCommand {
    package static let name = "windows.activate"

    package var appID: AppID

    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
    }

    package init(appID: AppID) {
        self.appID = appID
    }

    package init(from decoder: any Decoder) throws {
        appID = try RequestFields<CodingKeys>(decoder).appID(.appID)
    }
}

/// Ask the window with an application id to close.
package struct CloseWindowRequest: ControlCommand {
    package static let name = "windows.close"

    package var appID: AppID

    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
    }

    package init(appID: AppID) {
        self.appID = appID
    }

    package init(from decoder: any Decoder) throws {
        appID = try RequestFields<CodingKeys>(decoder).appID(.appID)
    }
}
