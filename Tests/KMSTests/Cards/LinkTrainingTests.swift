import Mirroring
import Testing

@testable import KMS

@Suite struct LinkTrainingTests {
    private let output = OutputID("DP-1")

    private func second(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    @Test func givesUpAfterThreeInARow() {
        var training = LinkTraining()
        for time in 0..<3 { #expect(training.lost(output, at: second(Int64(time))) == .train) }
        #expect(training.lost(OutputID("DP-2"), at: second(3)) == .train)
        #expect(training.lost(output, at: second(3)) == .giveUp)
        // When the output is tried again, so is its link.
        #expect(training.lost(output, at: second(5)) == .train)
    }

    @Test func forgetsWhatWasLongAgo() {
        var training = LinkTraining()
        for time in 0..<20 { #expect(training.lost(output, at: second(Int64(time) * 5)) == .train) }
    }
}
