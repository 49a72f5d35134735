import CLinux
import Geometry
import Glibc
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct GammaControlTests {
    private let server: TestServer
    private let tool: WireClient
    private let displays = Displays()

    private final class Displays: GammaObserver {
        /// The lengths of their tables.
        var sizes = [OutputID("TEST-1"): 4]
        var tables: [GammaTable?] = []

        func gammaSize(of id: OutputID) -> Int? { sizes[id] }

        func setGamma(_ table: GammaTable?) { tables.append(table) }
    }

    init() throws {
        server = try TestServer(layout: .filling)
        server.content.gammaObserver = displays
        tool = server.connect(privilege: .tool).0
    }

    private func control(_ tool: WireClient) -> UInt32 {
        let control = tool.create(tool.bind("zwlr_gamma_control_manager_v1"), 0, [.uint(tool.bind("wl_output"))])
        tool.roundTrip()
        return control
    }

    private func sizes(_ control: UInt32, of tool: WireClient) -> [UInt32] {
        tool.events(of: control, 0).compactMap(\.words.first)
    }

    private func hasFailed(_ control: UInt32, of tool: WireClient) -> Bool { !tool.events(of: control, 1).isEmpty }

    private func file(_ values: [UInt16]) -> CInt {
        values.withUnsafeBytes { kagami_sealed_memfd("test", $0.baseAddress, $0.count) }
    }

    private func set(_ control: UInt32, _ values: [UInt16]) {
        tool.send(control, 0, [.descriptor(file(values))])
        tool.roundTrip()
    }

    @Test func tablesAreSetAndGoWithTheirControl() throws {
        let control = control(tool)
        #expect(sizes(control, of: tool) == [4])
        set(control, [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 0xffff])
        #expect(
            displays.tables == [GammaTable(red: [0, 1, 2, 3], green: [10, 11, 12, 13], blue: [20, 21, 22, 0xffff])])
        tool.send(control, 1)
        tool.roundTrip()
        #expect(displays.tables.count == 2 && displays.tables.last == .some(nil))
    }

    @Test func tablesGoWithTheirClient() {
        set(control(tool), [UInt16](repeating: 9, count: 12))
        tool.hangUp()
        server.pump()
        #expect(displays.tables.count == 2 && displays.tables.last == .some(nil))
    }

    @Test func oneToolAtATimeTints() {
        let first = control(tool)
        let other = server.connect(privilege: .tool).0
        let second = control(other)
        #expect(hasFailed(second, of: other) && !hasFailed(first, of: tool))
        // What has failed changes nothing, not even when it goes.
        other.send(second, 0, [.descriptor(file([UInt16](repeating: 9, count: 12)))])
        other.send(second, 1)
        other.roundTrip()
        #expect(displays.tables.isEmpty && other.error == nil)
        tool.send(first, 1)
        tool.roundTrip()
        #expect(sizes(control(other), of: other) == [4])
    }

    @Test func displaysWithoutTablesFail() {
        displays.sizes = [:]
        #expect(hasFailed(control(tool), of: tool))
    }

    @Test(arguments: [0, 11])
    func tablesThatAreTooShortEndTheConnection(count: Int) {
        set(control(tool), [UInt16](repeating: 0, count: count))
        #expect(tool.error?.code == 1)
        #expect(!displays.tables.contains { $0 != nil })
    }

    @Test func aPipeNeverBlocksTheService() {
        let control = control(tool)
        var ends: [CInt] = [0, 0]
        pipe(&ends)
        tool.send(control, 0, [.descriptor(ends[0])])
        tool.roundTrip()
        #expect(tool.error?.code == 1)
        close(ends[1])
    }

    @Test func applicationsDoNotSeeIt() {
        let application = server.connect().0
        application.roundTrip()
        #expect(!application.globals.keys.contains("zwlr_gamma_control_manager_v1"))
    }
}
