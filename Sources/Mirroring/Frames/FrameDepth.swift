/// The bits of each colour in a display's drawn frames.
package struct FrameDepth: Hashable, Sendable {
    package var bits: ColorDepth
    /// Why they are fewer than wanted; nil where they are not.
    package var refusal: DepthRefusal?

    package init(_ bits: ColorDepth = .eight, refusal: DepthRefusal? = nil) {
        self.bits = bits
        self.refusal = refusal
    }
}

/// Why frames have eight bits of each colour all the same; the raw value is for `status`.
package enum DepthRefusal: String, Hashable, Sendable, CaseIterable {
    case plane = "its plane shows no format with ten bits of each colour"
    case graphics = "the graphics device draws no frames with ten bits of each colour for it"
    case hardware = "the hardware refused frames with ten bits of each colour"
}
