import Geometry
import TestSupport
import Testing

@testable import Mirroring

/// Random placements and wishes: what must hold of every plan, and of every step from one to the next.
@Suite struct ScreenPlanRandomTests {
    private static let outputs = [
        Displays.panel, Displays.fourK, Displays.connected("DP-1", .displayPort),
        Displays.connected("DP-2", .displayPort, modes: [Displays.mode(800, 600, preferred: true)]),
    ]

    @Test(arguments: 0..<40)
    func invariantsHold(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var follower = PlanFollower()
        var wishes = ScreenWishes()
        var plan = ScreenPlan()
        for step in 0..<150 {
            change(&wishes, using: &random)
            let (placement, copies, own) = placement(using: &random)
            let next = ScreenPlan(placement, copies: copies, own: own, wishes)
            let changes = next.changes(from: plan)
            follower.apply(changes, of: next)
            let broken = violations(next) + follower.violations(next)
            guard broken.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(broken)")
                return
            }
            #expect(next.changes(from: next).isEmpty)
            if changes.isEmpty { #expect(follower.isSame(as: plan)) }
            plan = next
        }
    }

    private func placement(
        using random: inout SplitMix64
    ) -> (placement: ContentPlacement, copies: [EnabledOutput], own: [OwnOutput]) {
        let enabled = Self.outputs.shuffled(using: &random).compactMap { output in
            output.modes.randomElement(using: &random).map {
                EnabledOutput(
                    description: output, mode: $0, transform: random.chance(20) ? .rotated90 : .normal)
            }
        }
        let copies = Array(enabled.dropFirst(2).prefix(.random(in: 0...2, using: &random)))
        let rest = enabled.dropFirst(2 + copies.count)
        let own = zip(rest, [0, 1].shuffled(using: &random)).map { OwnOutput(output: $0, application: $1) }
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: (.parked, [], [])
        case 1: (.onPanel(enabled[0]), [], own)
        case 2: (.held(enabled[1], controlledFrom: enabled[0]), copies, own)
        default: (.onExternal(enabled[1], controlledFrom: enabled[0]), copies, own)
        }
    }

    private func change(_ wishes: inout ScreenWishes, using random: inout SplitMix64) {
        let all = Set(Self.outputs.map(\.id))
        let id = Self.outputs.randomElement(using: &random)?.id ?? Self.outputs[0].id
        switch Int.random(in: 0..<14, using: &random) {
        case 13: wishes.controlled = [nil, 0, 1].randomElement(using: &random) ?? nil
        case 10: wishes.blank(id, random.chance(60), among: all)
        case 11: wishes.freeze(id, random.chance(60), among: all)
        case 12: random.chance(50) ? wishes.thaw() : wishes.unblank()
        case 9: wishes.controllers = random.chance(50) ? [] : [id]
        case 8: wishes.parts = Set(Self.outputs.filter { _ in random.chance(50) }.map(\.id))
        case 7: wishes.isLocked = random.chance(40)
        case 6:
            wishes.leastArea =
                random.chance(40)
                ? .zero
                : Size(
                    width: .random(in: 0...9000, using: &random), height: .random(in: 0...9000, using: &random))
        case 0: wishes.foreground.applicationStarted()
        case 1: _ = wishes.foreground.applicationEnded()
        case 2: _ = wishes.foreground.show(PanelForeground.Choice.allCases.randomElement(using: &random) ?? .content)
        case 3:
            wishes.bar =
                random.chance(30)
                ? nil
                : BarDock(
                    role: random.chance(50) ? .panel : .external, isAtTop: random.chance(50),
                    width: [nil, 0, 600, .max].randomElement(using: &random) ?? nil,
                    height: [nil, 0, 40, 5000].randomElement(using: &random) ?? nil)
        case 5: wishes.frozen = random.chance(70) ? Self.outputs.randomElement(using: &random)?.id : nil
        case 4: wishes.blank = [nil, .all, .external].randomElement(using: &random) ?? nil
        default:
            var configuration = Configuration()
            configuration.panel.scale = Scale(random.chance(50) ? 1.5 : 1)
            configuration.external.scale =
                random.chance(30) ? .controller : Scale(random.chance(50) ? 2 : 1).map(ExternalScale.fixed)
            configuration.controller.maximumScale = random.chance(50) ? 1 : 3
            configuration.external.overscanPercent = random.chance(50) ? 10 : nil
            wishes.use(configuration)
        }
    }

    /// Broken promises of a plan, in words.
    private func violations(_ plan: ScreenPlan) -> [String] {
        var found: [String] = []
        if plan.screens.isEmpty != (plan.places[.content] == nil) { found.append("content without a place") }
        if plan.isLocked, !Set(plan.places.keys).isSubset(of: [.content]) {
            found.append("an application of its own is not locked")
        }
        if plan.controlled != .content, plan.places[plan.controlled] == nil { found.append("nothing is controlled") }
        if plan.isLocked, plan.places[.application] != nil || !plan.frozen.isEmpty {
            found.append("something else than the locker is shown")
        }
        for (application, place) in plan.places {
            guard let id = place.output else { continue }
            let bases: [ScreenBase] =
                switch place {
                case .behind: [.still, .away]
                case .spread: plan.isPart(id) ? [.controller, .still, .away] : [.controller]
                case .output, .memory:
                    switch application {
                    case .content: [.content]
                    case .application: [.application]
                    case .display: [.own]
                    }
                }
            if let base = plan.screens[id]?.base, bases.contains(base) { continue }
            found.append("\(application) is not what \(id) shows")
        }
        for (id, screen) in plan.screens {
            if screen.role == .controller, screen.isFrozen || screen.base != .controller || screen.view == nil {
                found.append("\(id) is no controller")
            }
            if screen.role == .own {
                let isShown = screen.base == (plan.isLocked ? .controller : .own)
                if !isShown || screen.isFrozen { found.append("\(id) shows no application of its own") }
            } else if screen.base == .own {
                found.append("\(id) shows another's application")
            }
            if screen.isFrozen, screen.base != .still, screen.base != .away { found.append("\(id) is frozen and live") }
            if screen.isBlank, screen.base != .away, !screen.isCovered, screen.base != .still {
                found.append("\(id) is black and not covered")
            }
            switch screen.base {
            case .content where plan.places[.content] != .output(id): found.append("\(id) shows content from elsewhere")
            case .application where plan.places[.application] != .output(id):
                found.append("\(id) shows an application from elsewhere")
            case .still where screen.role.isBesideExternal:
                if !screen.isFrozen { found.append("a copy that is not frozen shows a still") }
            case .still where plan.places[.content] != .behind(id) && !plan.isPart(id):
                found.append("\(id) is frozen for nothing")
            case .still where !screen.isFrozen && !screen.isBlank: found.append("\(id) shows a still of nothing")
            case .still where screen.role != .external: found.append("\(id) is frozen in the user's hands")
            case .away where plan.places[.content] != .behind(id) && !plan.isPart(id) || screen.role != .external:
                found.append("\(id) is waited for in vain")
            case .controller:
                guard let view = plan.controller(on: id), let source = plan.screens[view.source] else {
                    found.append("a controller of nothing")
                    continue
                }
                var size = source.size
                let application = plan.application(on: view.source)
                if application != (screen.role == .panel ? plan.controlled : .content) {
                    found.append("\(id) controls another application")
                }
                if application != .content {
                    if view.viewport.external != size.reinterpreted() { found.append("a view of another size") }
                    continue
                }
                if plan.isPart(view.source), let row = plan.canvas(of: .external) {
                    size = row
                    if !plan.screens.values.contains(where: { $0.role == .part }) { found.append("a row of one") }
                    if plan.isPart(id), view.viewport.visible != screen.size.reinterpreted(as: PanelSpace.self).bounds {
                        found.append("a part that does not fill its display")
                    }
                } else if case .spread(view.source, let spread) = plan.places[.content] {
                    size = spread
                    if plan.screens.values.contains(where: { ![.panel, .own].contains($0.role) }) {
                        found.append("content spread beside an external")
                    }
                    if spread.width <= source.size.width && spread.height <= source.size.height, source.bar == nil {
                        found.append("content spread for nothing")
                    }
                } else if view.source == id {
                    found.append("a controller of itself")
                }
                if plan.places[.content]?.output != view.source { found.append("a controller without content") }
                if view.viewport.external != size.reinterpreted() { found.append("a view of another size") }
                if screen.role == .copy, view.viewport.visible != view.fit.frame || view.zoom != .fit {
                    found.append("a copy that lacks something")
                }
                if plan.layouts[.content]?.size != size.reinterpreted() { found.append("a layout of another size") }
            default: break
            }
            if let bar = screen.bar, plan.canvas(of: screen.role)?.bounds.contains(bar) != true, !bar.isEmpty {
                found.append("a bar outside")
            }
        }
        if case .memory = plan.places[.content], plan.contentScreen != nil { found.append("content twice") }
        if plan.inputGeometry.viewport == nil, plan.panel != nil { found.append("a panel without input") }
        return found
    }
}

/// Does what changes say, and nothing else: afterwards it must have what the plan says.
private struct PlanFollower {
    private var places: [HostedApplication: ApplicationPlace] = [:]
    private var layouts: [HostedApplication: LogicalScreen] = [:]
    private var controllers: [OutputID: ControllerView] = [:]
    private var bars: [OutputID: Rect<OutputSpace>] = [:]
    private var black: Set<OutputID> = []
    /// The stills, and whether they are black.
    private var stills: [OutputID: Bool] = [:]

    mutating func apply(_ changes: ScreenChanges, of plan: ScreenPlan) {
        for application in changes.moved.union(changes.reshown) { places[application] = plan.places[application] }
        layouts.merge(changes.layouts) { $1 }
        for id in changes.controllers { controllers[id] = plan.controller(on: id) }
        if changes.isBarMoved { bars = plan.screens.compactMapValues(\.bar) }
        if changes.isBlankingChanged { black = Self.black(plan) }
        for id in changes.stills { stills[id] = Self.stills(plan)[id] }
    }

    func violations(_ plan: ScreenPlan) -> [String] {
        var found: [String] = []
        if places != plan.places { found.append("places not followed") }
        for (application, layout) in plan.layouts where layouts[application] != layout {
            found.append("\(application) laid out for something else")
        }
        if !isSame(as: plan) { found.append("controllers, bars or blanking not followed") }
        return found
    }

    func isSame(as plan: ScreenPlan) -> Bool {
        let shown = Dictionary(
            uniqueKeysWithValues: plan.screens.keys.compactMap { id in plan.controller(on: id).map { (id, $0) } })
        return controllers == shown && bars == plan.screens.compactMapValues(\.bar) && black == Self.black(plan)
            && stills == Self.stills(plan)
    }

    private static func stills(_ plan: ScreenPlan) -> [OutputID: Bool] {
        plan.screens.filter { $0.value.base == .still }.mapValues(\.isBlank)
    }

    private static func black(_ plan: ScreenPlan) -> Set<OutputID> {
        Set(plan.screens.filter(\.value.isCovered).keys)
    }
}
