/// Pixels of ten bits a colour beside those of eight.
package enum DeepPixel {
    /// The word with ten bits of each colour for one of XRGB with eight: black and white stay what they are, and all eight bits
    /// come back where the word is brought to eight again.
    package static func widened(_ pixel: UInt32) -> UInt32 {
        func channel(_ shift: UInt32) -> UInt32 {
            let value = pixel >> shift & 255
            return value << 2 | value >> 6
        }
        return channel(16) << 20 | channel(8) << 10 | channel(0)
    }
}

extension Color {
    /// The pixel's word in a frame of XRGB, with ten bits of each colour in a deep one.
    package func word(isDeep: Bool) -> UInt32 { isDeep ? DeepPixel.widened(xrgb) : xrgb }
}
