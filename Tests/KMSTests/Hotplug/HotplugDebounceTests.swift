import Mirroring
import Testing

@testable import KMS

@Suite struct HotplugDebounceTests {
    private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

    @Test func looksSoonAfterALoneEvent() {
        var debounce = HotplugDebounce()
        #expect(debounce.eventArrived(at: at(1000)) == at(1050))
    }

    @Test func waitsForQuiet() {
        var debounce = HotplugDebounce()
        _ = debounce.eventArrived(at: at(1000))
        #expect(debounce.eventArrived(at: at(1040)) == at(1090))
    }

    @Test func looksAtAFlappingPlugAtLastAfterHalfASecond() {
        var debounce = HotplugDebounce()
        var due = debounce.eventArrived(at: at(0))
        for time in stride(from: Int64(20), through: 490, by: 20) {
            due = debounce.eventArrived(at: at(time))
            #expect(due > at(time))
            #expect(due <= at(500))
        }
        #expect(due == at(500))
    }

    @Test func beginsAnewAfterLooking() {
        var debounce = HotplugDebounce()
        _ = debounce.eventArrived(at: at(0))
        _ = debounce.eventArrived(at: at(480))
        debounce.settled()
        #expect(debounce.eventArrived(at: at(510)) == at(560))
    }
}
