import Mirroring
import Testing

@Suite struct LockerStartsTests {
    private func time(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1_000_000)) }

    @Test func thereAreAtMostThreeStartsInTenSeconds() {
        var starts = LockerStarts()
        let times = [0.0, 0.1, 9, 9.5, 9.99, 10, 10.05, 10.2, 18.9, 19, 40, 41, 42, 43]
        #expect(
            times.filter { starts.start(at: time($0)) } == [0, 0.1, 9, 10, 10.2, 19, 40, 41, 42])
    }

    @Test func eachNoticeSaysWhatToDo() {
        for language in Language.allCases {
            #expect(LockerNotice.ended(socket: "tools-7").text(in: language).contains("WAYLAND_DISPLAY=tools-7"))
            #expect(LockerNotice.gaveUp(socket: "tools-7").text(in: language).contains("WAYLAND_DISPLAY=tools-7"))
        }
        #expect(
            LockerNotice.startsAgain.text(in: .english)
                == "The screen locker has ended without unlocking. It is started again.")
    }
}
