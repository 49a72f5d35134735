import Mirroring
import TestSupport
import Testing

@testable import Wayland

@Suite struct ScanoutCandidateTests {
    private static let linear = PixelLayout(format: PixelFormat.xrgb8888.code, modifier: PixelLayout.linear)
    private let offer = ScanoutOffer(device: 1, layouts: [linear])
    /// Objects to tell surfaces apart by.
    private let surfaces = (0..<8).map { _ in Surface() }
    private let patience = ScanoutCandidate.patience

    private final class Surface {}

    private func id(_ number: Int?) -> ObjectIdentifier? { number.map { ObjectIdentifier(surfaces[$0]) } }

    /// A candidate after `count` frames, and after how many it had become another one.
    private func after(
        _ frames: [(surface: Int?, offer: ScanoutOffer?)]
    ) -> (candidate: ScanoutCandidate, changes: [Int]) {
        var candidate = ScanoutCandidate()
        let changes = frames.indices.filter { candidate.frame(allOf: id(frames[$0].surface), offer: frames[$0].offer) }
        return (candidate, changes)
    }

    private func frames(_ count: Int, _ surface: Int?) -> [(surface: Int?, offer: ScanoutOffer?)] {
        Array(repeating: (surface, offer), count: count)
    }

    @Test func aSurfaceBecomesOneAfterAWhileAndStaysOne() {
        let (candidate, changes) = after(frames(200, 7))
        #expect(changes == [patience - 1])
        #expect(candidate.current?.surface == id(7) && candidate.current?.offer == offer)
    }

    @Test func whatCoversItForAMomentChangesNothing() {
        let (candidate, changes) = after(frames(patience, 7) + frames(patience - 1, nil) + frames(patience, 7))
        #expect(changes.count == 1)
        #expect(candidate.current?.surface == id(7))
    }

    @Test func itStopsBeingOneAfterAWhile() {
        let (candidate, changes) = after(frames(patience, 7) + frames(patience, nil))
        #expect(changes == [patience - 1, 2 * patience - 1])
        #expect(candidate.current == nil)
    }

    @Test func anotherDisplayHasAnotherOffer() {
        let other = ScanoutOffer(device: 2, layouts: offer.layouts)
        let (candidate, changes) = after(frames(patience, 7) + Array(repeating: (7, other), count: patience))
        #expect(changes.count == 2)
        #expect(candidate.current?.offer == other)
    }

    @Test func displaysThatShowNothingHaveNone() {
        for nothing in [nil, ScanoutOffer(device: 1, layouts: [])] {
            #expect(after(Array(repeating: (7, nothing), count: 2 * patience)).changes == [])
        }
    }

    /// Whatever comes, a change follows only as many equal frames as patience asks for, and tells of something new.
    @Test(arguments: Effort.seeds(sample: 20, torture: 1000)) func noChangeComesEarly(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var candidate = ScanoutCandidate()
        var history: [Int?] = []
        for _ in 0..<60 {
            let surface = [nil, 1, 2].randomElement(using: &random) ?? nil
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let before = candidate.current
                history.append(surface)
                let hasChanged = candidate.frame(allOf: id(surface), offer: offer)
                #expect(hasChanged == (before != candidate.current))
                if hasChanged {
                    #expect(history.suffix(patience).allSatisfy { $0 == surface })
                    #expect(candidate.current?.surface == id(surface))
                }
            }
        }
    }
}
