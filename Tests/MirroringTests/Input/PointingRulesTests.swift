import Testing

@testable import Mirroring

@Suite struct PointingRulesTests {
    private var rules: PointingRules {
        var rules = PointingRules()
        rules.pointers.speed = 0.1
        rules.pointers.scrollsNaturally = false
        rules.pointers.profile = .flat
        rules.touchpads.scrollsNaturally = true
        var own = PointingSettings()
        own.speed = 0.9
        var second = PointingSettings()
        second.speed = -1
        second.taps = false
        rules.devices = [
            DeviceRule(name: "Pad", output: "panel"), DeviceRule(name: "Pad", pointing: own),
            DeviceRule(name: "Pad", pointing: second),
        ]
        return rules
    }

    @Test func aRuleCountsBeforeTouchpadsAndThoseBeforeAllPointers() {
        let pad = rules.settings(of: "Pad", isPointer: true, isTouchpad: true)
        #expect(pad.speed == 0.9, "the first rule that sets a value")
        #expect(pad.taps == false)
        #expect(pad.scrollsNaturally == true)
        #expect(pad.profile == .flat)
        #expect(pad.drags == nil)
        let other = rules.settings(of: "Other pad", isPointer: true, isTouchpad: true)
        #expect(other.speed == 0.1 && other.taps == true && other.scrollsNaturally == true)
    }

    @Test func aMouseHasNothingOfTouchpads() {
        let mouse = rules.settings(of: "Mouse", isPointer: true, isTouchpad: false)
        #expect(mouse.taps == nil && mouse.scrollsNaturally == false && mouse.speed == 0.1)
        #expect(rules.settings(of: "Keys", isPointer: false, isTouchpad: false) == PointingSettings())
    }

    @Test func aRuleWithoutAnOutputTiesTheDeviceToNone() {
        let device = DeviceDescription(id: DeviceID(1), name: "Pen", capabilities: [.tablet], output: "DP-1")
        let rules = [DeviceRule(name: "Pen"), DeviceRule(name: "Pen", output: "external")]
        #expect(GlassPlace(of: device, by: rules) == GlassPlace("external", .rule))
        #expect(GlassPlace(of: device, by: [rules[0]]) == GlassPlace("DP-1", .property))
    }
}
