import Geometry
import Testing

@testable import Mirroring

/// The plan of displays with applications of their own, one of which the panel controls or none.
@Suite struct OwnApplicationPlanTests {
    private let panel = PlanDisplays.panel
    private let external = PlanDisplays.external
    private let own = OwnOutput(output: PlanDisplays.other, application: 3)
    private let application = HostedApplication.display(3)

    private var home: ContentPlacement { .onPanel(panel) }
    private var pair: ContentPlacement { .onExternal(external, controlledFrom: panel) }

    private func plan(_ placement: ContentPlacement, controlled: Int? = nil, isLocked: Bool = false) -> ScreenPlan {
        var wishes = ScreenWishes()
        (wishes.controlled, wishes.isLocked) = (controlled, isLocked)
        return ScreenPlan(placement, own: [own], wishes)
    }

    @Test func theContentIsControlledUnlessTheUserSaysOtherwise() {
        let plan = plan(pair)
        #expect(plan.controlled == .content && plan.panel?.view?.source == external.id)
        #expect(plan.screens[own.output.id]?.base == .own && plan.places[application] == .output(own.output.id))
        #expect(plan.layouts[application]?.size == own.output.size.reinterpreted())
        #expect(plan.displays.map(\.screen.name) == [panel, external, own.output].map(\.id.name))
        #expect(plan.displays[2].content == nil, "it shows no content")
    }

    @Test func theControllerShowsTheControlledOne() {
        let plan = plan(pair, controlled: 3)
        #expect(plan.controlled == application && plan.controlledScreen?.output == own.output)
        #expect(plan.panelBase == .controller && plan.panel?.view?.source == own.output.id)
        #expect(plan.application(on: own.output.id) == application)
        #expect(plan.places[.content] == .output(external.id) && plan.mirroredOutput == external.id)
        #expect(plan.inputGeometry.contentSize == own.output.size.reinterpreted())
        #expect(plan.contentGeometry.contentSize == external.size.reinterpreted())
        #expect(plan.displays[0].content == nil)
        #expect(self.plan(pair, controlled: 4).controlled == .content, "no display shows it")
    }

    @Test func contentAtHomeIsBehindTheControllerOfAnother() {
        let plan = plan(home, controlled: 3)
        #expect(plan.panelBase == .controller && plan.places[.content] == .memory(panel.size))
        #expect(plan.mirroredOutput == nil)
        #expect(self.plan(home).panelBase == .content)
    }

    @Test func aLockedSessionShowsTheLockerEverywhere() {
        for placement in [home, pair] {
            let plan = plan(placement, controlled: 3, isLocked: true)
            #expect(plan.controlled == .content && plan.places[application] == nil)
            let view = plan.controller(on: own.output.id)
            #expect(view?.source == placement.contentOutput?.id, "it shows what the content's display does")
        }
    }

    @Test func itsPlugsDoNotDisturbInput() {
        let without = ScreenPlan(pair, ScreenWishes())
        let changes = plan(pair).changes(from: without)
        #expect(changes.moved == [application] && !changes.isInputDisturbed)
        #expect(!without.changes(from: plan(pair)).isInputDisturbed)
        #expect(without.changes(from: plan(pair, controlled: 3)).isInputDisturbed)
        #expect(plan(pair, controlled: 3).changes(from: plan(pair)).isInputDisturbed)
    }

    @Test func blackForViewersCoversIt() {
        var wishes = ScreenWishes()
        wishes.blank = .external
        let plan = ScreenPlan(pair, own: [own], wishes)
        #expect(plan.screens[own.output.id]?.isCovered == true && plan.panel?.isBlank == false)
    }
}
