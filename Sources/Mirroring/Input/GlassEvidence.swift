/// What speaks for a touchscreen or pen being a display's own glass; more of it counts more, the later kinds most.
package struct GlassEvidence: OptionSet, Hashable, Sendable, Comparable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Both are built in, or both are plugged in.
    package static let bus = GlassEvidence(rawValue: 1)
    /// Both are of the same size.
    package static let size = GlassEvidence(rawValue: 2)
    /// Both are of the same maker.
    package static let maker = GlassEvidence(rawValue: 4)
    /// The device's name has the display's model in it.
    package static let model = GlassEvidence(rawValue: 8)

    /// Its parts in words, the weightiest first.
    var words: [String] {
        let names: [(GlassEvidence, String)] = [
            (.model, "model"), (.maker, "maker"), (.size, "size"), (.bus, "bus"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }

    package static func < (left: GlassEvidence, right: GlassEvidence) -> Bool { left.rawValue < right.rawValue }

    /// What speaks for `device` being the glass of `output`, as far as their descriptions say.
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

    /// Whether a device's name has the word of a model that tells models apart: one of letters and digits.
    private static func names(_ device: String, _ model: String?) -> Bool {
        guard let model else { return false }
        let telling = model.lowercasedWords.filter { word in
            word.count >= 4 && word.contains(where: \.isLetter) && word.contains(where: \.isNumber)
        }
        return !telling.isDisjoint(with: device.lowercasedWords)
    }
}

extension DeviceSensor {
    /// Whether the surface is as large as a display's picture, give or take 5 %, upright or turned; nil where a size is
    /// unknown.
    func fits(_ output: OutputDescription) -> Bool? {
        guard let size, let picture = output.physicalSize else { return nil }
        func isAlike(_ one: Int, _ other: Int) -> Bool { abs(one - other) * 20 <= other }
        return isAlike(size.width, picture.width) && isAlike(size.height, picture.height)
            || isAlike(size.width, picture.height) && isAlike(size.height, picture.width)
    }
}
