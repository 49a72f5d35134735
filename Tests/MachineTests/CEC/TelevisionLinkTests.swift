import Mirroring
import Testing
import TestSupport

@testable import Machine

@Suite struct TelevisionLinkTests {
    private let place = CECPlace(
        address: CECAddress(rawValue: 4), physicalAddress: CECPhysicalAddress(rawValue: 0x1200))
    private let second: Int64 = 1_000_000

    private func link(turnsOn: Bool = true, putsToSleep: Bool = true) -> TelevisionLink {
        var configuration = CECConfiguration()
        configuration.turnsOn = turnsOn
        configuration.putsToSleep = putsToSleep
        return TelevisionLink(configuration)
    }

    private var turnOn: [[UInt8]] { [[0x40, 0x04], [0x4f, 0x82, 0x12, 0x00]] }

    @Test func televisionIsTurnedOnOnceBothAreThere() {
        var link = link()
        #expect(link.follow(.seen, at: 0).isEmpty)
        #expect(link.placed(place, at: 1).map(\.bytes) == turnOn)
        #expect(link.placed(place, at: 2).isEmpty)
        #expect(link.follow(.seen, at: 3).isEmpty)
        var other = self.link()
        #expect(other.placed(place, at: 0).isEmpty)
        #expect(other.follow(.seen, at: 1).map(\.bytes) == turnOn)
    }

    @Test func televisionSleepsWithTheScreens() {
        var link = shown()
        #expect(link.follow(.dark, at: 1).map(\.bytes) == [[0x40, 0x36]])
        #expect(link.follow(.seen, at: 2).map(\.bytes) == turnOn)
        #expect(link.follow(.none, at: 3).map(\.bytes) == [[0x40, 0x9d, 0x12, 0x00]])
    }

    @Test func televisionThatShowsSomethingElseIsLeftAlone() {
        for words in [
            [0x5f, 0x82, 0x20, 0x00], [0x0f, 0x86, 0x20, 0x00], [0x0f, 0x80, 0x12, 0x00, 0x20, 0x00],
        ] as [[UInt8]] {
            var link = shown()
            #expect(tell(&link, words).isEmpty)
            #expect(link.follow(.dark, at: 1).isEmpty)
        }
    }

    @Test func televisionIsLeftAsItIsByConfiguration() {
        var link = link(turnsOn: false, putsToSleep: false)
        _ = link.placed(place, at: 0)
        #expect(link.follow(.seen, at: 1).isEmpty)
        // Whoever chooses this machine with the remote control gets it all the same.
        #expect(tell(&link, [0x0f, 0x86, 0x12, 0x00]).map(\.bytes) == [[0x4f, 0x82, 0x12, 0x00]])
        #expect(link.follow(.dark, at: 2).isEmpty)
    }

    @Test func televisionThatWasPutToSleepIsNotWokenByDroppingOut() {
        var link = shown()
        #expect(tell(&link, [0x0f, 0x36], at: 10 * second).isEmpty)
        #expect(link.placed(nil, at: 11 * second).isEmpty)
        #expect(link.follow(.none, at: 11 * second).isEmpty)
        #expect(link.placed(place, at: 13 * second).isEmpty)
        #expect(link.follow(.seen, at: 13 * second).isEmpty)
        // The user comes back to dark screens.
        #expect(link.follow(.dark, at: 14 * second).isEmpty)
        #expect(link.follow(.seen, at: 15 * second).map(\.bytes) == turnOn)
    }

    @Test func televisionIsTurnedOnAgainWhenPluggedInLater() {
        var link = shown()
        _ = tell(&link, [0x0f, 0x36], at: 10 * second)
        _ = link.placed(nil, at: 20 * second)
        _ = link.follow(.none, at: 20 * second)
        _ = link.placed(place, at: 60 * second)
        #expect(link.follow(.seen, at: 60 * second).map(\.bytes) == turnOn)
    }

    @Test func questionsAreAnswered() {
        var link = shown()
        #expect(tell(&link, [0x0f, 0x85]).map(\.bytes) == [[0x4f, 0x82, 0x12, 0x00]])
        #expect(tell(&link, [0x04, 0x8f]).map(\.bytes) == [[0x40, 0x90, 0]])
        #expect(tell(&link, [0x04, 0x8d, 0]).map(\.bytes) == [[0x40, 0x8e, 0]])
        #expect(tell(&link, [0x54, 0x1a, 3]).map(\.bytes) == [[0x45, 0x00, 0x1a, 0]])
        _ = link.follow(.dark, at: 1)
        #expect(tell(&link, [0x04, 0x8f]).map(\.bytes) == [[0x40, 0x90, 1]])
        #expect(tell(&link, [0x0f, 0x85]).isEmpty)
    }

    @Test func messagesThatMakeNoSenseDoNothing() {
        #expect(CECMessage(bytes: [0x04]) == nil)
        #expect(CECMessage(bytes: Array(repeating: 0, count: 17)) == nil)
        var link = shown()
        for words in [[0x0f, 0x86, 0x12], [0x0f, 0x80, 0x12, 0x00], [0x04, 0x00, 0x04, 0], [0xff, 0xab]] as [[UInt8]] {
            #expect(tell(&link, words).isEmpty)
            #expect(link.isActive)
        }
    }

    @Test func randomLinesNeverAnswerTooMuch() {
        var random = SplitMix64(seed: 0xcec)
        for _ in 0..<400 {
            var link = link(turnsOn: .random(using: &random), putsToSleep: .random(using: &random))
            var now: Int64 = 0
            for _ in 0..<200 {
                now += .random(in: 0...40 * second, using: &random)
                let (wasActive, before) = (link.isActive, link.place)
                var answers: [CECMessage]
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    answers = link.follow(TelevisionLink.Use.allCases.randomElement(using: &random) ?? .none, at: now)
                    if answers.contains(where: { $0.opcode == .standby }) { #expect(wasActive) }
                    #expect(answers.count <= 2)
                case 1: answers = link.placed(Bool.random(using: &random) ? place : nil, at: now)
                default:
                    let bytes = (0..<Int.random(in: 2...16, using: &random)).map { index -> UInt8 in
                        index == 1 && Bool.random(using: &random)
                            ? [0x36, 0x80, 0x82, 0x85, 0x86, 0x8d, 0x8f].randomElement(using: &random) ?? 0
                            : UInt8.random(in: 0...255, using: &random)
                    }
                    guard let message = CECMessage(bytes: bytes) else { continue }
                    #expect(message.bytes == bytes)
                    answers = link.received(message, at: now)
                    #expect(answers.count <= 1)
                    let isAnnounced = answers.allSatisfy { $0.opcode == .activeSource }
                    #expect(isAnnounced || answers.allSatisfy { $0.destination == message.initiator })
                }
                if before == nil, link.place == nil { #expect(answers.isEmpty) }
                #expect(answers.allSatisfy { $0.initiator == place.address && $0.bytes.count <= 16 })
                #expect(!link.isActive || link.place != nil)
            }
        }
    }

    private func shown() -> TelevisionLink {
        var link = link()
        _ = link.placed(place, at: 0)
        _ = link.follow(.seen, at: 0)
        return link
    }

    private func tell(_ link: inout TelevisionLink, _ bytes: [UInt8], at now: Int64 = 0) -> [CECMessage] {
        CECMessage(bytes: bytes).map { link.received($0, at: now) } ?? []
    }
}
