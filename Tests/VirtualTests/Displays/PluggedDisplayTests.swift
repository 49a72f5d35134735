import Geometry
import Mirroring
import Testing

@testable import Virtual

@Suite struct PluggedDisplayTests {
    @Test(arguments: [
        ("HDMI-A-1", ConnectorType.hdmiA), ("DP-1", .displayPort), ("DSI-1", .dsi), ("eDP-1", .eDP), ("DVI-D-2", .dviD),
        ("VGA-1", .vga), ("Virtual-1", .virtual), ("HDMI-B-12", .hdmiB),
    ])
    func theNameBeginsWithTheConnectorsType(name: String, type: ConnectorType) {
        #expect(ConnectorType(connectorName: name) == type)
    }

    @Test func unknownTypesAreRefusedWithTheListOfKnownOnes() {
        let error = #expect(throws: VirtualDisplayError.self) {
            try PluggedDisplay(name: "Beamer-1", size: Size(width: 640, height: 480)).validate()
        }
        #expect(error == .notAConnector("Beamer-1"))
        for type in ConnectorType.pluggable { #expect(error?.description.contains(type.rawValue) == true) }
        #expect(error?.description.contains("Writeback") == false)
    }

    @Test func aMonitorListsItsOwnModeFirstAndLesserOnesAfterIt() {
        let display = PluggedDisplay(name: "HDMI-A-1", size: Size(width: 2560, height: 1440))
        let modes = display.outputDescription.modes
        #expect(modes.first == Mode(size: display.size, refreshMilliHertz: 60_000, isPreferred: true))
        #expect(modes.dropFirst().map(\.size.width) == [1920, 1280, 1024, 640])
        #expect(modes.filter(\.isPreferred).count == 1)
    }

    @Test func aBuiltInPanelHasOneMode() {
        let panel = PluggedDisplay(name: "DSI-1", size: Size(width: 1280, height: 800))
        #expect(panel.outputDescription.modes.count == 1)
    }

    @Test func identityIsPlausible() {
        let display = PluggedDisplay(name: "DP-3", size: Size(width: 640, height: 480))
        #expect(display.outputDescription.identity == DisplayIdentity(make: "KGM", model: "Virtual", serial: "DP-3"))
    }

    @Test func aDisplayHasTheSizeOfAMonitorsPixelsUnlessOneIsGiven() {
        func size(_ given: PhysicalSize?, _ width: Int = 1280, _ height: Int = 800) -> PhysicalSize? {
            PluggedDisplay(name: "DSI-1", size: Size(width: width, height: height), physicalSize: given)
                .outputDescription.physicalSize
        }
        #expect(size(nil) == PhysicalSize(width: 342, height: 214))
        #expect(size(nil, 3840, 2160) == PhysicalSize(width: 1027, height: 578))
        #expect(size(nil, 16_384, 16_384) == PhysicalSize(width: 4381, height: 4381))
        #expect(size(PhysicalSize(width: 151, height: 94)) == PhysicalSize(width: 151, height: 94))
        #expect(size(PhysicalSize(width: 0, height: 0)) == nil)
    }

    /// Pictures are as large as their pixels say.
    @Test(arguments: [(640, 480), (800, 480), (1280, 800), (1920, 1080), (3840, 2160), (7680, 4320)])
    func aUsualSizeHasScaleOne(_ width: Int, _ height: Int) {
        let display = PluggedDisplay(name: "DSI-1", size: Size(width: width, height: height))
        let density = Double(width) / Double(display.physicalSize.width) * 25.4
        #expect(abs(density - 95) < 0.5)
        for role in [OutputRole.panel, .external] {
            #expect(ScaleChoice.scale(mode: display.size, physicalSize: display.physicalSize, role: role) == .one)
        }
    }
}
