/// The picture on an output below the overlays.
package enum ScreenBase: String, Hashable, Sendable, Codable, CaseIterable {
    /// The content itself.
    case content
    /// The snapshot of the content's output.
    case controller
    /// The panel application.
    case application
    /// A picture of the content as it was when the output was frozen.
    case still
    /// None: the output dropped out a moment ago and may come back.
    case away
}
