/// The lights of keyboards that are on.
package struct KeyboardLEDs: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    package static let numLock = KeyboardLEDs(rawValue: 1)
    package static let capsLock = KeyboardLEDs(rawValue: 2)
    package static let scrollLock = KeyboardLEDs(rawValue: 4)
}
