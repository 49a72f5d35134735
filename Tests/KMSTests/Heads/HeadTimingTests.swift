import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct HeadTimingTests {
    private let able = HeadTiming.Abilities()

    private func timing(_ abilities: HeadTiming.Abilities, _ wanted: FrameTiming) -> HeadTiming {
        var timing = HeadTiming(abilities)
        timing.wanted = wanted
        return timing
    }

    @Test func refreshChangesWithOneCommit() {
        var timing = timing(able, FrameTiming(variesRefresh: true))
        #expect(timing.change == true)
        #expect(timing.state.variableRefresh == .off, "nothing has been committed")
        timing.committed(.made(true))
        #expect(timing.change == nil)
        #expect(timing.state.variableRefresh == .on)
        timing.wanted = FrameTiming()
        #expect(timing.change == false)
        #expect(timing.state.variableRefresh == .on, "until the next commit")
        timing.committed(.made(false))
        #expect(timing.state.variableRefresh == .off)
    }

    @Test func whatWasRefusedIsTriedAgainAfterAnotherUseOfOutputs() {
        var timing = timing(able, FrameTiming(variesRefresh: true))
        timing.committed(.refused)
        #expect(timing.change == nil)
        #expect(timing.state.variableRefresh == .refused(.hardware))
        timing.reconsider()
        #expect(timing.change == true)
    }

    @Test func whatCannotBeIsNotAskedFor() {
        let fixed = HeadTiming.Abilities(variableRefreshRefusal: .fixedDisplay, tearingRefusal: .driver)
        let timing = timing(fixed, FrameTiming(variesRefresh: true, tears: true))
        #expect(timing.change == nil && !timing.triesTearing)
        #expect(timing.state == TimingState(variableRefresh: .refused(.fixedDisplay), tearing: .refused(.driver)))
    }

    @Test func tearingIsSaidOfTheLastFrame() {
        var timing = timing(able, FrameTiming(tears: true))
        #expect(timing.triesTearing)
        timing.framed(tearing: .on)
        #expect(timing.isTorn && timing.state.tearing == .on)
        timing.framed(tearing: .refused(.otherPlanes))
        #expect(!timing.isTorn && timing.state.tearing == .refused(.otherPlanes))
        timing.wanted = FrameTiming()
        timing.framed(tearing: .off)
        #expect(timing.state == TimingState())
    }

    /// Whatever is wanted and refused: what is said is what was committed, and a commit changes it only where that is wanted.
    @Test(arguments: UInt64(0)..<20) func whatIsSaidIsInForce(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var timing = HeadTiming(able)
        var isVariable = false
        for _ in 0..<200 {
            timing.wanted = FrameTiming(variesRefresh: random.chance(50))
            if random.chance(10) { timing.reconsider() }
            guard let change = timing.change else { continue }
            #expect(change == timing.wanted.variesRefresh || !change)
            #expect(change != isVariable)
            let isRefused = random.chance(30)
            timing.committed(isRefused ? .refused : .made(change))
            if !isRefused { isVariable = change }
            #expect(timing.isVariable == isVariable)
            #expect((timing.state.variableRefresh == .on) == isVariable)
        }
    }
}
