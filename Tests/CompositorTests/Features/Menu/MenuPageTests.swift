import Control
import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The menu's pages of windows, programs and displays, and swipes from window to window, on a 1280x800 panel.
@Suite struct MenuPageTests {
    private let glass = DeviceID(1)
    private let fake = FakeMenu()
    private let programs = FakePrograms()
    private let application = FakeContent()

    private func bench(
        _ configuration: Configuration = Configuration(), outputs: [OutputDescription]? = nil,
        hasApplication: Bool = false
    ) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: outputs ?? [Bench.panel(), Bench.external()],
            application: application, menu: fake, programs: programs)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        if hasApplication { bench.compositor.foreground.applicationStarted() }
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        return bench
    }

    private func window(
        _ number: Int, _ title: String, isActive: Bool = false, isMinimized: Bool = false, isUrgent: Bool = false
    ) -> SwitchableWindow {
        SwitchableWindow(
            number: number, appID: AppID("app\(number)"), title: title, isActive: isActive, isMinimized: isMinimized,
            isUrgent: isUrgent)
    }

    private func touch(_ bench: Bench, _ x: Double, _ y: Double, slot: Int32 = 0, isDown: Bool = true) {
        let position = DevicePosition(x: x / 1280, y: y / 800)
        bench.compositor.input.inputReceived(
            isDown
                ? .touchDown(glass, slot: slot, position, bench.loop.now)
                : .touchMotion(glass, slot: slot, position, bench.loop.now))
    }

    private func lift(_ bench: Bench, slot: Int32 = 0) {
        bench.compositor.input.inputReceived(.touchUp(glass, slot: slot, bench.loop.now))
        bench.loop.settle()
    }

    private func tap(_ bench: Bench, _ item: MenuItem, slot: Int32 = 0) throws {
        let entry = try #require(bench.compositor.menu.entries?.first { $0.item == item.name }, "\(item)")
        let frame = entry
        touch(
            bench, Double(frame.x) + Double(frame.width) / 2, Double(frame.y) + Double(frame.height) / 2, slot: slot)
        lift(bench, slot: slot)
    }

    private func items(_ bench: Bench) -> [String] { (bench.compositor.menu.entries ?? []).map(\.item) }

    private func entry(_ bench: Bench, _ item: String) -> MenuStatus.Entry? {
        bench.compositor.menu.entries?.first { $0.item == item }
    }

    // MARK: Windows

    @Test func windowsAreListedByTheirTitles() throws {
        let bench = bench(hasApplication: true)
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(!items(bench).contains("windows"))
        bench.content.switchableWindows = [
            window(4, "Letter\nto \u{202E}you", isActive: true), window(2, "", isMinimized: true),
        ]
        application.switchableWindows = [window(9, "Notes", isActive: true)]
        bench.content.observer?.contentDescriptionChanged()
        #expect(entry(bench, "windows")?.value == "Letter to you")
        try tap(bench, .windows)
        #expect(items(bench) == ["back", "window-4", "window-2", "panel-window-9", "close-windows", "close"])
        #expect(entry(bench, "window-4")?.name == "Letter to you")
        #expect(entry(bench, "window-4")?.value == "In use")
        #expect(entry(bench, "window-2")?.name == "app2" && entry(bench, "window-2")?.value == "Minimised")
        #expect(entry(bench, "panel-window-9")?.value == "app9")
        try tap(bench, .back)
        #expect(items(bench).first == "mode")
        try tap(bench, .windows)
        try tap(bench, .window(.content, 2))
        #expect(bench.content.switched == [2] && !bench.compositor.menu.isOpen)
        #expect(bench.compositor.foreground.choice == .content)
        // A window of the panel application comes to the panel with it.
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .windows)
        try tap(bench, .window(.application, 9))
        #expect(application.switched == [9] && bench.compositor.foreground.choice == .application)
    }

    /// A window in use, such as one whose dialog asks, says so and nothing else.
    @Test(arguments: [(Language.english, "Wants attention"), (.japanese, "呼び出し中")])
    func windowsThatAskForAttentionSaySo(in language: Language, text: String) throws {
        var configuration = Configuration()
        configuration.interface.language = language
        let bench = bench(configuration)
        bench.content.switchableWindows = [
            window(4, "four", isActive: true, isUrgent: true), window(2, "two", isUrgent: true),
            window(3, "three", isMinimized: true, isUrgent: true),
        ]
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .windows)
        #expect(entry(bench, "window-4")?.value == PanelText.windowInUse.text(in: language))
        #expect(entry(bench, "window-2")?.value == text)
        #expect(entry(bench, "window-3")?.value == text)
    }

    @Test func windowsAreClosedThere() throws {
        programs.programs = [
            InstalledProgram(name: "Two", command: ["two"], icon: "/two.png", id: "App2"),
            InstalledProgram(name: "Four", command: ["four"], icon: "/four.png", id: "four", windowClass: "APP4"),
        ]
        let bench = bench()
        bench.content.switchableWindows = [window(4, "four", isActive: true), window(2, "two"), window(1, "one")]
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .windows)
        #expect(
            fake.scenes.last?.tiles.map(\.entry.icon) == [nil, .file("/four.png"), .file("/two.png"), nil, nil, nil])
        try tap(bench, .closeWindows)
        #expect(
            items(bench) == ["back", "close-window-4", "close-window-2", "close-window-1", "close-windows", "close"])
        try tap(bench, .closeWindow(.content, 2))
        #expect(bench.content.closed == [2] && bench.content.switched.isEmpty)
        bench.content.switchableWindows.remove(at: 1)
        bench.content.observer?.contentDescriptionChanged()
        #expect(items(bench) == ["back", "close-window-4", "close-window-1", "close-windows", "close"])
        try tap(bench, .closeWindows)
        #expect(items(bench).contains("window-4"))
        bench.compositor.menu.close()
        bench.compositor.perform(.windowClose)
        #expect(bench.content.closed == [2, 4], "the window in use")
        #expect(bench.compositor.windows.close("app1") && !bench.compositor.windows.close("app2"))
        #expect(bench.content.closed == [2, 4, 1])
    }

    private func swipe(_ bench: Bench, dx: Double) {
        for slot in 0..<3 as Range<Int32> { touch(bench, 400 + 100 * Double(slot), 400, slot: slot) }
        for step in 1...20 {
            for slot in 0..<3 as Range<Int32> {
                touch(bench, 400 + 100 * Double(slot) + dx * Double(step), 400, slot: slot, isDown: false)
            }
        }
        for slot in 0..<3 as Range<Int32> { lift(bench, slot: slot) }
    }

    /// Downs of the content that have not ended.
    private func open(_ inputs: [ContentInput]) -> Int {
        inputs.reduce(0) { count, input in
            switch input {
            case .touchDown: count + 1
            case .touchUp: count - 1
            case .touchCancel: 0
            default: count
            }
        }
    }

    @Test(arguments: [ControllerMode.direct, .view])
    func threeFingersGoFromWindowToWindow(mode: ControllerMode) {
        var configuration = Configuration()
        configuration.controller.mode = mode
        let bench = bench(configuration)
        bench.content.switchableWindows = [window(1, "one", isActive: true), window(2, "two"), window(3, "three")]
        swipe(bench, dx: 10)
        #expect(bench.content.switched == [2])
        #expect(bench.notices.texts.last == "two")
        swipe(bench, dx: 10)
        #expect(bench.content.switched == [2, 3])
        swipe(bench, dx: -10)
        #expect(bench.content.switched == [2, 3, 2])
        let inputs = bench.content.takeInputs()
        #expect(open(inputs) == 0)
        #expect(mode == .direct || !inputs.contains { if case .touchDown = $0 { true } else { false } })
        bench.content.switchableWindows = [window(1, "one", isActive: true)]
        swipe(bench, dx: 10)
        #expect(bench.content.switched.count == 3)
        #expect(bench.notices.texts.last == "There is no other window")
    }

    @Test func onATrackpadThreeFingersAreTheApplications() {
        var configuration = Configuration()
        configuration.controller.mode = .trackpad
        let bench = bench(configuration)
        bench.content.switchableWindows = [window(1, "one", isActive: true), window(2, "two")]
        // Brings the pointer to the content.
        touch(bench, 400, 400)
        for step in 1...20 { touch(bench, 400 + 10 * Double(step), 400, isDown: false) }
        lift(bench)
        swipe(bench, dx: 10)
        #expect(bench.content.switched.isEmpty)
        #expect(
            bench.content.takeInputs().contains { input in
                if case .pointerGesture(.begin(.swipe, fingers: 3), _) = input { true } else { false }
            })
    }

    @Test func fingersThatBelongToTheApplicationSwitchNothing() {
        var configuration = Configuration()
        configuration.controller.twoFingers = .application
        configuration.controller.longPress = .application
        let bench = bench(configuration)
        bench.content.switchableWindows = [window(1, "one", isActive: true), window(2, "two")]
        swipe(bench, dx: 10)
        #expect(bench.content.switched.isEmpty)
        let inputs = bench.content.takeInputs()
        #expect(inputs.filter { if case .touchDown = $0 { true } else { false } }.count == 3)
        #expect(open(inputs) == 0)
    }

    // MARK: Programs

    @Test func programsAreListedWhereAskedFor() throws {
        programs.programs = [
            InstalledProgram(name: "Calc", command: ["calc"]),
            InstalledProgram(name: "Files", command: ["files", "-n"]),
        ]
        var bench = bench()
        #expect(bench.compositor.menu.open(isFocused: true))
        #expect(!items(bench).contains("applications") && programs.reads == 0)
        var configuration = Configuration()
        configuration.menu.hasLauncher = true
        bench = self.bench(configuration)
        #expect(programs.reads == 1)
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .applications)
        #expect(items(bench) == ["back", "application-1", "application-2", "close"])
        #expect(entry(bench, "application-2")?.name == "Files")
        try tap(bench, .launch(1))
        #expect(programs.launched.map(\.command) == [["files", "-n"]])
        #expect(!bench.compositor.menu.isOpen)
        // Read anew whenever the page is opened.
        programs.programs = (0..<60).map { InstalledProgram(name: "Program \($0)", command: ["p\($0)"]) }
        #expect(bench.compositor.menu.open(isFocused: true))
        try tap(bench, .applications)
        #expect(items(bench).contains("more") && entry(bench, "application-1")?.name == "Program 0")
        programs.failure = "no such program"
        try tap(bench, .launch(2))
        #expect(bench.notices.texts.last == "Failed: Program 2: no such program")
    }

    // MARK: Questions

    /// Asks, and notes the answers.
    private final class Asker {
        private(set) var answers: [PanelAnswer] = []

        func ask(_ bench: Bench, _ request: AskRequest = AskRequest("Start?")) -> String? {
            let refusal = bench.compositor.menu.ask(request, by: ObjectIdentifier(self)) { self.answers.append($0) }
            bench.loop.settle()
            return refusal
        }
    }

    private func settle(_ bench: Bench) { bench.loop.advance(microseconds: 600_000) }

    @Test(arguments: [(MenuItem.allow, PanelAnswer.allowed), (.refuse, .refused), (.close, .unanswered)])
    func aQuestionIsAnswered(entry: MenuItem, answer: PanelAnswer) throws {
        let bench = bench()
        let asker = Asker()
        #expect(asker.ask(bench) == nil)
        #expect(items(bench) == ["allow", "refuse", "close"])
        #expect(fake.scenes.last?.title == "Start?")
        settle(bench)
        try tap(bench, entry)
        #expect(asker.answers == [answer])
        #expect(!bench.compositor.menu.isOpen)
        // The panel is free for another one.
        #expect(asker.ask(bench) == nil)
    }

    @Test func pressesOnTheirWayAreNoAnswers() throws {
        let bench = bench()
        let asker = Asker()
        #expect(asker.ask(bench) == nil)
        try tap(bench, .allow)
        touch(bench, 20, 400)
        lift(bench)
        #expect(asker.answers.isEmpty)
        #expect(items(bench).first == "allow")
    }

    @Test func keysAnswer() {
        let bench = bench()
        let asker = Asker()
        #expect(asker.ask(bench) == nil)
        settle(bench)
        // No entry is highlighted before the first key.
        for code: UInt32 in [57, 106, 57] {
            bench.compositor.menu.take(.key(BoundKeys([], code), bench.loop.now))
        }
        #expect(asker.answers == [.refused])
    }

    @Test func oneQuestionIsAskedAtATime() {
        let bench = bench()
        let (first, second) = (Asker(), Asker())
        #expect(first.ask(bench) == nil)
        #expect(second.ask(bench)?.contains("another question") == true)
        #expect(first.answers.isEmpty && second.answers.isEmpty)
    }

    @Test func aQuestionEndsWithItsTime() {
        let bench = bench()
        let asker = Asker()
        #expect(asker.ask(bench, AskRequest("Start?", seconds: 5)) == nil)
        bench.loop.advance(microseconds: 4_900_000)
        #expect(asker.answers.isEmpty)
        bench.loop.advance(microseconds: 200_000)
        #expect(asker.answers == [.unanswered])
        #expect(!bench.compositor.menu.isOpen)
    }

    @Test func theTimeOfAnEarlierQuestionIsNotThatOfTheNext() throws {
        let bench = bench()
        let asker = Asker()
        #expect(asker.ask(bench, AskRequest("Start?", seconds: 5)) == nil)
        settle(bench)
        try tap(bench, .refuse)
        #expect(asker.ask(bench, AskRequest("Again?", seconds: 60)) == nil)
        bench.loop.advance(microseconds: 10_000_000)
        #expect(asker.answers == [.refused])
    }

    @Test func whatComesFirstEndsAQuestion() {
        for end: (Bench) -> Void in [
            { $0.connect([]) }, { $0.compositor.lock.lock(true) }, { $0.compositor.menu.close() },
            { $0.connect([Bench.panel(), Bench.external(), Self.second]) },
        ] {
            let bench = bench(asking())
            let asker = Asker()
            #expect(asker.ask(bench) == nil)
            end(bench)
            bench.loop.settle()
            #expect(asker.answers == [.unanswered])
        }
    }

    @Test func nobodyIsAskedInAKioskOrWithoutAPanel() {
        var kiosk = Configuration()
        kiosk.kiosk.isEnabled = true
        let asker = Asker()
        #expect(asker.ask(bench(kiosk))?.contains("kiosk") == true)
        let dark = bench()
        dark.connect([])
        #expect(asker.ask(dark)?.contains("no panel") == true)
        #expect(asker.answers.isEmpty)
    }

    @Test func aQuestionIsInThePanelsLanguage() {
        var configuration = Configuration()
        configuration.interface.language = .japanese
        let bench = bench(configuration)
        #expect(Asker().ask(bench, AskRequest("Start?", japanese: "始めますか")) == nil)
        #expect(fake.scenes.last?.title == "始めますか")
        #expect(entry(bench, "allow")?.name == "許可する")
    }

    // MARK: Displays

    private static let second = Bench.output("DP-1", .displayPort, 1920, 1080)

    private func asking() -> Configuration {
        var configuration = Configuration()
        configuration.external.policy = .ask
        return configuration
    }

    private func external(_ bench: Bench) -> String? { bench.compositor.plan.contentScreen?.output.id.name }

    @Test func aSecondDisplayIsAskedFor() throws {
        let bench = bench(asking())
        #expect(!bench.compositor.menu.isOpen, "what is there at the start is not asked for")
        bench.connect([Bench.panel(), Bench.external(), Self.second])
        #expect(items(bench) == ["display-HDMI-A-1", "display-DP-1", "close"])
        #expect(
            bench.compositor.status(version: "test").overlays.menu?.question
                == PanelText.mainQuestion.text(in: .english))
        #expect(entry(bench, "display-DP-1")?.value == "1920\u{D7}1080")
        #expect(external(bench) == "HDMI-A-1")
        try tap(bench, .display(OutputID("DP-1")))
        #expect(!bench.compositor.menu.isOpen && external(bench) == "DP-1")
    }

    @Test func withoutAnAnswerThePresentOneStays() {
        let bench = bench(asking())
        bench.connect([Bench.panel(), Bench.external(1280, 720), Bench.output("DP-1", .displayPort, 3840, 2160)])
        #expect(bench.compositor.menu.isOpen)
        touch(bench, 20, 400)
        lift(bench)
        #expect(!bench.compositor.menu.isOpen && external(bench) == "HDMI-A-1")
        bench.connect([Bench.panel(), Bench.external(1280, 720)])
        bench.connect([Bench.panel(), Bench.external(1280, 720), Self.second])
        #expect(bench.compositor.menu.isOpen)
        bench.loop.advance(microseconds: 21_000_000)
        #expect(!bench.compositor.menu.isOpen && external(bench) == "HDMI-A-1")
        bench.connect([Bench.panel(), Bench.external(1280, 720)])
        bench.connect([Bench.panel(), Bench.external(1280, 720), Self.second])
        #expect(bench.compositor.menu.isOpen)
        // The question goes with the display.
        bench.connect([Bench.panel(), Bench.external(1280, 720)])
        #expect(!bench.compositor.menu.isOpen)
    }

    @Test func otherPoliciesDoNotAsk() {
        for policy in [ExternalPolicy.largest, .first] {
            var configuration = Configuration()
            configuration.external.policy = policy
            let bench = bench(configuration)
            bench.connect([Bench.panel(), Bench.external(), Self.second])
            #expect(!bench.compositor.menu.isOpen)
        }
    }

    // MARK: A larger display

    @Test(arguments: [ExternalPolicy.largest, .ask])
    func aLargerDisplayLeavesThePanelApplicationsTouch(policy: ExternalPolicy) throws {
        var configuration = Configuration()
        configuration.external.policy = policy
        let bench = bench(configuration, outputs: [Bench.panel(), Bench.external(1280, 720)], hasApplication: true)
        _ = bench.compositor.foreground.show(.application)
        _ = application.takeInputs()
        touch(bench, 600, 400)
        #expect(application.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bench.connect([Bench.panel(), Bench.external(1280, 720), Bench.output("DP-1", .displayPort, 3840, 2160)])
        if policy == .ask { try tap(bench, .display(OutputID("DP-1")), slot: 5) }
        #expect(external(bench) == "DP-1")
        #expect(bench.compositor.foreground.choice == .application)
        touch(bench, 640, 420, isDown: false)
        lift(bench)
        let inputs = application.takeInputs()
        #expect(!inputs.contains(.touchCancel))
        #expect(inputs.filter { if case .touchMotion = $0 { true } else { false } }.count == 1)
        #expect(inputs.filter { if case .touchUp = $0 { true } else { false } }.count == 1)
    }

    @Test func aLargerDisplayEndsTheContentsTouchOnce() {
        let bench = bench(outputs: [Bench.panel(), Bench.external(1280, 720)], hasApplication: true)
        touch(bench, 600, 400)
        #expect(open(bench.content.takeInputs()) == 1)
        bench.connect([Bench.panel(), Bench.external(1280, 720), Bench.output("DP-1", .displayPort, 3840, 2160)])
        #expect(external(bench) == "DP-1")
        touch(bench, 640, 420, isDown: false)
        lift(bench)
        let inputs = bench.content.takeInputs()
        #expect(inputs.filter { $0 == .touchCancel }.count == 1)
        #expect(!inputs.contains { if case .touchUp = $0 { true } else { false } })
    }
}
