import Geometry
import Mirroring
import WaylandBinding

/// An attachment of a surface that knows how its client wants frames to be shown.
protocol TearingPreference: AnyObject {
    /// Whether frames are better shown at once than whole.
    var prefersTearing: Bool { get }
}

extension SceneLayout {
    /// The client whose opaque picture covers all of an area, with nothing of another client in front; nil for none.
    ///
    /// What the same client has in front, such as subtitles, counts as a part of its picture.
    func cover(of area: Rect<ContentSpace>) -> ContentCover? {
        var client: Client?
        for placed in placed.reversed() where !placed.frame.intersection(area).isEmpty {
            let surface = placed.surface
            if let client, client !== surface.client { return nil }
            client = surface.client
            guard Region(area).subtracting(placed.opaque).isEmpty else { continue }
            let preferences = surface.attachments.all((any TearingPreference).self)
            return ContentCover(prefersTearing: preferences.contains { $0.prefersTearing })
        }
        return nil
    }
}
