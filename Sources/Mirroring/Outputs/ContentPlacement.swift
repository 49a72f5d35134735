package import Geometry

/// Where the root content is.
package enum ContentPlacement: Hashable, Sendable {
    /// On no output, because none is enabled; the content keeps its last layout.
    case parked
    /// On the one enabled output, which shows the content itself: the panel, or an external that serves alone.
    case onPanel(EnabledOutput)
    /// On the external, with the controller on the panel.
    case onExternal(EnabledOutput, controlledFrom: EnabledOutput)
    /// In memory as on this external, which disconnected a moment ago, with the controller on the panel.
    case held(EnabledOutput, controlledFrom: EnabledOutput)

    /// The output that the content is laid out for.
    package var contentOutput: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(let output, _), .held(let output, _): output
        }
    }

    /// The output that serves as the panel.
    package var panel: EnabledOutput? {
        switch self {
        case .parked: nil
        case .onPanel(let output), .onExternal(_, let output), .held(_, let output): output
        }
    }
}

/// The picture on an output below the overlays.
package enum ScreenBase: String, Hashable, Sendable, Codable, CaseIterable {
    /// The content itself.
    case content
    /// The snapshot of the content's output.
    case controller
    /// The panel application.
    case application
    /// The output's own application.
    case own
    /// A still of the content from the moment when the output was frozen.
    case still
    /// Nothing, because the output disconnected a moment ago and may return.
    case away
}

/// An enabled output that shows an application of its own.
package struct OwnOutput: Hashable, Sendable {
    package let output: EnabledOutput
    /// The application's index among those that the rules for displays name.
    package let application: Int

    package init(output: EnabledOutput, application: Int) {
        self.output = output
        self.application = application
    }
}

/// An enabled output: its display, mode and transform.
package struct EnabledOutput: Hashable, Sendable {
    package let description: OutputDescription
    package let mode: Mode
    /// The transform from the upright picture to the framebuffer.
    package let transform: Transform

    package var id: OutputID { description.id }

    /// The picture's size as viewed, after the transform.
    package var size: Size<OutputSpace> { transform.inverse.apply(to: mode.size) }
}
