import Control
import Mirroring

/// Tints all displays as a tool asks, such as for the night.
final class Gamma: Feature, GammaObserver {
    private let director: ScreenDirector
    private let port: (any GammaPort)?

    init(_ director: ScreenDirector, _ ports: CompositorPorts) {
        self.director = director
        port = ports.gamma
    }

    func serviceStarts() {
        port?.gammaObserver = self
    }

    func gammaSize(of id: OutputID) -> Int? { director.display.capabilities(of: id).gammaSize }

    func setGamma(_ table: GammaTable?) {
        director.tint(by: table)
    }
}
