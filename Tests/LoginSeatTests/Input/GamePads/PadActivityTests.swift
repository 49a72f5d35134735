import Testing

@testable import LoginSeat

@Suite struct PadActivityTests {
    private static let (key, axis, synchronization, message): (UInt16, UInt16, UInt16, UInt16) = (1, 3, 0, 4)
    private static let (stick, trigger, cross): (UInt16, UInt16, UInt16) = (0, 2, 16)
    private static let axes: [UInt16: PadActivity.Axis] = [
        stick: PadActivity.Axis(value: 120, minimum: -32768, maximum: 32767, flat: 128),
        trigger: PadActivity.Axis(value: 0, minimum: 0, maximum: 255, flat: 0),
        cross: PadActivity.Axis(value: 0, minimum: -1, maximum: 1, flat: 0),
    ]
    /// A pad whose events a test's expectations take.
    private final class Pad {
        private var activity: PadActivity

        init(axes: [UInt16: PadActivity.Axis]) {
            activity = PadActivity(axes: axes)
        }

        func take(type: UInt16, code: UInt16, value: Int32) -> Bool {
            activity.take(type: type, code: code, value: value)
        }

        func take(axesAt values: [UInt16: Int32]) -> Bool { activity.take(axesAt: values) }
    }

    private let pad = Pad(axes: Self.axes)

    @Test func aButtonCountsWhenItIsPressed() {
        #expect(pad.take(type: Self.key, code: 0x130, value: 1))
        #expect(!pad.take(type: Self.key, code: 0x130, value: 2))
        #expect(!pad.take(type: Self.key, code: 0x130, value: 0))
    }

    @Test func aStickThatTremblesDoesNot() {
        for value: Int32 in [0, 4000, -4000, 7000, 120] {
            #expect(!pad.take(type: Self.axis, code: Self.stick, value: value), "\(value)")
        }
        #expect(!pad.take(type: Self.axis, code: Self.trigger, value: 20))
    }

    @Test func aStickThatIsMovedDoesThereAndBack() {
        #expect(pad.take(type: Self.axis, code: Self.stick, value: 30000))
        #expect(!pad.take(type: Self.axis, code: Self.stick, value: 32767), "it is held there")
        #expect(pad.take(type: Self.axis, code: Self.stick, value: 0))
        #expect(pad.take(type: Self.axis, code: Self.stick, value: -32768))
        #expect(pad.take(type: Self.axis, code: Self.stick, value: 32767), "all the way")
    }

    @Test func slowMovementsAddUp() {
        let counted = (1...32).filter { pad.take(type: Self.axis, code: Self.stick, value: Int32($0 * 1000)) }
        #expect(counted.count == 3)
    }

    @Test func aCrossAndATriggerCount() {
        #expect(pad.take(type: Self.axis, code: Self.cross, value: -1))
        #expect(pad.take(type: Self.axis, code: Self.cross, value: 0))
        #expect(pad.take(type: Self.axis, code: Self.trigger, value: 200))
    }

    @Test func whatIsNeitherDoesNot() {
        #expect(!pad.take(type: Self.synchronization, code: 0, value: 1))
        #expect(!pad.take(type: Self.message, code: 4, value: 1))
        #expect(!pad.take(type: Self.axis, code: 40, value: 1_000_000), "no such axis")
    }

    @Test func allAxesAreLookedAt() {
        #expect(!pad.take(axesAt: [Self.stick: 0, Self.trigger: 3]))
        #expect(pad.take(axesAt: [Self.stick: 20000, Self.trigger: 100, Self.cross: 0, 50: 7]))
        #expect(!pad.take(axesAt: [Self.stick: 20000, Self.trigger: 100, Self.cross: 0]))
    }

    @Test func extremeRangesDoNotTrap() {
        let axis = PadActivity.Axis(value: .min, minimum: .min, maximum: .max, flat: .max)
        let pad = Pad(axes: [Self.stick: axis])
        #expect(pad.take(type: Self.axis, code: Self.stick, value: .max))
        #expect(!pad.take(type: Self.axis, code: Self.stick, value: 0x7000_0000))
    }
}
