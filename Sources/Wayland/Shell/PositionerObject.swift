import Geometry
import WaylandBinding

/// A client's positioner: collects the rules that popups copy.
final class PositionerObject {
    var rules = PositionerRules()

    static func of<Interface>(_ resource: Resource<Interface>) -> PositionerObject? {
        resource.handler as? PositionerObject
    }
}
