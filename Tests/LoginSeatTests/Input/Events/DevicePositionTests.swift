import Mirroring
import Testing

@testable import LoginSeat

@Suite struct DevicePositionTests {
    @Test func keepsWhatIsOnTheSensor() {
        #expect(DevicePosition(clampedX: 0.25, y: 1) == DevicePosition(x: 0.25, y: 1))
    }

    @Test func takesBeyondTheEdgeAsTheEdge() {
        #expect(DevicePosition(clampedX: -0.01, y: 1.2) == DevicePosition(x: 0, y: 1))
        #expect(DevicePosition(clampedX: .nan, y: -.infinity) == DevicePosition(x: 0, y: 0))
    }
}
