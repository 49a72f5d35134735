import Geometry
import Testing

@testable import Mirroring

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

    private func wishes(_ choice: PanelForeground.Choice = .content) -> ScreenWishes {
        var wishes = ScreenWishes()
        wishes.foreground.applicationStarted()
        _ = wishes.foreground.show(choice)
        return wishes
    }

    private func bases(_ plan: ScreenPlan) -> [String: ScreenBase] {
        Dictionary(uniqueKeysWithValues: plan.screens.map { ($0.key.name, $0.value.base) })
    }

    @Test("Tools see every display, and where the content lies on it")
    func displays() {
        let pair = ContentPlacement.onExternal(external, controlledFrom: panel)
        func seen(_ plan: ScreenPlan) -> [String] { plan.displays.map(\.screen.name) }
        #expect(seen(ScreenPlan(.parked, wishes())) == [])
        #expect(seen(ScreenPlan(.onPanel(panel), wishes())) == ["DSI-1"])
        let plan = ScreenPlan(pair, copies: [PlanDisplays.other], wishes())
        #expect(seen(plan) == ["DSI-1", "HDMI-A-1", "DP-1"])
        #expect(plan.displays[0].screen.size == panel.size.reinterpreted())
        #expect(plan.displays[0].content == plan.panel?.view?.viewport.frame.reinterpreted())
        #expect(plan.displays[1].content == external.size.bounds)
        #expect(ScreenPlan(pair, wishes(.application)).displays[0].content == nil)
        #expect(seen(ScreenPlan(.held(external, controlledFrom: panel), wishes())) == ["DSI-1"], "it is away")
        #expect(plan.changes(from: ScreenPlan(pair, wishes())).areDisplaysChanged)
    }

    @Test("Placement and foreground decide what is where")
    func places() {
        let alone = ContentPlacement.onPanel(panel)
        let pair = ContentPlacement.onExternal(external, controlledFrom: panel)
        typealias Places = [HostedApplication: ApplicationPlace]
        let cases: [(ContentPlacement, PanelForeground.Choice, [String: ScreenBase], Places)] = [
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
        for choice in PanelForeground.Choice.allCases {
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
        #expect(plan.frozen == [external.id] && live.frozen.isEmpty)
        #expect(plan.contentScreen?.output.id == external.id)
        #expect(plan.layouts == live.layouts && plan.inputGeometry == live.inputGeometry)
        #expect(plan.controller(on: panel.id) == live.controller(on: panel.id))
        // Only that display is frozen, and only while it carries the content.
        #expect(ScreenPlan(.onPanel(panel), wishes).frozen.isEmpty)
        #expect(ScreenPlan(.onExternal(PlanDisplays.other, controlledFrom: panel), wishes).frozen.isEmpty)
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

    private var both: Set<OutputID> { [external.id, PlanDisplays.other.id] }

    private func withCopy(_ wishes: ScreenWishes) -> ScreenPlan {
        ScreenPlan(.onExternal(external, controlledFrom: panel), copies: [PlanDisplays.other], wishes)
    }

    @Test("A display is frozen by itself, and the others go on")
    func frozenAlone() {
        let copy = PlanDisplays.other.id
        var wishes = wishes()
        wishes.freeze(copy, true, among: both)
        #expect(bases(withCopy(wishes)) == ["DSI-1": .controller, "HDMI-A-1": .content, copy.name: .still])
        #expect(withCopy(wishes).frozen == [copy] && withCopy(wishes).hidden == [copy])
        wishes.thaw()
        wishes.freeze(external.id, true, among: both)
        #expect(bases(withCopy(wishes)) == ["DSI-1": .controller, "HDMI-A-1": .still, copy.name: .controller])
        #expect(withCopy(wishes).places == [.content: .behind(external.id)])
        // Of all frozen displays, one goes on.
        wishes.thaw()
        wishes.frozen = external.id
        #expect(withCopy(wishes).frozen == both.sorted { $0.name < $1.name })
        wishes.freeze(external.id, false, among: both)
        #expect(withCopy(wishes).frozen == [copy])
        wishes.keep(blank: [], frozen: [external.id])
        #expect(withCopy(wishes).frozen.isEmpty)
    }

    @Test("A display is black by itself, and the others go on")
    func blankAlone() {
        let copy = PlanDisplays.other.id
        var wishes = wishes()
        wishes.blank(copy, true, among: both)
        #expect(withCopy(wishes).blank == [copy] && !withCopy(wishes).isContentBlank)
        #expect(withCopy(wishes).screens[copy]?.isCovered == true)
        // Black above the content would be in the copy too.
        wishes.unblank()
        wishes.blank(external.id, true, among: both)
        #expect(withCopy(wishes).blank == [external.id] && !withCopy(wishes).isContentBlank)
        #expect(bases(withCopy(wishes)) == ["DSI-1": .controller, "HDMI-A-1": .still, copy.name: .controller])
        #expect(withCopy(wishes).places == [.content: .behind(external.id)])
        wishes.blank = .external
        #expect(withCopy(wishes).isContentBlank && withCopy(wishes).blank.count == 2)
        wishes.blank(copy, false, among: both)
        #expect(withCopy(wishes).blank == [external.id])
        wishes.isLocked = true
        #expect(withCopy(wishes).blank.isEmpty, "nothing is above a locker")
    }

    @Test("A second controller shows all of the content while viewers see a still or black")
    func secondController() {
        let second = PlanDisplays.other.id
        var wishes = wishes()
        (wishes.controllers, wishes.zoom) = ([second], ControllerZoom(factor: 2))
        wishes.frozen = external.id
        var plan = withCopy(wishes)
        #expect(bases(plan) == ["DSI-1": .controller, "HDMI-A-1": .still, second.name: .controller])
        #expect(plan.screens[second]?.role == .controller && plan.screens[second]?.view?.zoom == .fit)
        #expect(plan.frozen == [external.id] && plan.hidden == [external.id])
        wishes.thaw()
        wishes.blank = .external
        plan = withCopy(wishes)
        #expect(plan.blank == [external.id] && plan.isContentBlank)
        (wishes.blank, wishes.idle) = (nil, [.panelOff])
        #expect(withCopy(wishes).off == [panel.id, second])
        // It is no part of a row.
        wishes.parts = [second]
        #expect(withCopy(wishes).canvas(of: .external) == external.size)
    }

    @Test("A display of a row is black by itself")
    func blankPart() {
        let part = PlanDisplays.other.id
        for id in both {
            var wishes = wishes()
            wishes.parts = [part]
            wishes.blank(id, true, among: both)
            let plan = withCopy(wishes)
            #expect(plan.blank == [id] && plan.screens[id]?.isCovered == true && !plan.isContentBlank)
        }
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
