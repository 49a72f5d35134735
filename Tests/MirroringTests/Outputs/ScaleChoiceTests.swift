import Geometry
import Testing

@testable import Mirroring

@Suite struct ScaleChoiceTests {
    private func choice(_ width: Int, _ height: Int, _ size: (Int, Int)?, _ role: OutputRole = .external) -> Double {
        ScaleChoice.scale(
            mode: Size(width: width, height: height),
            physicalSize: size.map { PhysicalSize(width: $0.0, height: $0.1) }, role: role
        ).factor
    }

    @Test(
        arguments: [
            (1920, 1080, 531, 299, 1.0), (2560, 1440, 597, 336, 1), (3840, 2160, 708, 398, 1.25),
            (3840, 2160, 597, 336, 1.5), (3840, 2160, 1210, 680, 1), (5120, 2880, 597, 336, 2),
            (7680, 4320, 597, 336, 3),
        ])
    func externalsByTheirDensity(width: Int, height: Int, across: Int, down: Int, scale: Double) {
        #expect(choice(width, height, (across, down)) == scale)
        // Standing on its side a display has the same pixels.
        #expect(choice(height, width, (down, across)) == scale)
    }

    /// What is offered for an external, if anything.
    private func distant(_ width: Int, _ height: Int, _ size: (Int, Int)?) -> Double? {
        let mode = Mode(size: Size(width: width, height: height), refreshMilliHertz: 60_000)
        let display = OutputDescription(
            id: OutputID("HDMI-A-1"), connector: .hdmiA, isConnected: true, modes: [mode],
            physicalSize: size.map { PhysicalSize(width: $0.0, height: $0.1) })
        return ScaleChoice.distantScale(of: EnabledOutput(description: display, mode: mode, transform: .normal))?.factor
    }

    @Test(
        arguments: [
            (3840, 2160, 1210, 680, 2), (3840, 2160, 880, 500, 2), (1920, 1080, 890, 500, 1.5),
            (1366, 768, 890, 500, 1.5),
            (2560, 1440, 890, 500, 1.5), (7680, 4320, 1872, 1053, 3), (4096, 2160, 1000, 560, 2),
        ])
    func aTelevisionIsReadFromAfar(width: Int, height: Int, across: Int, down: Int, scale: Double) {
        #expect(distant(width, height, (across, down)) == scale)
        #expect(distant(height, width, (down, across)) == scale)
    }

    @Test func whatIsNoTelevisionIsReadFromNearBy() {
        #expect(distant(3840, 2160, (708, 398)) == nil)
        #expect(distant(3440, 1440, (800, 335)) == nil)
        #expect(distant(1920, 1080, nil) == nil)
        // An aspect ratio, and a shape that is another mode's.
        #expect(distant(1920, 1080, (1600, 900)) == nil)
        #expect(distant(1024, 768, (1210, 680)) == nil)
        // There is no room for more.
        #expect(distant(640, 480, (900, 675)) == nil)
    }

    @Test func aPanelIsNearerToTheEyes() {
        #expect(choice(2560, 1600, (286, 179), .external) == 2)
        #expect(choice(2560, 1600, (286, 179), .panel) == 1.5)
        #expect(choice(1920, 1080, (345, 194), .panel) == 1)
        #expect(choice(1280, 800, (217, 136), .panel) == 1.25)
    }

    @Test func noScaleLeavesTooLittleRoom() {
        #expect(choice(800, 480, (108, 65), .panel) == 1)
        #expect(choice(1024, 600, (154, 86), .panel) == 1.25)
        #expect(choice(720, 1440, (62, 124), .panel) == 1.5)
    }

    @Test func aDisplayThatTellsNoSizeGetsOne() {
        #expect(choice(3840, 2160, nil) == 1)
        #expect(choice(3840, 2160, (0, 0)) == 1)
        #expect(choice(3840, 2160, (-600, -340)) == 1)
        #expect(choice(0, 0, (600, 340)) == 1)
    }

    @Test(arguments: [(16, 9), (160, 90), (1600, 900), (160, 100), (16, 10), (40, 30)])
    func anAspectRatioIsNoSize(width: Int, height: Int) {
        #expect(choice(3840, 2160, (width, height)) == 1)
    }

    @Test func aSizeOfAnotherShapeIsNotBelieved() {
        #expect(choice(3840, 2160, (376, 301)) == 1)
        #expect(choice(3840, 2160, (336, 597)) == 1)
        // Whole centimetres are believed.
        #expect(choice(3840, 2160, (600, 340)) == 1.5)
    }

    @Test func absurdDensitiesAreNotBelieved() {
        #expect(choice(3840, 2160, (32, 18)) == 1)
        #expect(choice(3840, 2160, (64, 36)) == 1)
        #expect(choice(.max, .max, (1, 1)) == 1)
        #expect(choice(3840, 2160, (.max, .max)) == 1)
    }

    private func external(_ width: Int, _ height: Int) -> EnabledOutput {
        let mode = Mode(size: Size(width: width, height: height), refreshMilliHertz: 60_000)
        return EnabledOutput(
            description: OutputDescription(
                id: OutputID("DP-1"), connector: .displayPort, isConnected: true, modes: [mode],
                physicalSize: PhysicalSize(width: 597, height: 336)),
            mode: mode, transform: .normal)
    }

    @Test func anOutputGoesByItsDescription() {
        #expect(ScaleChoice.scale(of: external(3840, 2160), role: .external).factor == 1.5)
    }

    /// A seven inch panel of 1024x600, one of 13.3 inches and 2560x1600, and one as large as the external.
    @Test(
        arguments: [(1024.0 / 3840, 6.675, 4.25), (2560.0 / 3840, 8.937, 2.25), (1.0, 3.4, 1.0)]
            as [(Double, Double, Double)])
    func aControllersButtonsAreAsWideAsAFingerNeeds(panelPixels: Double, density: Double, expected: Double) {
        let scale = ScaleChoice.scale(of: external(3840, 2160), panelPixels: panelPixels, perMillimetre: density)
        #expect(scale.factor == expected)
        #expect(24 * scale.factor * panelPixels / density >= 4)
    }

    @Test func aControllerLeavesRoom() {
        #expect(ScaleChoice.scale(of: external(1920, 1080), panelPixels: 0.2, perMillimetre: 10).factor == 2.25)
        #expect(ScaleChoice.scale(of: external(1080, 1920), panelPixels: 0.2, perMillimetre: 10).factor == 2.25)
        #expect(ScaleChoice.scale(of: external(640, 400), panelPixels: 0.2, perMillimetre: 10) == .one)
    }

    @Test func aPanelsPixelsAreMeasuredOrTakenForSevenInches() {
        var description = Displays.panel
        func density() -> Double {
            EnabledOutput(description: description, mode: Displays.panelMode, transform: .normal)
                .panelPixelsPerMillimetre
        }
        #expect(abs(density() - 8.49) < 0.01)
        description.physicalSize = PhysicalSize(width: 217, height: 136)
        #expect(abs(density() - 5.9) < 0.05)
        description.physicalSize = PhysicalSize(width: 16, height: 9)
        #expect(abs(density() - 8.49) < 0.01, "an aspect ratio is not believed")
    }
}
