import Geometry
import Testing

@testable import Wayland

@Suite struct InputPopupTests {
    private let server: TestServer
    private let client: TextClient
    private let method: MethodClient

    init() throws {
        server = try TestServer(layout: .filling)
        method = MethodClient(server)
        client = TextClient(server)
        _ = client.shell.window(width: 640, height: 480)
    }

    private func edit(at x: Int32, _ y: Int32, height: Int32 = 20) {
        client.enable()
        client.setCursor(x, y, 2, height)
        client.commit()
    }

    private var popup: Rect<ContentSpace>? {
        server.pump()
        return server.frames.count == 2 ? server.frames.last : nil
    }

    @Test func itIsShownBelowTheCursor() {
        let made = method.makePopup(100, 50)
        #expect(popup == nil, "no text field yet")
        edit(at: 30, 40)
        #expect(popup == Rect(x: 30, y: 60, width: 100, height: 50))
        method.wire.roundTrip()
        let told = method.wire.events(of: made.popup, 0).last
        #expect(told.map { [$0.int(0), $0.int(1), $0.int(2), $0.int(3)] } == [0, -20, 2, 20])
    }

    @Test func itStaysOnTheScreen() {
        _ = method.makePopup(100, 50)
        edit(at: 600, 40)
        #expect(popup == Rect(x: 540, y: 60, width: 100, height: 50))
        edit(at: 30, 450)
        #expect(popup == Rect(x: 30, y: 400, width: 100, height: 50))
    }

    @Test(arguments: [Int32.min, .max])
    func absurdCursorsKeepItOnTheScreen(_ extreme: Int32) throws {
        _ = method.makePopup(100, 50)
        edit(at: extreme, extreme, height: extreme)
        let frame = try #require(popup)
        #expect(Rect<ContentSpace>(x: 0, y: 0, width: 640, height: 480).contains(frame))
    }

    @Test func itFollowsTheCursorAndItsOwnSize() {
        let made = method.makePopup(100, 50)
        edit(at: 30, 40)
        client.setCursor(80, 100, 2, 20)
        client.commit()
        #expect(popup == Rect(x: 80, y: 120, width: 100, height: 50))
        method.surfaces.show(method.surfaces.makeBuffer(200, 400), on: made.surface)
        #expect(popup == Rect(x: 80, y: 80, width: 200, height: 400))
    }

    @Test func itGoesWithTheTextField() {
        _ = method.makePopup(100, 50)
        edit(at: 30, 40)
        client.disable()
        client.commit()
        #expect(popup == nil)
        edit(at: 30, 40)
        #expect(popup != nil)
        client.shell.wire.hangUp()
        server.pump()
        #expect(server.frames.isEmpty)
    }

    @Test func itGoesWithItsObjects() {
        let made = method.makePopup(100, 50)
        edit(at: 30, 40)
        method.wire.send(made.popup, 0)
        method.wire.roundTrip()
        #expect(popup == nil)
        let second = method.makePopup(10, 10)
        #expect(popup != nil)
        method.wire.send(second.surface, 0)
        method.wire.roundTrip()
        #expect(popup == nil)
        _ = method.makePopup(10, 10)
        method.wire.hangUp()
        #expect(popup == nil)
    }

    @Test func itTakesThePointerButNotTheKeyboard() {
        _ = method.makePopup(100, 50)
        let pointer = method.wire.create(method.seat, 0)
        edit(at: 30, 40)
        _ = popup
        server.click(40, 70)
        method.wire.roundTrip()
        #expect(method.wire.events(of: pointer, 0).last?.fixed(2) == 10)
        #expect(method.wire.events(of: pointer, 3).count == 2)
        #expect(client.told == [TextEvent.enter], "the text focus stays")
    }
}
