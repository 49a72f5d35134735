import Testing

@testable import kagami_remote

@Suite struct PointerButtonsTests {
    static func viewer(_ number: Int) -> ViewerID {
        // swift-format-ignore: NeverForceUnwrap
        ViewerID(UnsafeRawPointer(bitPattern: number)!)
    }

    private let first = viewer(1)
    private let second = viewer(2)

    @Test func `a viewer moves, presses and releases`() {
        var buttons = PointerButtons()
        #expect(buttons.point(x: 5, y: 6, buttons: 0, first) == [.move(x: 5, y: 6)])
        #expect(buttons.point(x: 5, y: 6, buttons: 1, first) == [.move(x: 5, y: 6), .button(0x110, isPressed: true)])
        #expect(buttons.point(x: 9, y: 6, buttons: 1, first) == [.move(x: 9, y: 6)])
        #expect(
            buttons.point(x: 9, y: 6, buttons: 4, first)
                == [.move(x: 9, y: 6), .button(0x110, isPressed: false), .button(0x111, isPressed: true)])
        #expect(buttons.leave(first) == [.button(0x111, isPressed: false)])
        #expect(buttons.leave(first) == [])
    }

    @Test func `a button stays down while any viewer holds it`() {
        var buttons = PointerButtons()
        _ = buttons.point(x: 0, y: 0, buttons: 1, first)
        #expect(buttons.point(x: 1, y: 0, buttons: 1, second) == [.move(x: 1, y: 0)])
        #expect(buttons.leave(first) == [])
        #expect(buttons.leave(second) == [.button(0x110, isPressed: false)])
    }

    @Test func `each press of a wheel's button is one click`() {
        var buttons = PointerButtons()
        let at = PointerAction.move(x: 0, y: 0)
        #expect(buttons.point(x: 0, y: 0, buttons: 8, first) == [at, .scroll(isSideways: false, clicks: -1)])
        #expect(buttons.point(x: 0, y: 0, buttons: 8, first) == [at])
        #expect(buttons.point(x: 0, y: 0, buttons: 0, first) == [at])
        #expect(buttons.point(x: 0, y: 0, buttons: 16, first) == [at, .scroll(isSideways: false, clicks: 1)])
        #expect(buttons.point(x: 0, y: 0, buttons: 64, first) == [at, .scroll(isSideways: true, clicks: 1)])
    }
}
