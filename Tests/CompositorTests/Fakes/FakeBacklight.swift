import Mirroring

/// A backlight that the test may lock.
final class FakeBacklight: BacklightPort {
    var brightness: Brightness? = Brightness(percent: 60)
    var isWritable = true

    func set(_ brightness: Brightness) -> String? {
        guard isWritable else { return "it is locked" }
        self.brightness = brightness
        return nil
    }
}
