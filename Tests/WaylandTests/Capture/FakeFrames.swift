import Geometry
import Mirroring

@testable import Wayland

/// A composed picture that a test paints itself.
final class FakeFrames: FrameReader {
    var contentFrame: MemoryBuffer?
    var contentComposed: (Region<ContentSpace>) -> Void = { _ in }
    var contentParked: () -> Void = {}
    /// What there is to read without a display.
    var parkedContent: MemoryBuffer?

    var hasContentFrame: Bool { contentFrame != nil }

    func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? { contentFrame.map(body) }

    var isParked: Bool { contentFrame == nil && parkedContent != nil }

    func withParkedContent<Result>(
        on screen: LogicalScreen, cursor: Bool, _ body: (any Buffer) -> Result
    ) -> Result? {
        isParked ? parkedContent.map(body) : nil
    }

    /// The last display goes, or one comes.
    func park(_ isParked: Bool) {
        (parkedContent, contentFrame) = isParked ? (contentFrame ?? parkedContent, nil) : (nil, parkedContent)
        if isParked { contentParked() }
    }

    init(_ size: Size<OutputSpace>) {
        contentFrame = MemoryBuffer(size: size.reinterpreted())
    }

    func paint(_ rect: Rect<ContentSpace>, _ pixel: UInt32) {
        guard let frame = contentFrame else { return }
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { frame.row(y)[x] = pixel }
        }
        contentComposed(Region(rect))
    }
}
