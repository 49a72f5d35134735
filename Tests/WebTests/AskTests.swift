import Control
import Mirroring
import Testing

@testable import kagami_web

@Suite struct AskTests {
    private static let hour: Int64 = 3_600_000_000

    @Test func anAddressAsksAFewTimesAnHour() {
        var limit = AskLimit()
        for time in 0..<Int64(AskLimit.mostOfPeer) {
            let isAdmitted = limit.admits("10.0.0.1", now: time)
            #expect(isAdmitted)
        }
        let early = limit.admits("10.0.0.1", now: 1000)
        #expect(!early)
        let another = limit.admits("10.0.0.2", now: 1000)
        #expect(another)
        let late = limit.admits("10.0.0.1", now: Self.hour)
        #expect(late)
        // Only the first one is an hour old.
        let second = limit.admits("10.0.0.1", now: Self.hour)
        #expect(!second)
    }

    @Test func allTogetherAskSoOften() {
        var limit = AskLimit()
        let admitted = (0..<100).count { limit.admits("10.0.0.\($0)", now: Int64($0)) }
        #expect(admitted == AskLimit.mostOfAll)
    }

    @Test(arguments: [Doorkeeper.Access.full, .view])
    func theLongestAddressFits(access: Doorkeeper.Access) {
        let address = "2001:db8:1234:5678:9abc:def0:1234:5678%enp0s31f6"
        let request = AskBridge.question(from: address, access, "1234")
        for text in [request.text, request.japanese ?? ""] {
            #expect(text.fitsLabel)
            #expect(text.contains(address) && text.contains("1234"))
        }
    }
}
