import Testing

@testable import KMS

@Suite struct RenderDriverTests {
    private func driver(
        _ name: String, isRenderNode: Bool = true, takesModifiers: Bool = true, drawsOnHost: Bool = false
    ) -> RenderDriver {
        RenderDriver(
            name: name, isRenderNode: isRenderNode, takesModifiers: takesModifiers, drawsOnHost: drawsOnHost)
    }

    @Test(arguments: ["asahi", "etnaviv", "i915", "lima", "msm", "panfrost", "panthor", "v3d", "vc4", "vgem", "xe"])
    func mesaDrawsLinear(_ name: String) {
        #expect(driver(name).drawsLinear)
        #expect(driver(name, takesModifiers: false).drawsLinear, "render nodes need no framebuffers")
    }

    @Test(arguments: ["nvidia-drm", "nouveau", "radeon", "vmwgfx", "new-driver"])
    func othersAreNotTrusted(_ name: String) {
        #expect(!driver(name).drawsLinear)
    }

    @Test func aMachineOfTheHostsDrawsWhereItSaysSo() {
        #expect(!driver("virtio_gpu", drawsOnHost: true).drawsLinear)
        #expect(driver("virtio_gpu").drawsLinear)
    }

    @Test func radeonsTellByModifiers() {
        #expect(driver("amdgpu").drawsLinear)
        #expect(!driver("amdgpu", takesModifiers: false).drawsLinear)
    }

    @Test func withoutARenderNodeTheProcessorDraws() {
        #expect(driver("simpledrm", isRenderNode: false, takesModifiers: false).drawsLinear)
    }

    @Test(arguments: ["v3d", "i915", "new-driver"])
    func aRenderNodeIsHardware(_ name: String) {
        #expect(driver(name).isHardware)
        #expect(!driver(name, isRenderNode: false).isHardware)
    }

    @Test func virtualNodesAreHardwareWhereTheHostDraws() {
        #expect(driver("virtio_gpu", drawsOnHost: true).isHardware)
        #expect(!driver("virtio_gpu").isHardware)
        #expect(!driver("vgem").isHardware)
    }

    @Test func whatIsNoGraphicsDeviceHasNoDriver() {
        #expect(RenderDriver(at: "/dev/null") == nil)
        #expect(RenderDriver(at: "/nonexistent") == nil)
    }
}
