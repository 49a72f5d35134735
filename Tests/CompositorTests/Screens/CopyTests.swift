import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A 1280x800 panel, a 3840x2160 external and a 1920x1200 projector that shows a copy, as further displays do.
@Suite struct CopyTests {
    private static let projector = Bench.output("HDMI-A-2", .hdmiA, 1920, 1200)
    private static let all = [Bench.panel(), Bench.external(), projector]
    private let bench: Bench
    private let external = Bench.external().id
    private let panel = Bench.panel().id
    private let copy = Self.projector.id

    init() {
        // A display with a role by a rule is not told of on the panel.
        var configuration = Configuration()
        configuration.displays = [DisplayRule(connector: TextPattern("HDMI-A-2"), role: .copy)]
        bench = Bench(configuration: configuration, outputs: Self.all)
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain() && bench.violations.isEmpty)
    }

    private func draw(_ rect: Rect<ContentSpace> = Rect(x: 300, y: 300, width: 60, height: 60)) {
        // Content behind a still is drawn at the pace of its display.
        bench.loop.advance(microseconds: 20_000)
        bench.content.observer?.contentDamaged(Region(rect))
        bench.loop.settle()
        #expect(bench.drain())
    }

    private func forget() {
        for id in [external, panel, copy] { _ = bench.display.takeDamage(of: id) }
    }

    @Test func itShowsTheExternalsPictureAsLargeAsItFits() throws {
        let screen = try #require(bench.compositor.plan.screens[copy])
        #expect(screen.role == .copy && screen.base == .controller && screen.view?.source == external)
        #expect(screen.view?.viewport.frame == Rect(x: 0, y: 60, width: 1920, height: 1080))
        #expect(bench.compositor.plan.contentScreen?.output.id == external)
        forget()
        draw()
        #expect(bench.display.takeDamage(of: copy) == Region(Rect(x: 150, y: 210, width: 30, height: 30)))
    }

    /// What the user zooms into in their hands is not what others look at.
    @Test func theControllersZoomIsNotTheCopys() {
        bench.compositor.director.update { $0.zoom = ControllerZoom(factor: 3) }
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.plan.panel?.view?.viewport.scale != bench.compositor.plan.panel?.view?.fit.scale)
        #expect(bench.compositor.plan.screens[copy]?.view?.zoom == .fit)
    }

    @Test func itsPlugsAndUnplugsLeaveTheOthersAlone() {
        for outputs in [[Bench.panel(), Bench.external()], Self.all] {
            bench.down(0, 640, 400)
            bench.loop.settle()
            #expect(bench.drain())
            forget()
            _ = bench.content.takeInputs()
            bench.connect(outputs)
            #expect(bench.drain() && bench.violations.isEmpty)
            #expect(bench.display.takeDamage(of: external) == Region())
            #expect(bench.display.takeDamage(of: panel) == Region())
            #expect(bench.content.takeInputs().isEmpty, "what is held goes on")
            bench.up(0)
            bench.loop.settle()
            #expect(bench.drain())
        }
        #expect(bench.compositor.plan.screens[copy] != nil)
    }

    /// The external goes: its copy, which is lit already, takes its place, and nothing goes through the panel.
    @Test func itTakesTheExternalsPlace() {
        bench.connect([Bench.panel(), Self.projector])
        #expect(bench.drain() && bench.violations.isEmpty)
        #expect(bench.compositor.plan.contentScreen?.output.id == copy)
        #expect(bench.compositor.plan.copies.isEmpty)
        #expect(bench.content.screens.last?.name == copy.name)
        #expect(!bench.content.screens.dropFirst().contains { $0.name == panel.name })
        bench.connect(Self.all)
        #expect(bench.drain() && bench.violations.isEmpty)
        #expect(bench.compositor.plan.contentScreen?.output.id == external)
        #expect(bench.compositor.plan.copies.map(\.output.id) == [copy])
    }

    @Test func itsViewersSeeWhatThoseOfTheExternalDo() throws {
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        forget()
        draw()
        #expect(bench.display.takeDamage(of: copy).isEmpty && !bench.display.takeDamage(of: panel).isEmpty)
        bench.compositor.freezer.thaw()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: copy) == Region(Rect(x: 0, y: 0, width: 1920, height: 1200)))

        bench.compositor.blanking.blank(.external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.plan.screens[copy]?.isCovered == true)
        forget()
        draw()
        #expect(bench.display.takeDamage(of: copy).isEmpty)
        bench.compositor.blanking.blank(nil)
        bench.loop.settle()
        #expect(bench.drain())
        draw()
        #expect(!bench.display.takeDamage(of: copy).isEmpty)
    }

    /// The displays that change when the content does.
    private func changing() -> Set<OutputID> {
        bench.loop.settle()
        #expect(bench.drain())
        forget()
        draw()
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.drain() && bench.violations.isEmpty)
        return Set([external, panel, copy].filter { !bench.display.takeDamage(of: $0).isEmpty })
    }

    private var status: ScreensStatus { bench.compositor.status(version: "t").screens }

    @Test func eachDisplayIsBlackByItself() {
        let blanking = bench.compositor.blanking
        for (id, others) in [(copy, [external, panel]), (external, [copy, panel])] {
            #expect(blanking.blank(id, true) == nil)
            #expect(changing() == Set(others))
            #expect(status.blankOutputs == [id] && status.blank == nil)
            #expect(blanking.blank(id, false) == nil)
            #expect(changing() == [external, panel, copy])
            #expect(status.blankOutputs.isEmpty)
        }
        // One shows the content while all others are black, and off without a name ends all of it.
        blanking.blank(.external)
        #expect(blanking.blank(copy, false) == nil)
        #expect(changing() == [copy, panel])
        blanking.blank(nil)
        #expect(changing() == [external, panel, copy])
        #expect(blanking.blank(panel, true) == .isPanel && blanking.blank(OutputID("DP-9"), true) == .notConnected)
        #expect(bench.compositor.displays.leaveSpare(copy) == .done)
        #expect(blanking.blank(copy, true) == .notUsed)
    }

    @Test func eachDisplayIsFrozenByItself() {
        let freezer = bench.compositor.freezer
        _ = bench.takeEvents()
        for (id, others) in [(copy, [external, panel]), (external, [copy, panel])] {
            #expect(freezer.freeze(id) == .done)
            #expect(changing() == Set(others))
            #expect(status.frozenOutputs == [id] && status.isFrozen == (id == external))
            freezer.thaw(id)
            #expect(changing() == [external, panel, copy])
            #expect(bench.takeEvents() == [.outputFrozen(id), .outputUnfrozen(id)])
        }
        #expect(freezer.freeze() == .done)
        #expect(changing() == [panel])
        freezer.thaw(external)
        #expect(changing() == [external, panel] && status.frozenOutputs == [copy])
        freezer.thaw()
        #expect(changing() == [external, panel, copy])
    }

    /// A display that comes back shows the content, whatever it was told to hide before.
    @Test func whatIsHiddenBySingleDisplaysEndsWithThem() {
        #expect(bench.compositor.blanking.blank(copy, true) == nil && bench.compositor.freezer.freeze(copy) == .done)
        bench.connect([Bench.panel(), Bench.external()])
        bench.connect(Self.all)
        #expect(changing() == [external, panel, copy])
        #expect(status.blankOutputs.isEmpty && status.frozenOutputs.isEmpty)
        // While another display is the external, and while mirroring is off, a single display stays black.
        #expect(bench.compositor.blanking.blank(copy, true) == nil)
        #expect(bench.compositor.displays.useExternal(copy) == .done)
        bench.content.drawWindow()
        #expect(changing() == [external, panel] && status.blankOutputs == [copy])
        bench.compositor.displays.setMirroring(false)
        bench.compositor.displays.setMirroring(true)
        #expect(status.blankOutputs == [copy])
    }

    /// A second panel shows the controller, is live while viewers see a still, and its glass works.
    @Test func aSecondControllerIsInTheUsersHands() {
        #expect(bench.compositor.displays.useAsController(copy) == .done)
        #expect(changing() == [external, panel, copy])
        #expect(bench.compositor.plan.screens[copy]?.role == .controller)
        #expect(bench.compositor.freezer.freeze() == .done && changing() == [panel, copy])
        #expect(status.frozenOutputs == [external])
        #expect(bench.compositor.blanking.blank(copy, true) == .isController)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: DeviceID(7), name: "pad", capabilities: [.touch], output: copy.name)))
        _ = bench.content.takeInputs()
        bench.compositor.input.inputReceived(
            .touchDown(DeviceID(7), slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
        let points = bench.content.takeInputs().compactMap { input -> Point<ContentSpace>? in
            if case .touchDown(_, let point, _) = input { point } else { nil }
        }
        #expect(points == [Point(x: 1920, y: 1080)])
        bench.compositor.freezer.thaw()
        // Beside a panel alone it has nothing to show, and it never becomes the external by itself.
        bench.connect([Bench.panel(), Self.projector])
        bench.loop.settle()
        #expect(bench.drain() && bench.display.enabled.keys.map(\.name) == [panel.name])
        bench.connect(Self.all)
        #expect(changing() == [external, panel, copy])
        #expect(bench.compositor.displays.useExternal(copy) == .done)
        #expect(bench.compositor.plan.contentScreen?.output.id == copy)
        #expect(
            bench.compositor.displays.useAsController(copy)
                == .refused("HDMI-A-2: that is the external: choose another one with kagami externals use"))
    }

    /// A touchscreen over a display that hides the content does nothing; one over another display still works.
    @Test func onlyTheGlassOfAHiddenDisplayIsDead() {
        let glass = [(DeviceID(7), copy), (DeviceID(8), external)]
        for (device, id) in glass {
            bench.compositor.input.inputReceived(
                .deviceAdded(DeviceDescription(id: device, name: "wall", capabilities: [.touch], output: id.name)))
        }
        func reaching() -> [OutputID] {
            glass.filter { device, _ in
                _ = bench.content.takeInputs()
                bench.compositor.input.inputReceived(
                    .touchDown(device, slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
                bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
                return bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } }
            }.map(\.1)
        }
        #expect(reaching() == [copy, external])
        #expect(bench.compositor.freezer.freeze(copy) == .done)
        #expect(reaching() == [external])
        bench.compositor.freezer.thaw()
        #expect(bench.compositor.blanking.blank(external, true) == nil)
        #expect(reaching() == [copy])
        bench.compositor.blanking.blank(.external)
        #expect(reaching() == [])
    }

    /// A touchscreen over a copy presses what the copy shows there.
    @Test func itsGlassReachesTheContent() {
        let wall = DeviceDescription(
            id: DeviceID(7), name: "wall", capabilities: [.touch], output: copy.name)
        bench.compositor.input.inputReceived(.deviceAdded(wall))
        _ = bench.content.takeInputs()
        let position = DevicePosition(x: 0.25, y: (60 + 540) / 1200)
        bench.compositor.input.inputReceived(.touchDown(wall.id, slot: 0, position, bench.loop.now))
        let points = bench.content.takeInputs().compactMap { input -> Point<ContentSpace>? in
            if case .touchDown(_, let point, _) = input { point } else { nil }
        }
        #expect(points == [Point(x: 960, y: 1080)])
    }

    @Test func theUserChoosesForIt() {
        let displays = bench.compositor.displays
        #expect(displays.leaveSpare(copy) == .done)
        #expect(bench.compositor.plan.copies.isEmpty && bench.display.enabled[copy] == nil)
        #expect(displays.useAsCopy(copy) == .done)
        #expect(bench.compositor.plan.copies.map(\.output.id) == [copy])
        for choose in [displays.useAsCopy, displays.leaveSpare] {
            #expect(choose(panel) == .refused("DSI-1: that is the panel"))
            #expect(choose(OutputID("DP-9")) == .refused("DP-9: nothing is connected there: see kagami outputs"))
        }
        guard case .refused = displays.useAsCopy(external) else {
            Issue.record("the external became a copy of itself")
            return
        }
        #expect(displays.leaveSpare(external) == .done)
        #expect(bench.compositor.plan.contentScreen?.output.id == copy)
        #expect(displays.useExternal(external) == .done)
        #expect(bench.compositor.plan.contentScreen?.output.id == external)
        displays.setMirroring(false)
        #expect(displays.leaveSpare(copy) == .done && displays.useAsCopy(copy) == .kept)
        displays.setMirroring(true)
        #expect(bench.compositor.plan.copies.map(\.output.id) == [copy])
        #expect(displays.leaveSpare(copy) == .done)
        bench.display.refusedModes = Set(Self.projector.modes)
        #expect(displays.useAsCopy(copy) == .refused("HDMI-A-2: the display accepts none of its modes"))
        bench.loop.settle()
        #expect(bench.drain() && bench.violations.isEmpty)
    }

    @Test func withoutAnExternalThereIsNone() {
        bench.compositor.displays.setMirroring(false)
        bench.loop.settle()
        #expect(bench.drain() && bench.violations.isEmpty)
        #expect(bench.display.enabled.keys.map(\.name) == [panel.name])
    }
}

/// What tools copy of each display, beside the content's own frames.
@Suite struct DisplayFramesTests {
    private let bench = Bench(outputs: [Bench.panel(), Bench.external()])
    private let panel = Bench.panel().id
    private let external = Bench.external().id

    private final class Log {
        var shown: [(id: OutputID, damage: Region<ContentSpace>)] = []
    }

    private let log = Log()

    init() {
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain() && bench.violations.isEmpty)
        bench.compositor.pictures.displayShown = { [log] id, damage, _ in log.shown.append((id, damage)) }
    }

    private func settle() {
        bench.loop.settle()
        #expect(bench.drain())
    }

    private func words(_ picture: any Buffer) -> [UInt32] {
        var words: [UInt32] = []
        _ = picture.withPixels { first in
            words = (0..<picture.size.height * picture.stride / 4).map {
                first.load(fromByteOffset: $0 * 4, as: UInt32.self)
            }
        }
        return words
    }

    @Test func aDisplaysFramesAreReportedOnceSomebodyAsks() {
        let pictures = bench.compositor.pictures
        bench.content.observer?.contentDamaged(Region(Rect(x: 300, y: 300, width: 60, height: 60)))
        settle()
        #expect(log.shown.isEmpty)
        pictures.requestFrame(of: panel)
        settle()
        #expect(log.shown.map(\.id) == [panel])
        #expect(log.shown.last?.damage == Region(Rect(x: 0, y: 0, width: 1280, height: 800)), "all is new at first")
        pictures.requestFrame(of: panel)
        settle()
        #expect(log.shown.count == 2 && log.shown.last?.damage.isEmpty == true, "nothing has changed")
        bench.content.observer?.contentDamaged(Region(Rect(x: 300, y: 300, width: 60, height: 60)))
        settle()
        #expect(log.shown.last?.damage == Region(Rect(x: 100, y: 140, width: 20, height: 20)))
        pictures.forget(panel)
        let count = log.shown.count
        bench.content.observer?.contentDamaged(Region(Rect(x: 300, y: 300, width: 60, height: 60)))
        settle()
        #expect(log.shown.count == count)
    }

    @Test func theyAreWhatScreenshotsShow() throws {
        for (id, name) in [(panel, ScreenName.panel), (external, .external)] {
            let shot = try #require(bench.compositor.withPicture(of: .role(name)) { words($0) })
            let copy = bench.compositor.pictures.withPicture(of: id, cursor: true) { words($0) }
            #expect(copy == shot && !shot.isEmpty)
        }
        #expect(bench.compositor.plan.displays.map(\.screen.name) == [panel.name, external.name])
        #expect(bench.compositor.plan.displays.first?.content == Rect(x: 0, y: 40, width: 1280, height: 720))
    }
}
