import Geometry
import Mirroring

/// The marks of a presenter's tools as pictures, in sizes that suit the screen.
final class MarkPictures {
    private let port: any SketchPort
    private var cache: (tool: PresenterTool, radius: Double, picture: any Buffer)?
    /// One pixel of a spotlight's darkness.
    private let dark = MemoryImage(pixel: UInt32(255 * PresenterTool.dimming) << 24, format: .argb8888)

    init(_ port: any SketchPort) {
        self.port = port
    }

    /// The tool's marks at these points; of several spotlights only the last shines.
    func elements(
        of tool: PresenterTool, at points: [Point<ContentSpace>], on screen: Size<ContentSpace>
    ) -> [SceneElement] {
        let radius = Double(screen.height) * tool.radiusShare
        guard let picture = picture(of: tool, radius: radius) else { return [] }
        switch tool {
        case .pen: return []
        case .laser, .highlight: return points.map { SceneElement(whole: picture, at: frame(of: picture, at: $0)) }
        case .spotlight:
            guard let point = points.last else { return [] }
            let frame = frame(of: picture, at: point)
            let around = Region(screen.bounds).subtracting(Region(frame)).rects
            return [SceneElement(whole: picture, at: frame)] + around.map { SceneElement(whole: dark, at: $0) }
        }
    }

    private func frame(of picture: any Buffer, at point: Point<ContentSpace>) -> Rect<ContentSpace> {
        let size = picture.size
        return Rect(
            x: Int(clamping: point.x.rounded()) - size.width / 2, y: Int(clamping: point.y.rounded()) - size.height / 2,
            width: size.width, height: size.height)
    }

    private func picture(of tool: PresenterTool, radius: Double) -> (any Buffer)? {
        if let cache, cache.tool == tool, cache.radius == radius { return cache.picture }
        guard let picture = port.mark(of: tool, radius: radius) else { return nil }
        cache = (tool, radius, picture)
        return picture
    }
}

extension PresenterTool {
    /// The mark's radius as a share of the screen's height.
    fileprivate var radiusShare: Double {
        switch self {
        case .laser: 1.0 / 80
        case .highlight: 1.0 / 18
        case .spotlight: 1.0 / 6
        case .pen: 0
        }
    }
}
