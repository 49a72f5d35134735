import Geometry
import Mirroring
import Testing

/// Screens to plan for.
enum PlanDisplays {
    static func enabled(_ description: OutputDescription, _ transform: Transform = .normal) -> EnabledOutput {
        EnabledOutput(description: description, mode: description.modes[0], transform: transform)
    }

    static let panel = enabled(Displays.panel)
    static let external = enabled(Displays.fourK)
    static let other = enabled(Displays.connected("DP-1", .displayPort))
}

@Suite struct ScreenPlanTests {
    private let panel = PlanDisplays.panel
    private let external = PlanDisplays.external

    private func wishes(_ choice: HostedApplication = .content) -> ScreenWishes {
        var wishes = ScreenWishes()
        wishes.foreground.applicationStarted()
        _ = wishes.foreground.show(choice)
        return wishes
    }

    private func bases(_ plan: ScreenPlan) -> [String: ScreenBase] {
        Dictionary(uniqueKeysWithValues: plan.screens.map { ($0.key.name, $0.value.base) })
    }

    @Test("Placement and foreground decide what is where")
    func places() {
        let alone = ContentPlacement.onPanel(panel)
        let pair = ContentPlacement.onExternal(external, controlledFrom: panel)
        typealias Places = [HostedApplication: ApplicationPlace]
        let cases: [(ContentPlacement, HostedApplication, [String: ScreenBase], Places)] = [
            (.parked, .content, [:], [:]),
            (.parked, .application, [:], [:]),
            (alone, .content, ["DSI-1": .content], [.content: .output(panel.id)]),
            (
                alone, .application, ["DSI-1": .application],
                [.content: .memory(panel.size), .application: .output(panel.id)]
            ),
            (
                pair, .content, ["DSI-1": .controller, "HDMI-A-1": .content],
                [.content: .output(external.id)]
            ),
            (
                pair, .application, ["DSI-1": .application, "HDMI-A-1": .content],
                [.content: .output(external.id), .application: .output(panel.id)]
            ),
        ]
        for (placement, choice, bases, places) in cases {
            let plan = ScreenPlan(placement, wishes(choice))
            #expect(self.bases(plan) == bases, "\(placement) \(choice)")
            #expect(plan.places == places, "\(placement) \(choice)")
        }
    }

    @Test(
        "Windows and the bar leave the edges free that the external cuts off, full-screen windows always",
        arguments: [true, false])
    func overscan(isBarOverFullscreen: Bool) throws {
        var configuration = Configuration()
        configuration.external.overscanPercent = 5
        configuration.hud.isOverFullscreen = isBarOverFullscreen
        var wishes = ScreenWishes(configuration: configuration)
        wishes.bar = BarDock(role: .external, isAtTop: false, height: 40)
        let plan = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
        let screen = try #require(plan.screen(in: .external))
        #expect(external.size == Size(width: 3840, height: 2160))
        #expect(screen.bar == Rect(x: 192, y: 2160 - 108 - 40, width: 3840 - 2 * 192, height: 40))
        let overscan = EdgeMargins(top: 108, right: 192, bottom: 108, left: 192)
        let all = overscan.union(EdgeMargins(bottom: 148))
        let layout = try #require(plan.layouts[.content])
        #expect(layout.reserved == all)
        #expect(layout.reservedFromFullscreen == (isBarOverFullscreen ? overscan : all))
        #expect(plan.panel?.reserved == EdgeMargins.none, "the panel is whole")
    }

    @Test("A window that cannot be as small as the panel is laid out on a larger screen of the panel's shape")
    func spread() throws {
        let panel = PlanDisplays.enabled(
            Displays.connected("DSI-1", .dsi, modes: [Displays.mode(800, 480, preferred: true)]))
        let alone = ContentPlacement.onPanel(panel)
        var wishes = wishes()
        wishes.leastArea = Size(width: 800, height: 480)
        #expect(ScreenPlan(alone, wishes).places == [.content: .output(panel.id)])
        wishes.leastArea = Size(width: 1358, height: 770)
        let plan = ScreenPlan(alone, wishes)
        #expect(plan.places == [.content: .spread(panel.id, Size(width: 1358, height: 815))])
        #expect(bases(plan) == ["DSI-1": .controller])
        #expect(plan.layouts[.content]?.size == Size(width: 1358, height: 815))
        let view = try #require(plan.controller(on: panel.id))
        #expect(view.viewport.frame == Rect(x: 0, y: 0, width: 800, height: 480))
        let corner = plan.inputGeometry.viewport?.externalPoint(at: Point(x: 799.5, y: 479.5))
        #expect(corner.map { $0.x > 1357 && $0.y > 814 } ?? false)
        // A bar is beside the controller.
        wishes.bar = BarDock(role: .panel, isAtTop: true, height: 48)
        let docked = ScreenPlan(alone, wishes)
        #expect(docked.layouts[.content]?.reserved == EdgeMargins.none)
        #expect(docked.controller(on: panel.id)?.viewport.area == Rect(x: 0, y: 48, width: 800, height: 432))
        // Not more than four times as wide.
        wishes.leastArea = Size(width: 100_000, height: 1)
        #expect(ScreenPlan(alone, wishes).layouts[.content]?.size.width == 3200)
        // The application behind the panel application, or on an external, is laid out as ever.
        _ = wishes.foreground.show(.application)
        #expect(ScreenPlan(alone, wishes).places[.content] == .memory(panel.size))
        let pair = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
        #expect(pair.places[.content] == .output(external.id))
    }

    @Test("The content is laid out for the output that carries it, the panel application always for the panel")
    func layouts() {
        for choice in HostedApplication.allCases {
            let pair = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes(choice))
            #expect(pair.layouts[.content]?.name == "HDMI-A-1")
            #expect(pair.layouts[.content]?.size == Size(width: 3840, height: 2160))
            #expect(pair.layouts[.application]?.name == "DSI-1")
            let alone = ScreenPlan(.onPanel(panel), wishes(choice))
            #expect(alone.layouts[.content]?.size == Size(width: 1280, height: 800))
        }
        #expect(ScreenPlan(.parked, wishes()).layouts.isEmpty)
    }

    @Test("Each role has its configured scale, which comes before the display's own")
    func scales() {
        var configuration = Configuration()
        configuration.panel.scale = Scale(1.5)
        configuration.external.scale = Scale(2).map(ExternalScale.fixed)
        let plan = ScreenPlan(
            .onExternal(external, controlledFrom: panel), ScreenWishes(configuration: configuration))
        #expect(plan.panel?.scale == Scale(1.5))
        #expect(plan.layouts[.content]?.scale == Scale(2))
        #expect(plan.layouts[.application]?.scale == Scale(1.5))
    }

    @Test("A scale for the controller depends on the panel's size, and not on what is docked to the panel")
    func scaleForTheController() {
        var configuration = Configuration()
        configuration.external.scale = .controller
        var wishes = ScreenWishes(configuration: configuration)
        let placement = ContentPlacement.onExternal(external, controlledFrom: panel)
        let scale = ScreenPlan(placement, wishes).layouts[.content]?.scale
        #expect(scale.map { $0.factor > 2 } == true)
        wishes.keyboard = EdgeMargins(bottom: 300)
        wishes.bar = BarDock(role: .panel, isAtTop: true, height: 50)
        #expect(ScreenPlan(placement, wishes).layouts[.content]?.scale == scale)
        #expect(ScreenPlan(.onPanel(panel), wishes).layouts[.content]?.scale == .one)
    }

    @Test(
        "A bar takes its edge from the windows or from the controller of its output, but not from a picture in memory")
    func bars() {
        var wishes = wishes()
        wishes.bar = BarDock(role: .panel, isAtTop: true, height: 50)
        let alone = ScreenPlan(.onPanel(panel), wishes)
        #expect(alone.panel?.bar == Rect(x: 0, y: 0, width: 1280, height: 50))
        #expect(alone.layouts[.content]?.reserved == EdgeMargins(top: 50))
        let pair = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
        #expect(pair.layouts[.content]?.reserved == EdgeMargins.none)
        #expect(pair.controller(on: panel.id)?.viewport.frame == Rect(x: 0, y: 65, width: 1280, height: 720))
        _ = wishes.foreground.show(.application)
        let covered = ScreenPlan(.onPanel(panel), wishes)
        #expect(covered.layouts[.content]?.reserved == EdgeMargins.none)
        #expect(covered.layouts[.application]?.reserved == EdgeMargins(top: 50))
        wishes.bar = BarDock(role: .external, isAtTop: false, width: 600)
        #expect(ScreenPlan(.onPanel(panel), wishes).panel?.bar == nil)
        let external = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes).screen(in: .external)
        #expect(external?.bar == Rect(x: 1620, y: 2080, width: 600, height: 80))
        #expect(external?.reserved == EdgeMargins(bottom: 80))
    }

    @Test("An absurd bar covers its output and no more", arguments: [true, false])
    func absurdBar(isAtTop: Bool) {
        var wishes = wishes()
        wishes.bar = BarDock(role: .panel, isAtTop: isAtTop, width: .max, height: .max)
        let plan = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
        #expect(plan.panel?.bar == panel.size.bounds)
        #expect(plan.controller(on: panel.id)?.viewport.frame.isEmpty == false)
    }

    @Test("The view of the external stays known while the panel application covers the controller")
    func coveredController() {
        let plan = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes(.application))
        #expect(plan.controller(on: panel.id) == nil)
        #expect(plan.panel?.view?.source == external.id)
        #expect(plan.inputGeometry.viewport == plan.panel?.view?.viewport)
    }

    @Test("A frozen external shows a still, and the content goes on behind it as if nothing had happened")
    func frozen() {
        var wishes = wishes()
        let pair = ContentPlacement.onExternal(external, controlledFrom: panel)
        let live = ScreenPlan(pair, wishes)
        wishes.frozen = external.id
        let plan = ScreenPlan(pair, wishes)
        #expect(bases(plan) == ["DSI-1": .controller, "HDMI-A-1": .still])
        #expect(plan.places == [.content: .behind(external.id)])
        #expect(plan.frozen == external.id && live.frozen == nil)
        #expect(plan.contentScreen?.output.id == external.id)
        #expect(plan.layouts == live.layouts && plan.inputGeometry == live.inputGeometry)
        #expect(plan.controller(on: panel.id) == live.controller(on: panel.id))
        // Only that display is frozen, and only while it carries the content.
        #expect(ScreenPlan(.onPanel(panel), wishes).frozen == nil)
        #expect(ScreenPlan(.onExternal(PlanDisplays.other, controlledFrom: panel), wishes).frozen == nil)
        #expect(ScreenPlan(.onPanel(external), wishes).places == [.content: .output(external.id)])
    }

    @Test("While an external that dropped out is waited for, the content goes on in memory as if nothing had happened")
    func away() {
        let live = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes())
        let plan = ScreenPlan(.held(external, controlledFrom: panel), wishes())
        #expect(bases(plan) == ["DSI-1": .controller, "HDMI-A-1": .away])
        #expect(plan.places == [.content: .behind(external.id)])
        #expect(plan.away == external.id && live.away == nil)
        #expect(plan.layouts == live.layouts && plan.inputGeometry == live.inputGeometry)
        #expect(plan.controller(on: panel.id) == live.controller(on: panel.id))
        let changes = plan.changes(from: live)
        #expect(!changes.isInputDisturbed && changes.moved.isEmpty && changes.layouts.isEmpty)
        #expect(changes.reshown == [.content] && live.changes(from: plan).reshown == [.content])
        var frozen = wishes()
        frozen.frozen = external.id
        #expect(ScreenPlan(.held(external, controlledFrom: panel), frozen).away == external.id)
    }

    @Test("A still is black by itself: nothing covers the content behind it")
    func blankStill() {
        var wishes = wishes()
        (wishes.frozen, wishes.blank) = (external.id, .external)
        let plan = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
        #expect(plan.screens[external.id]?.isBlank == true && plan.screens[external.id]?.isCovered == false)
    }

    @Test("Blanking covers what it names")
    func blank() {
        var wishes = wishes()
        for (extent, black) in [(BlankExtent?.none, []), (.external, ["HDMI-A-1"]), (.all, ["DSI-1", "HDMI-A-1"])] {
            wishes.blank = extent
            let plan = ScreenPlan(.onExternal(external, controlledFrom: panel), wishes)
            #expect(plan.screens.filter(\.value.isBlank).map(\.key.name).sorted() == black)
        }
    }
}

@Suite struct ScreenChangesTests {
    private let panel = PlanDisplays.panel
    private let pair = ContentPlacement.onExternal(PlanDisplays.external, controlledFrom: PlanDisplays.panel)

    private func changes(
        _ old: ContentPlacement, _ next: ContentPlacement? = nil, _ change: (inout ScreenWishes) -> Void = { _ in }
    ) -> ScreenChanges {
        var wishes = ScreenWishes()
        wishes.foreground.applicationStarted()
        let before = ScreenPlan(old, wishes)
        change(&wishes)
        return ScreenPlan(next ?? old, wishes).changes(from: before)
    }

    @Test func nothingFollowsFromNothing() {
        for placement in [.parked, .onPanel(panel), pair] { #expect(changes(placement).isEmpty) }
    }

    @Test("A plug moves the content and begins a controller")
    func plug() {
        let changes = changes(.onPanel(panel), pair)
        #expect(changes.moved == [.content])
        #expect(changes.controllers == [panel.id])
        #expect(changes.layouts[.content]?.name == "HDMI-A-1")
        #expect(changes.layouts[.application] == nil, "its screen is the same")
        #expect(changes.isInputDisturbed)
    }

    @Test("Another external is another source for the controller")
    func externalToExternal() {
        let changes = changes(pair, .onExternal(PlanDisplays.other, controlledFrom: panel))
        #expect(changes.moved == [.content])
        #expect(changes.controllers == [panel.id])
    }

    @Test("Another external leaves what is held on the panel application, and a foreground or a panel does not")
    func externalBesideApplication() {
        func isShown(_ wishes: inout ScreenWishes) {
            wishes.foreground.applicationStarted()
            _ = wishes.foreground.show(.application)
        }
        var wishes = ScreenWishes(configuration: Configuration())
        isShown(&wishes)
        let old = ScreenPlan(pair, wishes)
        let other = ScreenPlan(.onExternal(PlanDisplays.other, controlledFrom: panel), wishes).changes(from: old)
        #expect(other.isInputDisturbed && other.undisturbed == .application)
        #expect(ScreenPlan(.onPanel(panel), wishes).changes(from: old).undisturbed == .application)
        #expect(ScreenPlan(.parked, wishes).changes(from: old).undisturbed == nil)
        _ = wishes.foreground.show(.content)
        #expect(ScreenPlan(pair, wishes).changes(from: old).undisturbed == nil)
        #expect(changes(pair, .onExternal(PlanDisplays.other, controlledFrom: panel)).undisturbed == nil)
    }

    @Test("The foreground beside an external leaves the content alone")
    func foregroundBesideExternal() {
        let changes = changes(pair) { _ = $0.foreground.show(.application) }
        #expect(changes.moved == [.application])
        #expect(changes.controllers == [panel.id])
        #expect(changes.layouts.isEmpty)
        #expect(changes.isInputDisturbed)
    }

    @Test("The foreground on the panel alone sends the content into memory")
    func foregroundOnPanel() {
        let changes = changes(.onPanel(panel)) { _ = $0.foreground.show(.application) }
        #expect(changes.moved == [.content, .application])
        #expect(changes.controllers.isEmpty)
        #expect(changes.layouts.isEmpty)
    }

    @Test("A bar beside windows lays them out and disturbs nothing that is held")
    func barBesideWindows() {
        let changes = changes(.onPanel(panel)) { $0.bar = BarDock(role: .panel, isAtTop: true, height: 40) }
        #expect(changes.layouts[.content]?.reserved == EdgeMargins(top: 40))
        #expect(changes.isBarMoved && !changes.isInputDisturbed && !changes.isAnotherScene)
    }

    @Test("A bar beside the controller moves what is under the fingers")
    func barBesideController() {
        let changes = changes(pair) { $0.bar = BarDock(role: .panel, isAtTop: true, height: 200) }
        #expect(changes.controllers == [panel.id])
        #expect(changes.moved.isEmpty && changes.layouts[.content]?.reserved == EdgeMargins.none)
        #expect(changes.layouts[.content]?.handheld?.reserved == EdgeMargins(top: 200), "keyboards leave it free")
        #expect(changes.isInputDisturbed)
    }

    @Test("A keyboard beside the controller makes that smaller and leaves the content alone")
    func keyboardBesideController() {
        let changes = changes(pair) { $0.keyboard = EdgeMargins(bottom: 300) }
        #expect(changes.controllers == [panel.id])
        #expect(changes.moved.isEmpty && changes.layouts[.content] == nil)
        #expect(self.changes(.onPanel(panel)) { $0.keyboard = EdgeMargins(bottom: 300) }.isEmpty)
    }

    @Test("Another scale is taken up in place")
    func scale() {
        var configuration = Configuration()
        configuration.external.scale = Scale(2).map(ExternalScale.fixed)
        let changes = changes(pair) { $0.use(configuration) }
        #expect(changes.moved.isEmpty)
        #expect(changes.rescaled == [.content])
        #expect(changes.layouts[.content]?.scale == Scale(2))
        #expect(changes.isInputDisturbed)
    }

    @Test("Freezing leaves alone what is held, laid out and announced")
    func freeze() {
        let changes = changes(pair) { $0.frozen = PlanDisplays.external.id }
        #expect(changes.stills == [PlanDisplays.external.id])
        #expect(changes.reshown == [.content] && changes.moved.isEmpty && changes.layouts.isEmpty)
        #expect(changes.controllers == [panel.id])
        #expect(!changes.isInputDisturbed && !changes.isBlankingChanged)
        #expect(self.changes(.onPanel(panel)) { $0.frozen = PlanDisplays.external.id }.isEmpty)
    }

    @Test("A still becomes black, and is seen again, and gives way to the content")
    func blankWhileFrozen() {
        var wishes = ScreenWishes()
        wishes.frozen = PlanDisplays.external.id
        let frozen = ScreenPlan(pair, wishes)
        wishes.blank = .external
        let black = ScreenPlan(pair, wishes)
        #expect(black.changes(from: frozen).stills == [PlanDisplays.external.id])
        #expect(frozen.changes(from: black).stills == [PlanDisplays.external.id])
        #expect(!black.changes(from: frozen).isBlankingChanged)
        wishes.frozen = nil
        #expect(ScreenPlan(pair, wishes).changes(from: black).isBlankingChanged)
    }

    @Test("Blanking changes nothing below the black")
    func blank() {
        let changes = changes(pair) { $0.blank = .all }
        #expect(changes.isBlankingChanged && !changes.isAnotherScene && !changes.isInputDisturbed)
        #expect(changes.layouts.isEmpty)
    }

    @Test("A screen that comes while all are blank is covered")
    func plugWhileBlank() {
        var wishes = ScreenWishes()
        wishes.blank = .all
        let changes = ScreenPlan(pair, wishes).changes(from: ScreenPlan(.onPanel(panel), wishes))
        #expect(changes.isBlankingChanged)
    }

    @Test("Another mode of the same output is another picture")
    func mode() {
        let smaller = EnabledOutput(
            description: Displays.fourK, mode: Displays.fourK.modes[1], transform: .normal)
        let changes = changes(pair, .onExternal(smaller, controlledFrom: panel))
        #expect(changes.moved == [.content])
        #expect(changes.resized == [smaller.id])
        #expect(changes.controllers == [panel.id])
    }
}
