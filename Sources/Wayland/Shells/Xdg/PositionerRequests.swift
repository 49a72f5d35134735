import Geometry
import WaylandBinding

/// A client's positioner, of either protocol: collects the rules that popups copy.
final class PositionerObject {
    private(set) var rules = PositionerRules()
    private let takesEmptyAnchor: Bool

    init(takesEmptyAnchor: Bool) {
        self.takesEmptyAnchor = takesEmptyAnchor
    }

    static func of<Interface>(_ resource: Resource<Interface>) -> PositionerObject? {
        resource.handler as? PositionerObject
    }
}

/// The requests of `xdg_positioner` and `zxdg_positioner_v6`.
///
/// Only the stable protocol allows empty anchors. It numbers the sides, while the other protocol has sets of edges.
extension PositionerObject: XdgPositionerRequests, ZxdgPositionerV6Requests {
    func setSize<Object>(_ resource: Resource<Object>, width: Int32, height: Int32) {
        guard width > 0, height > 0 else { return refuse(resource, "size \(width)x\(height) is not positive") }
        rules.size = Size(width: Int(width), height: Int(height))
    }

    func setAnchorRect<Object>(_ resource: Resource<Object>, x: Int32, y: Int32, width: Int32, height: Int32) {
        let least: Int32 = takesEmptyAnchor ? 0 : 1
        guard width >= least, height >= least else {
            return refuse(resource, "anchor size \(width)x\(height) is below \(least)x\(least)")
        }
        rules.anchorRect = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }

    func setAnchor(_ resource: Resource<XdgPositioner>, anchor: UInt32) {
        set(\.anchor, to: PositionerSide(numbered: anchor), resource, "\(anchor) is not an anchor")
    }

    func setAnchor(_ resource: Resource<ZxdgPositionerV6>, anchor: ZxdgPositionerV6.Anchor) {
        set(\.anchor, to: PositionerSide(edges: anchor.rawValue), resource, "\(anchor.rawValue) is not an anchor")
    }

    func setGravity(_ resource: Resource<XdgPositioner>, gravity: UInt32) {
        set(\.gravity, to: PositionerSide(numbered: gravity), resource, "\(gravity) is not a gravity")
    }

    func setGravity(_ resource: Resource<ZxdgPositionerV6>, gravity: ZxdgPositionerV6.Gravity) {
        set(\.gravity, to: PositionerSide(edges: gravity.rawValue), resource, "\(gravity.rawValue) is not a gravity")
    }

    func setConstraintAdjustment<Object>(_ resource: Resource<Object>, constraintAdjustment: UInt32) {
        rules.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: constraintAdjustment)
    }

    func setOffset<Object>(_ resource: Resource<Object>, x: Int32, y: Int32) {
        rules.offsetX = Int(x)
        rules.offsetY = Int(y)
    }

    func setReactive(_ resource: Resource<XdgPositioner>) {
        rules.isReactive = true
    }

    func setParentSize(_ resource: Resource<XdgPositioner>, parentWidth: Int32, parentHeight: Int32) {
        rules.parentSize = Size(width: Int(parentWidth), height: Int(parentHeight))
    }

    /// Ignored: only the parent's committed state is used for placement.
    func setParentConfigure(_ resource: Resource<XdgPositioner>, serial: UInt32) {}

    private func set<Object>(
        _ member: WritableKeyPath<PositionerRules, PositionerSide>, to side: PositionerSide?,
        _ resource: Resource<Object>, _ problem: String
    ) {
        guard let side else { return refuse(resource, problem) }
        rules[keyPath: member] = side
    }

    /// Both protocols give the error the same number.
    private func refuse<Object>(_ resource: Resource<Object>, _ reason: String) {
        resource.post(XdgPositioner.ErrorCode.invalidInput, reason)
    }
}
