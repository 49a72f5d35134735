import Control
import Mirroring

/// Tints all displays as a tool asks, such as for the night.
final class Gamma: Feature, GammaObserver {
    private let director: ScreenDirector
    private let tools: (any DisplayToolPort)?

    init(_ director: ScreenDirector, _ ports: CompositorPorts) {
        self.director = director
        tools = ports.displayTools
    }

    func serviceStarts() {
        tools?.gammaObserver = self
    }

    func gammaSize(of id: OutputID) -> Int? { director.display.capabilities(of: id).gammaSize }

    func setGamma(_ table: GammaTable?) {
        director.tint(by: table)
    }
}
