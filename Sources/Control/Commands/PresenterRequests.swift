package import Mirroring

extension ControlCommands {
    static let presenter: [any ControlCommand.Type] = [
        PresentRequest.self, UndoStrokeRequest.self, ClearStrokesRequest.self, TimerRequest.self,
        NextPageRequest.self, PreviousPageRequest.self,
    ]
}

/// Take up a presenter's tool, or put it away.
package struct PresentRequest: ControlCommand {
    package static let name = "present"

    /// The tool to take up; nil for none.
    package var tool: PresenterTool?
    /// The pen's style from now on; nil keeps the present one.
    package var style: PenStyle?

    private enum CodingKeys: String, CodingKey {
        case tool, color, width
    }

    package init(_ tool: PresenterTool?, style: PenStyle? = nil) {
        self.tool = tool
        self.style = style
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let fields = try RequestFields<CodingKeys>(decoder)
        tool = try container.decodeIfPresent(PresenterTool.self, forKey: .tool)
        guard fields.contains(.color) || fields.contains(.width) else { return }
        var style = PenStyle()
        if fields.contains(.color) {
            guard let color = Color(hex: try container.decode(String.self, forKey: .color)) else {
                throw ControlRequestError("color must be like #ff8000")
            }
            style.color = color
        }
        if fields.contains(.width) { style.width = try fields.number(.width) }
        guard style.width.map(PenStyle.widths.contains) ?? true else {
            throw ControlRequestError("width must be 1 to 200")
        }
        self.style = style
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tool, forKey: .tool)
        guard let style else { return }
        try container.encode(style.color.hex, forKey: .color)
        try container.encodeIfPresent(style.width, forKey: .width)
    }
}

/// Remove the newest stroke of the presenter's pen.
package struct UndoStrokeRequest: ControlCommand {
    package static let name = "present.undo"

    package init() {}
}

/// Remove all strokes of the presenter's pen.
package struct ClearStrokesRequest: ControlCommand {
    package static let name = "present.clear"

    package init() {}
}

/// Start, stop or remove the presenter's timer.
package struct TimerRequest: ControlCommand {
    package static let name = "present.timer"

    package enum Action: String, Hashable, Sendable, Codable {
        case start, stop, reset
    }

    package var action: Action
    /// The time that a start counts down from; nil to resume after a stop, or to count up.
    package var minutes: Double?

    private enum CodingKeys: String, CodingKey {
        case action, minutes
    }

    package init(_ action: Action, minutes: Double? = nil) {
        self.action = action
        self.minutes = minutes
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        action = try decoder.container(keyedBy: CodingKeys.self).decode(Action.self, forKey: .action)
        guard fields.contains(.minutes) else { return }
        let number = try fields.number(.minutes)
        guard PresentationTimer.minutes.contains(number) else {
            throw ControlRequestError("minutes must be 1/60 to 1440")
        }
        minutes = number
    }
}

/// Press the key for the content's next page.
package struct NextPageRequest: ControlCommand {
    package static let name = "present.next"

    package init() {}
}

/// Press the key for the content's previous page.
package struct PreviousPageRequest: ControlCommand {
    package static let name = "present.previous"

    package init() {}
}
