import Mirroring
import Testing

@testable import LoginSeat

@Suite struct PointerAxisTests {
    @Test func aWheelClickIs15PixelsAndKeepsIts120ths() {
        let axis = PointerAxis(
            source: .wheel, horizontal: nil, vertical: ScrollReading(value: 15, clicks120: 120))
        #expect(axis == PointerAxis(source: .wheel, dy: 15, clicks120Y: 120))
    }

    @Test func aFineWheelKeepsPartsOfAClick() {
        let axis = PointerAxis(
            source: .wheel, horizontal: ScrollReading(value: -1.875, clicks120: -15), vertical: nil)
        #expect(axis == PointerAxis(source: .wheel, dx: -1.875, clicks120X: -15))
    }

    @Test func aWheelNeverStops() {
        let axis = PointerAxis(source: .wheel, horizontal: nil, vertical: ScrollReading(value: 0))
        #expect(!axis.stopsX && !axis.stopsY)
    }

    @Test(arguments: [PointerAxis.Source.finger, .continuous])
    func zeroEndsTheDirectionItIsReportedFor(source: PointerAxis.Source) {
        let vertical = PointerAxis(source: source, horizontal: nil, vertical: ScrollReading(value: 0))
        #expect(vertical.stopsY && !vertical.stopsX)
        let both = PointerAxis(
            source: source, horizontal: ScrollReading(value: 0), vertical: ScrollReading(value: 2.5))
        #expect(both.stopsX && !both.stopsY)
        #expect(both.dy == 2.5)
    }

    @Test func fingersHaveNoClicks() {
        let axis = PointerAxis(
            source: .finger, horizontal: nil, vertical: ScrollReading(value: 3, clicks120: 240))
        #expect(axis.clicks120Y == 0)
    }

    @Test func absurdNumbersCannotTrap() {
        let axis = PointerAxis(
            source: .wheel, horizontal: ScrollReading(value: .nan, clicks120: .nan),
            vertical: ScrollReading(value: .infinity, clicks120: 1e300))
        #expect(axis == PointerAxis(source: .wheel))
    }
}
