import Geometry
import Testing

@testable import Mirroring

@Suite struct InputGeometryTests {
    private let panel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
    private let external = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)

    private var mirrored: InputGeometry { InputGeometry(.onExternal(external, controlledFrom: panel)) }

    @Test func atHomeThePanelIsTheContent() {
        let geometry = InputGeometry(.onPanel(panel))
        #expect(geometry.contentSize == Size(width: 1280, height: 800))
        #expect(geometry.hit(DevicePosition(x: 0.25, y: 0.5), on: .panel) == .content(Point(x: 320, y: 400)))
        #expect(geometry.hit(DevicePosition(x: 0.25, y: 0.5), on: .external) == .nowhere)
    }

    @Test func mirroredThePanelHitsTheExternalThroughTheViewport() {
        #expect(mirrored.hit(DevicePosition(x: 0.5, y: 0.5), on: .panel) == .content(Point(x: 1920, y: 1080)))
        #expect(mirrored.hit(DevicePosition(x: 0.5, y: 0), on: .panel) == .bars(nearest: Point(x: 1920, y: 0)))
    }

    @Test func aDeviceOfTheExternalPointsAtItDirectly() {
        #expect(mirrored.hit(DevicePosition(x: 0.5, y: 0.25), on: .external) == .content(Point(x: 1920, y: 540)))
    }

    @Test(arguments: Transform.allCases)
    func theSensorsEdgesAreOnThePicture(transform: Transform) {
        let turned = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: transform)
        let geometry = InputGeometry(.onPanel(turned))
        for (x, y) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (-0.1, 1.1)] {
            guard case .content(let point) = geometry.hit(DevicePosition(x: x, y: y), on: .panel) else {
                Issue.record("the corner \(x), \(y) is in the bars")
                continue
            }
            #expect(geometry.contentSize?.bounds.contains(point) == true)
        }
    }

    @Test func theMountingIsUndone() {
        // A portrait panel mounted a quarter turn counter-clockwise: its framebuffer's top left corner is the
        // upright picture's top right one.
        let portrait = Displays.connected("DSI-1", .dsi, modes: [Displays.mode(800, 1280)])
        let enabled = EnabledOutput(description: portrait, mode: portrait.modes[0], transform: .rotated90)
        let geometry = InputGeometry(.onPanel(enabled))
        #expect(geometry.contentSize == Size(width: 1280, height: 800))
        #expect(geometry.hit(DevicePosition(x: 0.25, y: 0.25), on: .panel) == .content(Point(x: 960, y: 200)))
    }

    @Test func whatIsNoNumberHitsNothing() {
        #expect(mirrored.hit(DevicePosition(x: .nan, y: 0.5), on: .panel) == .nowhere)
        #expect(mirrored.hit(DevicePosition(x: 0.5, y: .infinity), on: .panel) == .nowhere)
        #expect(InputGeometry.parked.hit(DevicePosition(x: 0.5, y: 0.5), on: .panel) == .nowhere)
    }

    @Test func devicesFollowTheirRuleThenTheirOwnSettingThenThePanel() {
        var mapping = DeviceMapping(rules: [DeviceRule(name: "Wall", output: "external")])
        func add(_ number: Int, _ name: String, _ output: String? = nil) -> DeviceID {
            let id = DeviceID(number)
            mapping.add(DeviceDescription(id: id, name: name, capabilities: [.touch], output: output))
            return id
        }
        let wall = add(1, "Wall", "panel")
        let named = add(2, "Named", "HDMI-A-1")
        let plain = add(3, "Plain")
        let stray = add(4, "Stray", "DP-7")
        #expect(
            [wall, named, plain, stray].map { mapping.output(of: $0, in: mirrored) }
                == [.external, .external, .panel, .nowhere])
        let home = InputGeometry(.onPanel(panel))
        #expect(
            [wall, named, plain, stray].map { mapping.output(of: $0, in: home) }
                == [.external, .nowhere, .panel, .nowhere])
    }
}
