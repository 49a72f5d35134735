import KMS
import Mirroring
import Testing

@testable import kagami

@Suite struct RendererSelectionTests {
    private func selected(_ choice: RendererChoice, isVirtual: Bool) throws -> any RendererPort {
        // A card that does not exist has no device.
        let device = RenderDevice(forCard: nil, devices: "/nonexistent", sysfs: "/nonexistent")
        return try RendererSelection(choice: choice, device: device, isVirtual: isVirtual).renderer()
    }

    @Test func theProcessorDrawsWhereNothingElseCan() throws {
        let virtual = try selected(.auto, isVirtual: true)
        #expect(virtual.name == "pixman")
        #expect(virtual.snapshotPath == .cpu)
        #expect(virtual.remark == "virtual displays show the processor's memory")
        let real = try selected(.auto, isVirtual: false)
        #expect(real.name == "pixman")
        #expect(real.remark == "there is no graphics device")
    }

    @Test func theUsersChoiceIsTaken() throws {
        #expect(try selected(.pixman, isVirtual: false).name == "pixman")
        for isVirtual in [true, false] {
            let renderer = try selected(.gles, isVirtual: isVirtual)
            #expect(renderer.name == "gles")
            #expect(renderer.snapshotPath == .gpu)
            #expect(renderer.remark?.isEmpty == false)
        }
    }
}
