import Geometry
import WaylandBinding

/// Tracks which surfaces are on the output and sends `wl_surface.enter` and `leave`.
final class OutputPresence: OutputFollower {
    private let globals: CoreGlobals
    private var present: [ObjectIdentifier: Surface] = [:]

    init(_ globals: CoreGlobals) {
        self.globals = globals
        for output in globals.outputs { output.add(self) }
    }

    /// Sends `enter` and `leave` for surfaces that came onto the screen or left it.
    func update(_ shown: [PlacedSurface], screens: Region<ContentSpace>) {
        var next: [ObjectIdentifier: Surface] = [:]
        for placed in shown where !screens.intersection(placed.frame).isEmpty {
            let id = ObjectIdentifier(placed.surface)
            next[id] = placed.surface
            if present[id] == nil {
                for resource in globals.outputs(of: placed.surface.client) {
                    placed.surface.resource.sendEnter(output: resource)
                }
            }
        }
        for (id, surface) in present where next[id] == nil {
            for resource in globals.outputs(of: surface.client) { surface.resource.sendLeave(output: resource) }
        }
        present = next
    }

    /// Sends `enter` for the surfaces that were on the output before the client bound it.
    func outputBound(_ resource: Resource<WlOutput>) {
        for surface in present.values where surface.client == resource.client {
            surface.resource.sendEnter(output: resource)
        }
    }
}
