import Geometry
import TestSupport
import Testing

@testable import Compositor
@testable import Mirroring

/// Random plugs, foregrounds, bars, blanking, scales and settings made by hand: whatever happens, the hardware, the applications and the
/// painters have what the plan says.
@Suite struct ScreenOperationTests {
    private static let displays = [
        Bench.panel(160, 100), Bench.external(640, 480), Bench.output("DP-1", .displayPort, 320, 200),
        Bench.output("DP-2", .displayPort, 200, 320),
    ]

    @Test(arguments: 0..<40)
    func thePlanIsFollowed(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let application = FakeContent()
        let displays = [FakeContent(), FakeContent()]
        let bench = Bench(
            configuration: Self.configuration, outputs: [Bench.panel(160, 100)], application: application,
            displayApplications: displays)
        let bar = bench.compositor.addBar(FakeImage())
        bench.content.mapWindow(appID: "content")
        for (index, own) in displays.enumerated() { own.mapWindow(appID: index == 0 ? "first" : "second") }
        for step in 0..<120 {
            perform(Int.random(in: 0..<12, using: &random), bar, on: bench, using: &random)
            let broken = bench.violations + violations(bench, application, bar)
            guard broken.isEmpty else {
                Issue.record("seed \(seed), step \(step): \(broken)")
                return
            }
        }
        bench.connect([Bench.panel(160, 100)])
        bench.loop.advance(microseconds: 2_000_000)
        #expect(bench.drain())
    }

    /// DP-1 and DP-2 may have applications of their own.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.external.arrangement = .each
        configuration.displays = ["DP-1", "DP-2"].map { DisplayRule(connector: TextPattern($0), command: ["own", $0]) }
        return configuration
    }

    private func perform(_ operation: Int, _ bar: DockedHUD, on bench: Bench, using random: inout SplitMix64) {
        let compositor = bench.compositor
        switch operation {
        case 0: bench.connect(Self.displays.filter { _ in random.chance(70) })
        case 10: compositor.displays.controlNext()
        case 11:
            compositor.displays.arrange(random.chance(60) ? .each : .copy)
            if random.chance(20) { bench.content.observer?.contentLocked(random.chance(40)) }
        case 1: compositor.foreground.applicationStarted()
        case 2: if random.chance(20) { compositor.foreground.applicationEnded() }
        case 3: _ = compositor.foreground.show(random.chance(50) ? .application : .content)
        case 4:
            let dock = HUDDock(screen: random.chance(50) ? .panel : .external, isAtTop: random.chance(50))
            if random.chance(30) { bar.hide() } else { bar.show(at: dock, width: nil, height: 20) }
        case 5:
            let id = Self.displays.randomElement(using: &random)?.id ?? Self.displays[0].id
            switch Int.random(in: 0..<3, using: &random) {
            case 0: compositor.blanking.blank([nil, .all, .external].randomElement(using: &random) ?? nil)
            case 1: _ = compositor.blanking.blank(id, random.chance(60))
            default:
                guard compositor.director.topology.obstacle(toHiding: id) == nil else { break }
                if random.chance(60) { _ = compositor.freezer.freeze(id) } else { compositor.freezer.thaw(id) }
            }
        case 6:
            var configuration = Self.configuration
            configuration.panel.scale = Scale(random.chance(50) ? 2 : 1)
            configuration.external.scale = Scale(random.chance(50) ? 1.5 : 1).map(ExternalScale.fixed)
            compositor.use(configuration)
        case 7:
            if random.chance(30) {
                bench.display.pause()
            } else {
                compositor.displaysResumed()
            }
        case 8:
            let settings = DisplaySettings(
                scale: random.chance(50) ? Scale(1.25) : nil,
                transform: Transform.allCases.randomElement(using: &random))
            let id = Self.displays.randomElement(using: &random)?.id ?? Self.displays[0].id
            let isEnabled = bench.display.enabled[id] != nil && compositor.plan.away != id
            if (compositor.displays.set(settings, on: id) == nil) != isEnabled {
                Issue.record("\(id) set: \(!isEnabled)")
            }
        default: bench.refresh()
        }
        bench.loop.settle()
    }

    /// What does not follow the plan, in words.
    private func violations(_ bench: Bench, _ application: FakeContent, _ bar: DockedHUD) -> [String] {
        var found: [String] = []
        let (plan, painter) = (bench.compositor.plan, bench.compositor.painter)
        let ports: [(FakeContent, HostedApplication)] =
            [(bench.content, .content), (application, .application)]
            + bench.displayApplications.enumerated().map { ($1, .display($0)) }
        for (port, choice) in ports {
            let screen = bench.compositor.painter.screens.screen(of: choice, in: plan)
            if painter.painter(of: choice)?.screen !== screen {
                found.append("\(choice) drawn on another screen than planned")
            }
            if port.framesComposed - port.framesEnded > 1 || port.framesEnded > port.framesComposed {
                found.append("\(choice) has not each frame ended once")
            }
            if let layout = plan.layouts[choice], port.screens.last != layout {
                found.append("\(choice) laid out for another screen than planned")
            }
        }
        for role in [OutputRole.panel, .external] {
            let screen = plan.screen(in: role)
            if bench.compositor.painter.overlay(.statusBar, on: role).first?.frame != screen?.bar {
                found.append("bar")
            }
            let black = bench.compositor.painter.overlay(.blank, on: role).first?.frame
            if black != (screen?.isCovered == true ? screen?.size.bounds : nil) { found.append("black") }
        }
        if bar.isVisible != plan.screens.values.contains(where: { $0.bar != nil }) { found.append("bar's visibility") }
        for (id, screen) in plan.screens where id != plan.away && painter.screens[id]?.size != screen.size {
            found.append("\(id) has no screen of its size")
        }
        return found
    }
}
