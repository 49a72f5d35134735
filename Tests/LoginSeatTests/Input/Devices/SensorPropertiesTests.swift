import Mirroring
import Testing

@testable import LoginSeat

@Suite struct SensorPropertiesTests {
    @Test func theKernelsPropertyBitsSayWhetherItIsLookedAt() {
        #expect(SensorProperties.isDirect(properties: "2"))
        #expect(SensorProperties.isDirect(properties: "0 3"))
        #expect(!SensorProperties.isDirect(properties: "1"))
        #expect(!SensorProperties.isDirect(properties: "2 0"))
        #expect(!SensorProperties.isDirect(properties: nil))
    }

    @Test func busesAreNumbersOfTheKernel() {
        #expect(SensorProperties.hexadecimal("0018").map(DeviceBus.init(kernelNumber:)) == .chip)
        #expect(SensorProperties.hexadecimal("0003").map(DeviceBus.init(kernelNumber:)) == .usb)
        #expect(SensorProperties.hexadecimal("0005").map(DeviceBus.init(kernelNumber:)) == .other)
        #expect(SensorProperties.hexadecimal("x") == nil)
    }

    @Test func sizesAreInWholeMillimetres() {
        #expect(SensorProperties.size(width: 154.4, height: 85.9) == PhysicalSize(width: 154, height: 86))
        #expect(SensorProperties.size(width: 0, height: 10) == nil)
        #expect(SensorProperties.size(width: .infinity, height: 10) == nil)
    }
}
