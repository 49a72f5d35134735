import Geometry
import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct EDIDTests {
    private let fullHD = EDIDBuilder.Timing(
        clock: 148_500, width: 1920, horizontalBlank: 280, height: 1080, verticalBlank: 45, millimetres: (531, 299))
    private let uhd = EDIDBuilder.Timing(
        clock: 533_250, width: 3840, horizontalBlank: 160, height: 2160, verticalBlank: 62)

    @Test func readsTheBaseBlock() throws {
        var builder = EDIDBuilder()
        builder.timing = fullHD
        builder.texts = [(0xfc, "Panel 24"), (0xff, "SN-0042")]
        let edid = try #require(EDID(builder.bytes))
        #expect(edid.identity == DisplayIdentity(make: "KGM", model: "Panel 24", serial: "SN-0042"))
        #expect(edid.physicalSize == PhysicalSize(width: 531, height: 299))
        #expect(edid.native?.size == Size(width: 1920, height: 1080))
        #expect(edid.native?.refreshMilliHertz == 60_000)
    }

    @Test func fallsBackToNumbersAndCentimetres() throws {
        var builder = EDIDBuilder()
        builder.serialNumber = 305_419_896
        let edid = try #require(EDID(builder.bytes))
        #expect(edid.identity == DisplayIdentity(make: "KGM", model: "0x1234", serial: "305419896"))
        #expect(edid.physicalSize == PhysicalSize(width: 520, height: 320))
        #expect(edid.native == nil)
    }

    @Test func knowsNoSizeOfAProjector() throws {
        var builder = EDIDBuilder()
        builder.centimetres = (0, 0)
        #expect(try #require(EDID(builder.bytes)).physicalSize == nil)
    }

    @Test(arguments: [(0x03, 10), (0x22, 1)] as [(UInt8, Int)])
    func takesTheNativeTimingFromDisplayID(tag: UInt8, unit: Int) throws {
        let other = EDIDBuilder.displayIDTiming(fullHD, unit: unit, isPreferred: false)
        let preferred = EDIDBuilder.displayIDTiming(uhd, unit: unit, isPreferred: true)
        for base in [nil, fullHD] {
            var builder = EDIDBuilder()
            builder.timing = base
            builder.extensions = [EDIDBuilder.displayID([(tag, 0, other + preferred)])]
            let native = try #require(EDID(builder.bytes)?.native)
            #expect(native.size == Size(width: 3840, height: 2160))
            #expect(native.refreshMilliHertz == 59_997)
        }
    }

    @Test func keepsTheBaseTimingBesideASmallerDisplayIDOne() throws {
        var builder = EDIDBuilder()
        builder.timing = uhd
        let smaller = EDIDBuilder.displayIDTiming(fullHD, unit: 10, isPreferred: true)
        builder.extensions = [EDIDBuilder.displayID([(0x03, 0, smaller)])]
        #expect(EDID(builder.bytes)?.native?.size == Size(width: 3840, height: 2160))
    }

    @Test func takesTheSizeFromDisplayID() throws {
        var builder = EDIDBuilder()
        let size = EDIDBuilder.little(6970, 2) + EDIDBuilder.little(3920, 2) + [0, 0, 0, 0]
        builder.extensions = [EDIDBuilder.displayID([(0x01, 0, size)])]
        #expect(EDID(builder.bytes)?.physicalSize == PhysicalSize(width: 697, height: 392))
    }

    @Test func refusesWhatIsNoEDID() {
        let sound = EDIDBuilder().bytes
        #expect(EDID(sound) != nil)
        #expect(EDID([]) == nil)
        #expect(EDID(Array(sound.prefix(127))) == nil)
        var wrongSum = sound
        wrongSum[127] &+= 1
        #expect(EDID(wrongSum) == nil)
        var wrongHeader = sound
        wrongHeader[0] = 1
        wrongHeader[127] &-= 1
        #expect(EDID(wrongHeader) == nil)
    }

    @Test func passesOverABrokenExtension() throws {
        var builder = EDIDBuilder()
        builder.timing = fullHD
        var block = EDIDBuilder.displayID([(0x03, 0, EDIDBuilder.displayIDTiming(uhd, unit: 10, isPreferred: true))])
        block[127] &+= 1
        builder.extensions = [block]
        #expect(EDID(builder.bytes)?.native?.size.width == 1920)
        #expect(EDID(Array(builder.bytes.prefix(200)))?.native?.size.width == 1920)
    }

    @Test func keepsOnlyPrintableText() throws {
        var builder = EDIDBuilder()
        builder.texts = [(0xfc, "  A\u{1}B\u{7f}C  "), (0xff, "   ")]
        let edid = try #require(EDID(builder.bytes))
        #expect(edid.identity.model == "ABC")
        #expect(edid.identity.serial == nil)
    }

    /// Whatever bytes a display sends, reading them neither traps nor makes an absurd timing.
    @Test(arguments: 0..<64)
    func survivesMutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var builder = EDIDBuilder()
        builder.timing = fullHD
        let timings = EDIDBuilder.displayIDTiming(uhd, unit: 10, isPreferred: true)
        builder.extensions = [EDIDBuilder.displayID([(0x03, 0, timings), (0x01, 0, [1, 2, 3])])]
        let sound = builder.bytes
        for _ in 0..<200 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...24, using: &random) {
                bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            // Sealed again, or the checksum would keep the faults from being read.
            bytes = EDIDBuilder.sealed(Array(bytes[0..<127])) + EDIDBuilder.sealed(Array(bytes[128..<255]))
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count * 2, using: &random)))
            guard let edid = EDID(bytes), let native = edid.native else { continue }
            #expect((1...65_536).contains(native.size.width) && (1...65_536).contains(native.size.height))
            #expect(native.refreshMilliHertz >= 0)
        }
    }
}
