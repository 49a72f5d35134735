import Geometry
import WaylandBinding

extension PositionerObject: XdgPositionerRequests {
    func setSize(_ resource: Resource<XdgPositioner>, width: Int32, height: Int32) {
        guard width > 0, height > 0 else { return refuse(resource, "size \(width)x\(height) is not positive") }
        rules.size = Size(width: Int(width), height: Int(height))
    }

    func setAnchorRect(_ resource: Resource<XdgPositioner>, x: Int32, y: Int32, width: Int32, height: Int32) {
        guard width >= 0, height >= 0 else { return refuse(resource, "anchor size \(width)x\(height) is negative") }
        rules.anchorRect = Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }

    func setAnchor(_ resource: Resource<XdgPositioner>, anchor: UInt32) {
        guard let anchor = XdgPositioner.Anchor(rawValue: anchor) else {
            return refuse(resource, "\(anchor) is not an anchor")
        }
        rules.anchor = anchor
    }

    func setGravity(_ resource: Resource<XdgPositioner>, gravity: UInt32) {
        guard let gravity = XdgPositioner.Gravity(rawValue: gravity) else {
            return refuse(resource, "\(gravity) is not a gravity")
        }
        rules.gravity = gravity
    }

    func setConstraintAdjustment(_ resource: Resource<XdgPositioner>, constraintAdjustment: UInt32) {
        rules.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: constraintAdjustment)
    }

    func setOffset(_ resource: Resource<XdgPositioner>, x: Int32, y: Int32) {
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

    private func refuse(_ resource: Resource<XdgPositioner>, _ reason: String) {
        resource.post(XdgPositioner.ErrorCode.invalidInput, reason)
    }
}
