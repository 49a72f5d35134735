import Geometry
import Mirroring

/// The marks under the fingers as they were last drawn.
struct TouchDiscOverlay {
    private(set) var discs: [TouchDisc] = []

    /// Half of this share of the screen's shorter side is a disc's radius.
    private static let diameterShare = 1.0 / 24

    /// Takes the live contacts' places; the pixels that change, empty when nothing moved.
    mutating func update(
        contacts: [Point<ExternalSpace>], on screen: Size<ExternalSpace>
    ) -> Region<ExternalSpace> {
        let radius = Double(min(screen.width, screen.height)) * Self.diameterShare / 2
        let next = contacts.map { TouchDisc(center: $0, radius: radius) }
        guard next != discs else { return Region() }
        defer { discs = next }
        return Region((discs + next).map(\.bounds))
    }
}
