import Mirroring
import Testing

@testable import Machine

/// How loud each display was made.
@Suite struct SoundVolumeTests {
    private static let television = DisplayKey(
        identity: DisplayIdentity(make: "LG", model: "TV"), connector: OutputID("HDMI-A-1"))
    private static let projector = DisplayKey(identity: DisplayIdentity(make: "Epson"), connector: OutputID("HDMI-A-1"))

    @Test func whatTheSinkBringsAlongIsNotRemembered() {
        var volume = SoundVolume()
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 100, remembered: nil) == nil)
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 100, remembered: nil) == nil)
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 40, remembered: nil) == .remember(percent: 40))
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 40, remembered: 40) == nil)
    }

    @Test func aDisplayThatComesBackIsAsLoudAsItWas() {
        var volume = SoundVolume()
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 70, remembered: 40) == .set(percent: 40))
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 70, remembered: 40) == nil, "not set yet")
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 40, remembered: 40) == nil, "that was us")
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 70, remembered: 40) == .remember(percent: 70))
        volume.end()
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 70, remembered: 70) == nil)
    }

    @Test func somebodyWhoIsFasterHasTheLastWord() {
        var volume = SoundVolume()
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 70, remembered: 40) == .set(percent: 40))
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 55, remembered: 40) == .remember(percent: 55))
    }

    @Test func anotherDisplayOnTheSameSinkHasItsOwn() {
        var volume = SoundVolume()
        #expect(volume.follow(Self.television, sink: "hdmi", volume: 40, remembered: 40) == nil)
        #expect(volume.follow(Self.projector, sink: "hdmi", volume: 40, remembered: 90) == .set(percent: 90))
        #expect(volume.follow(Self.projector, sink: "hdmi", volume: 90, remembered: 90) == nil)
        #expect(volume.follow(Self.television, sink: "other", volume: 90, remembered: nil) == nil)
    }
}
