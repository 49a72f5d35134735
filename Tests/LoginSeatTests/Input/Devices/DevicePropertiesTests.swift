import Testing

@testable import LoginSeat

@Suite struct DevicePropertiesTests {
    @Test func ownPropertyWinsOverTheCommonOne() {
        #expect(DeviceProperties.output(own: "external", common: "HDMI-A-1") == "external")
        #expect(DeviceProperties.output(own: nil, common: "HDMI-A-1") == "HDMI-A-1")
        #expect(DeviceProperties.output(own: "", common: "HDMI-A-1") == "HDMI-A-1")
        #expect(DeviceProperties.output(own: nil, common: nil) == nil)
        #expect(DeviceProperties.output(own: "", common: "") == nil)
    }
}
