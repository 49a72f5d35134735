import Geometry
import WaylandBinding

extension PositionerObject: ZxdgPositionerV6Requests {
    func setSize(_ resource: Resource<ZxdgPositionerV6>, width: Int32, height: Int32) {
        guard width > 0, height > 0 else { return refuse(resource, "size \(width)x\(height) is not positive") }
        rules.size = Size(width: Int(width), height: Int(height))
    }

    /// Unlike in the stable protocol, the rectangle must not be empty.
    func setAnchorRect(
        _ resource: Resource<ZxdgPositionerV6>, x: Int32, y: Int32, width: Int32, height: Int32
    ) {
        guard width > 0, height > 0 else { return refuse(resource, "anchor size \(width)x\(height) is not positive") }
        rules.anchorRect = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }

    func setAnchor(_ resource: Resource<ZxdgPositionerV6>, anchor: ZxdgPositionerV6.Anchor) {
        guard let anchor = Self.position[anchor.rawValue].flatMap(XdgPositioner.Anchor.init) else {
            return refuse(resource, "\(anchor.rawValue) is not an anchor")
        }
        rules.anchor = anchor
    }

    func setGravity(_ resource: Resource<ZxdgPositionerV6>, gravity: ZxdgPositionerV6.Gravity) {
        guard let gravity = Self.position[gravity.rawValue].flatMap(XdgPositioner.Gravity.init) else {
            return refuse(resource, "\(gravity.rawValue) is not a gravity")
        }
        rules.gravity = gravity
    }

    func setConstraintAdjustment(_ resource: Resource<ZxdgPositionerV6>, constraintAdjustment: UInt32) {
        rules.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: constraintAdjustment)
    }

    func setOffset(_ resource: Resource<ZxdgPositionerV6>, x: Int32, y: Int32) {
        rules.offsetX = Int(x)
        rules.offsetY = Int(y)
    }

    /// Maps a set of edges to the stable protocol's value; here top is 1, bottom 2, left 4 and right 8.
    private static let position: [UInt32: UInt32] = [0: 0, 1: 1, 2: 2, 4: 3, 8: 4, 5: 5, 6: 6, 9: 7, 10: 8]

    private func refuse(_ resource: Resource<ZxdgPositionerV6>, _ reason: String) {
        resource.post(ZxdgPositionerV6.ErrorCode.invalidInput, reason)
    }
}
