import Geometry
import Testing

@testable import Mirroring

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
        // At home the content makes room itself; only what the service places moves.
        var room = ScreenChanges()
        room.isRoomChanged = true
        #expect(self.changes(.onPanel(panel)) { $0.keyboard = EdgeMargins(bottom: 300) } == room)
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
