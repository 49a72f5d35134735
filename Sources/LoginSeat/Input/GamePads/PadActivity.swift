/// Tells what a player does with a game pad from a stick that trembles at rest.
struct PadActivity {
    /// An axis as the kernel describes it (`struct input_absinfo`).
    struct Axis: Hashable {
        var value: Int32
        let minimum: Int32
        let maximum: Int32
        /// How far the value may be off the middle at rest.
        let flat: Int32

        /// The least movement that no stick makes by itself: an eighth of the way. A cross of buttons has three values in all.
        fileprivate var step: Int64 { max(1, (Int64(maximum) - Int64(minimum)) / 8, Int64(flat)) }
    }

    /// The axes by their codes, each with the value from which a movement counts.
    private var axes: [UInt16: Axis]

    init(axes: [UInt16: Axis] = [:]) {
        self.axes = axes
    }

    /// Takes an event as the kernel has it, and returns whether the player has done something: pressed a button, or moved an
    /// axis well away from where it last was.
    mutating func take(type: UInt16, code: UInt16, value: Int32) -> Bool {
        switch type {
        case Self.button: return value == 1
        case Self.axis: return move(code, to: value)
        default: return false
        }
    }

    /// Takes the values that the axes have now, and returns whether the player has moved one.
    mutating func take(axesAt values: [UInt16: Int32]) -> Bool {
        values.reduce(false) { move($1.key, to: $1.value) || $0 }
    }

    private mutating func move(_ code: UInt16, to value: Int32) -> Bool {
        guard let axis = axes[code], abs(Int64(value) - Int64(axis.value)) >= axis.step else { return false }
        axes[code]?.value = value
        return true
    }

    /// `EV_KEY` and `EV_ABS`.
    private static let (button, axis): (UInt16, UInt16) = (1, 3)
}
