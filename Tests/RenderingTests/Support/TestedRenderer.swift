import GLESRendering
import Logging
import Mirroring
import Rendering

/// The renderers, all of which draw the same pictures.
enum TestedRenderer: CaseIterable {
    case pixman
    /// OpenGL ES, drawn by the processor where there is no graphics hardware.
    case gles

    func make() throws -> any RendererPort {
        switch self {
        case .pixman: PixmanRenderer()
        case .gles:
            try GLESRenderer(.processor, fallback: PixmanRenderer(threads: 1), logger: Logger(label: "kagami.test"))
        }
    }

    /// How far a channel may be off the processor's, of 255.
    var tolerance: Int { self == .pixman ? 0 : 2 }
}
