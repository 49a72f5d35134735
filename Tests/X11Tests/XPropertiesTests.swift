import Geometry
import Mirroring
import Testing

@testable import X11

/// The parsing of window properties, whatever clients set.
@Suite struct XPropertiesTests {
    private func properties(_ property: XProperty, _ value: XPropertyValue) -> XProperties {
        var properties = XProperties()
        properties.take(value, of: property) { Self.names[$0] }
        return properties
    }

    private static let names: [UInt32: String] = [
        1: "WM_DELETE_WINDOW", 2: "WM_TAKE_FOCUS", 3: "_NET_WM_WINDOW_TYPE_DIALOG", 4: "_NET_WM_WINDOW_TYPE_NORMAL",
        5: "_NET_WM_STATE_FULLSCREEN",
    ]

    private func words(_ words: [UInt32]) -> XPropertyValue { XPropertyValue(words: words) }

    private func text(_ text: String) -> XPropertyValue { XPropertyValue(format: 8, bytes: Array(text.utf8)) }

    @Test func theClassNamesTheApplication() {
        #expect(properties(.windowClass, text("xterm\0XTerm\0")).className == "XTerm")
        #expect(properties(.windowClass, text("xterm")).className == "xterm")
        #expect(properties(.windowClass, text("")).className == nil)
        #expect(properties(.windowClass, words([7, 8])).className == nil)
    }

    @Test func theNewerNameIsTheTitle() {
        var properties = XProperties()
        properties.take(text("old"), of: .name) { _ in nil }
        #expect(properties.title == "old")
        properties.take(text("new"), of: .netName) { _ in nil }
        #expect(properties.title == "new")
        properties.take(XPropertyValue(), of: .netName) { _ in nil }
        #expect(properties.title == "old")
    }

    @Test func hintsSayWhoTakesTheKeyboard() {
        #expect(properties(.hints, words([])).hints.takesInput)
        #expect(properties(.hints, words([1, 0, 0, 0, 0, 0, 0, 0, 0])).hints.takesInput == false)
        #expect(properties(.hints, words([0, 0, 0, 0, 0, 0, 0, 0, 0])).hints.takesInput)
    }

    @Test func hintsAskForAttention() {
        #expect(properties(.hints, words([1 << 8, 0, 0, 0, 0, 0, 0, 0, 0])).hints.isUrgent)
        #expect(properties(.hints, words([0xffff_feff, 1, 0, 0, 0, 0, 0, 0, 0])).hints.isUrgent == false)
        #expect(properties(.hints, words([])).hints.isUrgent == false)
    }

    @Test(
        arguments: [
            // The flags, then position and size of old, minimum, maximum.
            ([1 << 4 | 1 << 5, 0, 0, 0, 0, 10, 20, 30, 40], (10, 20, 30, 40)),
            ([1 << 4, 0, 0, 0, 0, 10, 20, 30, 40], (10, 20, 0, 0)),
            ([1 << 5, 0, 0, 0, 0, 10, 20, 30, 40], (0, 0, 30, 40)),
            ([1 << 4 | 1 << 5, 0, 0, 0, 0, 50, 20, 30, 40], (50, 20, 0, 40)),
            ([1 << 4, 0, 0, 0, 0, 0x8000_0000, 0xffff_ffff, 0, 0], (0, 0, 0, 0)),
            ([1 << 4, 0, 0, 0, 0, 0x7fff_ffff, 1, 0, 0], (32767, 1, 0, 0)),
            ([1 << 4], (0, 0, 0, 0)),
        ] as [([UInt32], (Int, Int, Int, Int))])
    func sizeHintsLimitTheSize(hints: [UInt32], limits: (Int, Int, Int, Int)) {
        let sizes = properties(.normalHints, words(hints)).sizes
        #expect(sizes.minimum == Size(width: limits.0, height: limits.1))
        #expect(sizes.maximum == Size(width: limits.2, height: limits.3))
    }

    @Test func unknownAtomsCountForNothing() {
        #expect(properties(.protocols, words([9, 1, 2])).protocols == [.deleteWindow, .takeFocus])
        #expect(properties(.windowType, words([9, 3, 4])).type == .dialog)
        #expect(properties(.state, words([9, 5])).states == [.fullscreen])
        #expect(properties(.transientFor, words([0])).transientFor == nil)
        #expect(properties(.transientFor, words([77])).transientFor == XWindowID(77))
    }

    @Test func anyBytesAreTaken() {
        var generator = SystemRandomNumberGenerator()
        var properties = XProperties()
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let format: UInt8 = [0, 8, 16, 32, 200].randomElement(using: &generator) ?? 0
            let property = XProperty.allCases.randomElement(using: &generator) ?? .name
            properties.take(XPropertyValue(format: format, bytes: bytes), of: property) { Self.names[$0 % 8] }
            let sizes = properties.sizes
            #expect(sizes.maximum.width == 0 || sizes.maximum.width >= sizes.minimum.width)
            #expect(sizes.maximum.height == 0 || sizes.maximum.height >= sizes.minimum.height)
        }
    }
}

extension XPropertyValue {
    /// Items of 32 bits, as the server sends them.
    init(words: [UInt32]) {
        self.init(format: 32, bytes: words.flatMap { withUnsafeBytes(of: $0, Array.init) })
    }
}
