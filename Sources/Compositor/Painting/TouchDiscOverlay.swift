import Geometry
import Mirroring

/// The discs under the fingers as last drawn.
struct TouchDiscOverlay {
    private(set) var discs: [TouchDisc] = []

    /// A disc's diameter as a share of the screen's shorter side.
    private static let diameterShare = 1.0 / 24

    /// Updates the discs from the live contacts; returns the damage, empty when nothing moved.
    mutating func update(
        contacts: [Point<ContentSpace>], on screen: Size<ContentSpace>
    ) -> Region<ContentSpace> {
        let radius = Double(min(screen.width, screen.height)) * Self.diameterShare / 2
        let next = contacts.map { TouchDisc(center: $0, radius: radius) }
        guard next != discs else { return Region() }
        defer { discs = next }
        return Region((discs + next).map(\.bounds))
    }
}
