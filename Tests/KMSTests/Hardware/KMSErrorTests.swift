import Glibc
import Testing

@testable import KMS

@Suite struct KMSErrorTests {
    @Test func saysHowToMendItInOneLine() {
        let missing = KMSError(.findDevice, errorNumber: 0)
        #expect(
            missing.description
                == "no display device: load the kernel driver of the graphics card, or use --backend virtual")
        let refused = KMSError(.openDevice, device: "/dev/dri/card0", errorNumber: EACCES)
        #expect(refused.description.hasPrefix("cannot open display device /dev/dri/card0 (Permission denied): "))
        let old = KMSError(.readPlanes, device: "/dev/dri/card1", errorNumber: EOPNOTSUPP)
        #expect(old.description.contains("--backend virtual"))
        for error in [missing, refused, old] { #expect(!error.description.contains("\n")) }
    }

    @Test func deviceThatOnlyDrawsIsNoFailure() {
        #expect(KMSError(.findDevice, device: "/dev/dri/card0", errorNumber: ENOTSUP).isWithoutDisplays)
        #expect(!KMSError(.findDevice, errorNumber: 0).isWithoutDisplays)
        #expect(!KMSError(.createBuffer, device: "/dev/dri/card0", errorNumber: ENOTSUP).isWithoutDisplays)
    }
}
