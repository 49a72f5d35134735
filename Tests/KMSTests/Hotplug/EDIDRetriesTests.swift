import Mirroring
import Testing

@testable import KMS

@Suite struct EDIDRetriesTests {
    private let tv = OutputID("HDMI-A-1")
    private let beamer = OutputID("DP-1")

    @Test func asksThreeTimesEverLater() {
        var retries = EDIDRetries()
        #expect((0..<5).map { _ in retries.next([tv]) } == [500_000, 1_000_000, 2_500_000, nil, nil])
    }

    @Test func beginsAnewForAnotherDisplayAndNotForOneThatHasAnswered() {
        var retries = EDIDRetries()
        _ = retries.next([tv])
        #expect(retries.next([tv, beamer]) == 500_000)
        #expect(retries.next([beamer]) == 1_000_000)
        #expect(retries.next([]) == nil)
        #expect(retries.next([tv]) == 500_000)
    }
}
