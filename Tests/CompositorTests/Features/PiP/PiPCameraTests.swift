import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A camera, shown by a player's window, above the controller of an external.
@Suite struct PiPCameraTests {
    private let cameras = FakeCameras()
    private let rig: PiPBench
    private let camera = PiPSource.camera("/dev/video3")

    init() {
        rig = PiPBench(external: true, application: false, cameras: cameras)
    }

    /// The player's window comes up.
    private func playerDraws() {
        let place = Rect<ContentSpace>(x: 0, y: 0, width: 640, height: 480)
        rig.bench.windows.picture = WindowImage(
            elements: [SceneElement(whole: FakePixels(), at: place)], size: place.size, place: place, isSettled: true)
        rig.bench.windows.windowIDs = ["kagami-camera-video3"]
        rig.bench.compositor.pip.watchedWindowDamaged(Region(place))
    }

    @Test func theCamerasWindowIsThePicture() {
        rig.start(camera)
        #expect(cameras.running["/dev/video3"]?.first == "kagami-camera-video3")
        #expect(rig.bench.windows.watched == "kagami-camera-video3")
        #expect(rig.status?.state == .starting, "the player has drawn nothing yet")
        playerDraws()
        rig.run(milliseconds: 600)
        #expect(rig.status?.state == .active)
        #expect(rig.status?.source == camera)
        #expect(rig.picture?.size == Size(width: 640, height: 480))
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(cameras.running.isEmpty, "the player ends with the picture")
        #expect(rig.outcomes == [.done, .done])
    }

    @Test func aCameraThatCannotBeOpenedFailsWithTheReason() {
        cameras.refusal = "cannot open the camera /dev/video3: No such file or directory; is it plugged in?"
        rig.start(camera)
        #expect(rig.outcomes == [.failed(.sourceFailed(cameras.refusal ?? ""))])
        #expect(cameras.running.isEmpty)
        #expect(rig.overlay.isEmpty)
    }

    @Test func aPlayerThatEndsTakesThePictureAway() {
        rig.start(camera)
        playerDraws()
        rig.run(milliseconds: 600)
        _ = rig.takePiPEvents()
        rig.bench.windows.picture = nil
        cameras.end("/dev/video3")
        #expect(rig.takePiPEvents().contains(.didStop(camera, .sourceGone)))
        rig.run(milliseconds: 400)
        #expect(rig.overlay.isEmpty)
        rig.start(camera)
        #expect(cameras.opened == 2, "the next start opens the camera again")
    }

    @Test func anotherSourceTakesItsPlace() {
        rig.start(camera)
        playerDraws()
        rig.run(milliseconds: 600)
        rig.show(.camera("/dev/video4"))
        rig.run(milliseconds: 600)
        #expect(Array(cameras.running.keys) == ["/dev/video4"])
    }

    @Test func withoutPlayersThereAreNoCameras() {
        let rig = PiPBench(external: true, application: false)
        rig.start(camera)
        #expect(rig.outcomes == [.failed(.impossible(.noCameraPlayer))])
    }

    @Test func aCameraHasNoFullView() {
        rig.start(camera)
        playerDraws()
        rig.run(milliseconds: 600)
        rig.restore()
        rig.run(milliseconds: 600)
        #expect(rig.status?.state != .active)
        #expect(rig.bench.windows.raised.isEmpty)
        #expect(cameras.running.isEmpty)
    }
}
