import Geometry
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct LayerArrangementTests {
    private static let screen = Rect<LogicalSpace>(x: 0, y: 0, width: 640, height: 480)

    private static func state(
        _ anchor: ZwlrLayerSurfaceV1.Anchor, width: Int = 0, height: Int = 0, zone: Int = 0,
        margin: EdgeInsets = .none
    ) -> LayerState {
        var state = LayerState(layer: .top)
        state.anchor = anchor
        state.size = Size(width: width, height: height)
        state.exclusiveZone = zone
        state.margin = margin
        return state
    }

    private static let margin = EdgeInsets(top: 12, right: 9, bottom: 15, left: 6)

    @Test(
        arguments: [
            (state([], width: 200, height: 100), Rect(x: 220, y: 190, width: 200, height: 100)),
            (state([], width: 200, height: 100, margin: margin), Rect(x: 220, y: 190, width: 200, height: 100)),
            (state(.all), screen),
            (state(.all, margin: margin), Rect(x: 6, y: 12, width: 625, height: 453)),
            (state(.all, width: 200, height: 100), Rect(x: 220, y: 190, width: 200, height: 100)),
            (state([.top, .left], width: 20, height: 10), Rect(x: 0, y: 0, width: 20, height: 10)),
            (
                state([.bottom, .right], width: 20, height: 10, margin: margin),
                Rect(x: 611, y: 455, width: 20, height: 10)
            ),
            (state([.bottom, .left, .right], height: 30), Rect(x: 0, y: 450, width: 640, height: 30)),
            (
                state([.left, .top, .bottom], width: 40, margin: margin),
                Rect(x: 6, y: 12, width: 40, height: 453)
            ),
        ] as [(LayerState, Rect<LogicalSpace>)])
    func places(state: LayerState, expected: Rect<LogicalSpace>) {
        var arrangement = LayerArrangement(screen: Self.screen)
        #expect(arrangement.place(state, reserves: true) == expected)
        #expect(arrangement.reserved == .none)
    }

    @Test(
        arguments: [
            (state([.top], width: 9, height: 9, zone: 25), EdgeInsets(top: 25)),
            (state([.top, .left, .right], height: 9, zone: 25, margin: margin), EdgeInsets(top: 37)),
            (state([.right], width: 9, height: 9, zone: 25, margin: margin), EdgeInsets(right: 34)),
            (state([.left, .top, .bottom], width: 9, zone: 25), EdgeInsets(left: 25)),
            (state([.bottom], width: 9, height: 9, zone: 25, margin: margin), EdgeInsets(bottom: 40)),
            (state([.top, .left], width: 9, height: 9, zone: 25), .none),
            (state(.all, zone: 25), .none),
            (state(.vertical, width: 9, zone: 25), .none),
            (state([], width: 9, height: 9, zone: 25), .none),
            (state([.top], width: 9, height: 9, zone: -1), .none),
        ] as [(LayerState, EdgeInsets)])
    func reserves(state: LayerState, expected: EdgeInsets) {
        var arrangement = LayerArrangement(screen: Self.screen)
        _ = arrangement.place(state, reserves: true)
        #expect(arrangement.reserved == expected)
    }

    @Test func zonesAddUpAndOthersKeepOutOfThem() {
        var arrangement = LayerArrangement(screen: Self.screen)
        let bar = Self.state([.top, .left, .right], height: 30, zone: 30)
        _ = arrangement.place(bar, reserves: true)
        #expect(arrangement.place(bar, reserves: true).y == 30)
        #expect(arrangement.reserved == EdgeInsets(top: 60))
        let fill = Self.state(.all)
        #expect(arrangement.place(fill, reserves: true) == Rect(x: 0, y: 60, width: 640, height: 420))
        let wallpaper = Self.state(.all, zone: -1)
        #expect(arrangement.place(wallpaper, reserves: true) == Self.screen)
        _ = arrangement.place(bar, reserves: false)
        #expect(arrangement.reserved == EdgeInsets(top: 60))
    }

    @Test func absurdNumbersLeaveNothingButDoNotTrap() {
        let extremes = [Int(Int32.min), Int(Int32.max)]
        for zone in extremes {
            for margin in extremes {
                var arrangement = LayerArrangement(screen: Self.screen)
                let insets = EdgeInsets(top: margin, right: margin, bottom: margin, left: margin)
                for _ in 0..<100 {
                    let frame = arrangement.place(
                        Self.state([.top, .left, .right], height: Int(Int32.max), zone: zone, margin: insets),
                        reserves: true)
                    #expect(frame.width >= 1)
                }
                let usable = Self.screen.without(arrangement.reserved)
                #expect(usable.width >= 0 && usable.height >= 0)
            }
        }
    }

    @Test func lengthsAreGivenOrFollow() {
        #expect(!Self.state([]).isComplete)
        #expect(!Self.state([.top, .bottom], height: 10).isComplete)
        #expect(!Self.state([.left], width: 10).isComplete)
        #expect(Self.state([.top, .bottom], width: 10).isComplete)
        #expect(Self.state(.all).isComplete)
    }
}
