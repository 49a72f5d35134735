import Mirroring
import Testing

@testable import kagami

@Suite struct RendererSelectionTests {
    @Test func theProcessorDrawsForVirtualDisplays() throws {
        let virtual = try RendererSelection(choice: .auto, displays: nil).renderer()
        #expect(virtual.name == "pixman")
        #expect(virtual.snapshotPath == .cpu)
        #expect(virtual.remark == "virtual displays show the processor's memory")
    }

    @Test func theUsersChoiceIsTaken() throws {
        #expect(try RendererSelection(choice: .pixman, displays: nil).renderer().name == "pixman")
        let renderer = try RendererSelection(choice: .gles, displays: nil).renderer()
        #expect(renderer.name == "gles")
        #expect(renderer.snapshotPath == .gpu)
        #expect(renderer.remark?.isEmpty == false)
    }
}
