import Mirroring

/// A backlight that the test may lock.
final class FakeBacklight: BacklightPort {
    var brightness: Brightness? = Brightness(percent: 60)
    var isWritable = true
    private(set) var isOn = true

    func setPower(isOn: Bool) {
        self.isOn = isOn
    }

    func set(_ brightness: Brightness, completion: @escaping (String?) -> Void) {
        guard isWritable else { return completion("it is locked") }
        self.brightness = brightness
        completion(nil)
    }
}
