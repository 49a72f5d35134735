package import Geometry
import Mirroring

/// Why a virtual input event is invalid after the previous ones.
package enum VirtualInputError: Error, Hashable, CustomStringConvertible {
    /// The point is not on the panel.
    case outsidePanel(Point<PanelSpace>, Size<PanelSpace>)
    /// A finger is already down in this slot.
    case slotDown(Int32)
    /// No finger is down in this slot.
    case slotUp(Int32)
    /// The code is not the Linux event code of a key or button.
    case badCode(UInt32)
    /// The key or button is already held.
    case held(UInt32)
    /// The key or button is not held.
    case notHeld(UInt32)
    /// A gesture has not ended yet.
    case gestureGoesOn
    /// No gesture has begun.
    case noGesture
    /// A tool is already in proximity.
    case toolNear
    /// No tool is in proximity.
    case toolAway
    /// The tool's tip already touches the tablet.
    case tipDown
    /// The tool's tip does not touch the tablet.
    case tipUp
    /// A movement or distance is not a finite number.
    case notFinite

    package var description: String {
        switch self {
        case .outsidePanel(_, let size) where size.isEmpty: "there is no panel to point at"
        case .outsidePanel(let point, let size):
            "\(Self.text(point.x)),\(Self.text(point.y)) is beyond the panel: it has \(size.width)x\(size.height) pixels"
        case .slotDown(let slot): "touch \(slot) is down already"
        case .slotUp(let slot): "touch \(slot) is not down"
        case .badCode(let code): "\(code) is not a key or button code: see linux/input-event-codes.h"
        case .held(let code): "\(code) is pressed already"
        case .notHeld(let code): "\(code) is not pressed"
        case .gestureGoesOn: "the last gesture has not ended"
        case .noGesture: "no gesture has begun"
        case .toolNear: "a tool is near already"
        case .toolAway: "no tool is near"
        case .tipDown: "the tip is down already"
        case .tipUp: "the tip is not down"
        case .notFinite: "a distance must be a finite number"
        }
    }

    /// The number without needless zeros.
    private static func text(_ number: Double) -> String {
        Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
