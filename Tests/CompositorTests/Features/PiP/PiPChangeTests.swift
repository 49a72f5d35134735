import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Commands that move and resize the picture, and keys that come to nothing.
@Suite struct PiPChangeTests {
    private func shown() -> PiPBench {
        let rig = PiPBench(external: true)
        rig.show(.external)
        return rig
    }

    @Test func eachEndsWhenTheGlideHas() {
        let rig = shown()
        let asks: [(PiPExecutor, @escaping (PiPChange) -> Void) -> Void] = [
            { $0.move(to: .topLeft, completion: $1) }, { $0.hide(past: nil, completion: $1) },
            { $0.unhide(completion: $1) }, { $0.resize(to: Size(width: 640, height: 360), completion: $1) },
        ]
        for (index, ask) in asks.enumerated() {
            rig.change(ask)
            rig.run(milliseconds: 200)
            #expect(rig.changes.count == index, "it is still on its way")
            rig.run(milliseconds: 80)
            #expect(rig.changes.count == index + 1)
        }
        #expect(rig.changes == [.done, .done, .done, .done])
        #expect(rig.status?.frame == Rect(x: 16, y: 16, width: 640, height: 360))
    }

    @Test func onesThatComeTogetherEndTogether() {
        let rig = shown()
        rig.change { $0.move(to: .topLeft, completion: $1) }
        rig.run(milliseconds: 120)
        rig.change { $0.move(to: .topRight, completion: $1) }
        rig.run(milliseconds: 160)
        #expect(rig.changes.isEmpty, "it does not rest yet")
        rig.run(milliseconds: 120)
        #expect(rig.changes == [.done, .done])
    }

    @Test func aPictureThatEndsMeanwhileIsTold() {
        let rig = shown()
        rig.change { $0.move(to: .topLeft, completion: $1) }
        rig.run(milliseconds: 80)
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(rig.changes == [.ended])
        rig.change { $0.unhide(completion: $1) }
        #expect(rig.changes == [.ended, .notShown])
    }

    @Test func sizesOutOfBoundsAreTold() {
        let rig = shown()
        rig.change { $0.resize(to: Size(width: 4000, height: 4000), completion: $1) }
        rig.run(milliseconds: 400)
        rig.change { $0.resize(to: Size(width: 10, height: 10), completion: $1) }
        rig.run(milliseconds: 400)
        rig.change { $0.resize(to: Size(width: 333, height: 4000), completion: $1) }
        rig.run(milliseconds: 400)
        let largest = Size<PanelSpace>(width: 1024, height: 576)
        let smallest = Size<PanelSpace>(width: 154, height: 86)
        #expect(rig.changes == [.bounded(largest), .bounded(smallest), .done])
    }

    @Test func aKeyThatComesToNothingSaysWhyOnThePanel() {
        let rig = PiPBench(application: false)
        let actions: [BoundAction] = [.pipToggle, .pipRestore, .pipHide, .pipPlayPause]
        for action in actions { _ = rig.pip.perform(action) }
        let texts = rig.bench.notices.texts
        #expect(texts.contains("no picture in picture: \(PiPObstacle.noPanelApplication.rawValue)"))
        #expect(texts.count == actions.count)
        #expect(!rig.notice.isEmpty)
        rig.run(milliseconds: 2600)
        #expect(rig.notice.isEmpty)
    }

    @Test func aKeyThatDoesSomethingSaysNothing() {
        let rig = PiPBench()
        _ = rig.pip.perform(.pipToggle)
        rig.run(milliseconds: 400)
        _ = rig.pip.perform(.pipHide)
        rig.run(milliseconds: 400)
        _ = rig.pip.perform(.pipRestore)
        rig.run(milliseconds: 400)
        #expect(rig.bench.notices.texts.isEmpty)
        #expect(rig.base == .content)
    }
}

extension PiPBench {
    fileprivate var notice: [SceneElement] { bench.compositor.painter.overlay(.notice, on: .panel) }
}
