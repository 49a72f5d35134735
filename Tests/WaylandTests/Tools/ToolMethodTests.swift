import Geometry
import Testing

@testable import Wayland

/// The one input method composes for the application that has the keyboard.
@Suite struct ToolMethodTests {
    private let both: TwoApplications
    private let method: MethodClient
    private let content: TextClient
    private let application: TextClient

    init() throws {
        both = try TwoApplications()
        method = MethodClient(both.main)
        content = TextClient(both.main)
        _ = content.shell.window(width: 640, height: 480)
        application = TextClient(both.panel)
        _ = application.shell.window(width: 320, height: 200)
        for client in [content, application] {
            client.enable()
            client.setCursor(10, 20, 2, 20)
            client.commit()
        }
    }

    @Test func textGoesToWhoeverHasTheKeyboard() {
        method.insert("a")
        method.commit()
        both.focus(both.panel)
        method.insert("b")
        method.commit()
        both.focus(both.main)
        method.insert("c")
        method.commit()
        #expect(content.insertions == ["a", "c"])
        #expect(application.insertions == ["b"])
    }

    @Test func whatIsComposedEndsWithTheMove() {
        method.compose("half", 0, 4)
        method.commit()
        let serial = method.doneCount
        both.focus(both.panel)
        #expect(content.told.last == TextEvent.done, "the field shows nothing half done")
        #expect(content.wire.events(of: content.input, TextEvent.done).count == 2)
        method.insert("late")
        method.commit(serial: serial)
        #expect(application.insertions.isEmpty, "it was meant for the other field")
    }

    @Test func withoutAFieldThereItRests() {
        application.disable()
        application.commit()
        both.focus(both.panel)
        #expect(method.told.last == MethodEvent.done)
        #expect(method.wire.events(of: method.method, MethodEvent.deactivate).count == 1)
        #expect(method.wire.events(of: method.method, MethodEvent.activate).count == 1)
        application.enable()
        application.commit()
        #expect(method.told.filter { $0 == MethodEvent.activate }.count == 2)
    }

    @Test func itsPopupsAreBesideTheFieldThere() {
        let popup = method.makePopup(50, 30)
        both.main.pump()
        #expect(both.main.frames.last == Rect(x: 10, y: 40, width: 50, height: 30))
        both.focus(both.panel)
        #expect(both.main.frames.count == 1)
        #expect(both.panel.frames.last == Rect(x: 10, y: 40, width: 50, height: 30))
        method.surfaces.show(method.surfaces.makeBuffer(60, 20), on: popup.surface)
        both.main.pump()
        #expect(both.panel.frames.last == Rect(x: 10, y: 40, width: 60, height: 20))
        let second = method.makePopup(5, 5)
        both.main.pump()
        #expect(both.panel.frames.last?.width == 5)
        method.wire.send(second.popup, 0)
        method.wire.roundTrip()
        #expect(both.panel.frames.count == 2)
    }

    @Test func aGrabTakesTheKeysThere() {
        let grab = method.grab()
        both.main.key(30, pressed: true)
        both.focus(both.panel)
        both.main.key(30, pressed: false)
        both.panel.key(31, pressed: true)
        both.panel.key(31, pressed: false)
        method.wire.roundTrip()
        #expect(
            method.wire.events(of: grab, 1).map { Array($0.words.suffix(2)) } == [
                [30, 1], [30, 0], [31, 1], [31, 0],
            ])
        #expect(application.shell.typed.isEmpty)
        both.main.key(32, pressed: true)
        #expect(content.shell.typed == [[32, 1]], "nobody grabs there")
    }

    @Test func oneMethodServesBoth() {
        both.focus(both.panel)
        let second = MethodClient(both.main)
        #expect(second.told == [MethodEvent.unavailable])
        method.wire.hangUp()
        let third = MethodClient(both.main)
        #expect(third.told.first == MethodEvent.activate)
        third.insert("x")
        third.commit()
        #expect(application.insertions == ["x"])
    }
}

extension TextClient {
    fileprivate var insertions: [String] {
        wire.roundTrip()
        return wire.events(of: input, TextEvent.insertion).map { $0.string(at: 0) }
    }
}
