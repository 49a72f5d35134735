import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Going from window to window, and keys that go to the content from elsewhere.
@Suite struct WindowSwitchTests {
    private let application = FakeContent()
    private let keyboard = DeviceID(1)
    private static let (alt, tab, shift, keyA): (UInt32, UInt32, UInt32, UInt32) = (56, 15, 42, 30)

    private func running(_ configuration: Configuration = Configuration()) -> Bench {
        let bench = Bench(configuration: configuration, application: application)
        bench.compositor.foreground.applicationStarted()
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: keyboard, name: "keys", capabilities: [.keyboard])))
        bench.content.switchableWindows = windows(1, 2, 3)
        application.switchableWindows = windows(8, 9)
        _ = bench.content.takeInputs()
        return bench
    }

    private func windows(_ numbers: Int...) -> [SwitchableWindow] {
        numbers.map { number in
            SwitchableWindow(number: number, appID: AppID("app\(number)"), title: "t", isActive: number == numbers[0])
        }
    }

    private func key(_ bench: Bench, _ code: UInt32, _ pressed: Bool) {
        bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, Timestamp(microseconds: 0)))
    }

    private func tap(_ bench: Bench, _ code: UInt32) {
        key(bench, code, true)
        key(bench, code, false)
    }

    private func codes(_ content: FakeContent) -> [UInt32] {
        content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
    }

    @Test func altTabGoesBackThroughTheWindows() {
        let bench = running()
        key(bench, Self.alt, true)
        tap(bench, Self.tab)
        tap(bench, Self.tab)
        key(bench, Self.alt, false)
        #expect(bench.content.switched == [2, 3])
        key(bench, Self.alt, true)
        tap(bench, Self.tab)
        #expect(bench.content.switched == [2, 3, 2], "the one used before")
        key(bench, Self.shift, true)
        tap(bench, Self.tab)
        #expect(bench.content.switched.last == 3)
        #expect(!codes(bench.content).contains(Self.tab))
        #expect(application.switched.isEmpty)
    }

    @Test func theApplicationThatHasTheKeyboardIsMeant() {
        let bench = running()
        _ = bench.compositor.foreground.show(.application)
        key(bench, Self.alt, true)
        tap(bench, Self.tab)
        #expect(application.switched == [9])
        #expect(bench.content.switched.isEmpty)
    }

    @Test func withOneWindowTheKeyIsTheApplications() {
        let bench = running()
        bench.content.switchableWindows = windows(1)
        key(bench, Self.alt, true)
        tap(bench, Self.tab)
        #expect(codes(bench.content) == [Self.alt, Self.tab, Self.tab])
    }

    @Test func inhibitedItIsTheApplicationsToo() {
        let bench = running()
        bench.content.inhibitsShortcuts = true
        key(bench, Self.alt, true)
        tap(bench, Self.tab)
        #expect(bench.content.switched.isEmpty)
    }

    @Test func theCommandGoesThroughAllOfThem() {
        let bench = running()
        for _ in 0..<3 { #expect(bench.compositor.windows.goToNext()) }
        #expect(bench.content.switched == [3, 2, 1])
        bench.content.switchableWindows = windows(1)
        #expect(!bench.compositor.windows.goToNext())
    }

    @Test func windowsAreListedAndFoundByTheirIDs() {
        let bench = running()
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.compositor.windows.all.map(\.appID) == ["app8", "app9", "app1", "app2", "app3"])
        #expect(bench.compositor.windows.all.map(\.hasKeyboard) == [true, false, false, false, false])
        #expect(bench.compositor.windows.go(to: "app2"))
        #expect(bench.content.switched == [2])
        #expect(!bench.compositor.windows.go(to: "app7"))
    }

    @Test func aBoundKeyReachesTheContentFromThePanelApplication() {
        var configuration = Configuration()
        configuration.bindings.contentKeys = [BoundKeys([.meta], Self.keyA): 109]
        let bench = running(configuration)
        _ = bench.compositor.foreground.show(.application)
        bench.connect([Bench.panel(), Bench.external()])
        _ = (bench.content.takeInputs(), application.takeInputs())
        key(bench, 125, true)
        key(bench, Self.keyA, true)
        #expect(codes(bench.content) == [109])
        key(bench, Self.keyA, false)
        #expect(codes(bench.content) == [109])
        #expect(codes(application) == [125])
        // Held when the content gets the keyboard, it is up once.
        key(bench, Self.keyA, true)
        _ = bench.compositor.foreground.show(.content)
        key(bench, Self.keyA, false)
        let ups = bench.content.takeInputs().filter { input in
            switch input {
            case .key(109, pressed: false, _), .releaseAll: true
            default: false
            }
        }
        #expect(ups.count == 1)
    }
}
