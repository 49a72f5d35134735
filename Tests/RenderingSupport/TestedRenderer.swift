import Logging
package import Mirroring
import Rendering

/// The renderers, all of which draw the same pictures.
package enum TestedRenderer: CaseIterable, Sendable {
    case pixman
    /// OpenGL ES, drawn by the processor where there is no graphics hardware.
    case gles

    package func make() throws -> any RendererPort {
        switch self {
        case .pixman: PixmanRenderer()
        case .gles:
            try GLESRenderer(.processor, fallback: PixmanRenderer(threads: 1), logger: Logger(label: "kagami.test"))
        }
    }

    /// How far a channel may be off the processor's, of 255.
    package var tolerance: Int { self == .pixman ? 0 : 2 }

    /// How far a channel may be off the exact one, of 255.
    package var rounding: Int { max(1, tolerance) }
}
