import Geometry
import Mirroring
import Testing

@testable import Virtual

@Suite struct PanelGeometryTests {
    @Test func anUprightPanelsFractionsAreItsPixels() throws {
        let panel = PanelGeometry(size: Size(width: 1280, height: 800))
        let position = try panel.devicePosition(of: Point(x: 320, y: 600))
        #expect(position == DevicePosition(x: 0.25, y: 0.75))
    }

    @Test func aPanelTurned90DegreesHasItsTopLeftAtTheSensorsBottomLeft() throws {
        let panel = PanelGeometry(size: Size(width: 800, height: 1280), transform: .rotated90)
        #expect(try panel.devicePosition(of: Point(x: 0, y: 0)) == DevicePosition(x: 0, y: 1))
        #expect(try panel.devicePosition(of: Point(x: 800, y: 0)) == DevicePosition(x: 0, y: 0))
    }

    @Test(arguments: Transform.allCases)
    func undoingTheTransformGivesThePointBack(transform: Transform) throws {
        let panel = PanelGeometry(size: Size(width: 800, height: 1280), transform: transform)
        let point = Point<PanelSpace>(x: 123.5, y: 1000.25)
        let position = try panel.devicePosition(of: point)
        let scanout: Size<ScanoutSpace> = transform.apply(to: panel.size)
        let sensor = Point<ScanoutSpace>(
            x: position.x * Double(scanout.width), y: position.y * Double(scanout.height))
        let back: Point<PanelSpace> = transform.inverse.apply(to: sensor, within: scanout)
        #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
    }

    @Test(arguments: [(-0.5, 0.0), (0.0, 800.5), (1281.0, 3.0), (.nan, 1.0), (1.0, .infinity)])
    func pointsOffThePanelAreRefused(x: Double, y: Double) {
        let panel = PanelGeometry(size: Size(width: 1280, height: 800))
        #expect(throws: VirtualInputError.self) { try panel.devicePosition(of: Point(x: x, y: y)) }
    }

    @Test func theErrorSaysHowLargeThePanelIs() {
        let panel = PanelGeometry(size: Size(width: 1280, height: 800))
        let error = #expect(throws: VirtualInputError.self) { try panel.devicePosition(of: Point(x: 5000, y: 100.5)) }
        #expect(error?.description == "5000,100.5 is beyond the panel: it has 1280x800 pixels")
    }

    @Test func withoutAPanelTheErrorSaysSo() {
        let panel = PanelGeometry(size: .zero)
        let error = #expect(throws: VirtualInputError.self) { try panel.devicePosition(of: Point(x: 0, y: 0)) }
        #expect(error?.description == "there is no panel to point at")
    }
}
