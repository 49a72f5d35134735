/// The evidence that a touchscreen or pen is a display's own glass.
///
/// More evidence weighs more, and a later kind outweighs all earlier kinds.
package struct GlassEvidence: OptionSet, Hashable, Sendable, Comparable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Both are built in, or both are plugged in.
    package static let bus = GlassEvidence(rawValue: 1)
    /// Both have the same size.
    package static let size = GlassEvidence(rawValue: 2)
    /// Both have the same maker.
    package static let maker = GlassEvidence(rawValue: 4)
    /// The device's name contains the display's model.
    package static let model = GlassEvidence(rawValue: 8)

    /// The kinds of evidence in words, the weightiest first.
    var words: [String] {
        let names: [(GlassEvidence, String)] = [
            (.model, "model"), (.maker, "maker"), (.size, "size"), (.bus, "bus"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }

    package static func < (left: GlassEvidence, right: GlassEvidence) -> Bool { left.rawValue < right.rawValue }

    /// The evidence that `device` is the glass of `output`, from their descriptions.
    package init(_ device: DeviceDescription, on output: OutputDescription) {
        self = []
        let sensor = device.sensor
        let isSameBus =
            sensor.isBuiltIn ? output.connector.isBuiltIn : sensor.bus == .usb && output.connector.isOnCable
        if isSameBus { insert(.bus) }
        if sensor.fits(output) == true { insert(.size) }
        if DisplayBrand.matches(device, make: output.identity.make) { insert(.maker) }
        if Self.names(device.name, output.identity.model) { insert(.model) }
    }

    /// Whether a device's name contains a word of a model that has both letters and digits.
    private static func names(_ device: String, _ model: String?) -> Bool {
        guard let model else { return false }
        let telling = model.lowercasedWords.filter { word in
            word.count >= 4 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
        }
        return !telling.isDisjoint(with: device.lowercasedWords)
    }
}

extension DeviceSensor {
    /// Whether the surface has the size of a display's picture, upright or turned, or nil where a size is unknown.
    ///
    /// Sizes may differ by 5 %.
    func fits(_ output: OutputDescription) -> Bool? {
        guard let size, let picture = output.physicalSize else { return nil }
        func isAlike(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 20 <= other }
        return isAlike(size.width, picture.width) && isAlike(size.height, picture.height)
            || isAlike(size.width, picture.height) && isAlike(size.height, picture.width)
    }
}
