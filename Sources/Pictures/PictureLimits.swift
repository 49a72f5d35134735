/// What a picture that somebody hands in may cost.
package enum PictureLimits {
    /// Bytes of its file.
    package static let fileBytes = 32 << 20
    /// Pixels either way.
    package static let side = 8192
    /// Pixels in all.
    package static let pixels = 8192 * 4096
    /// Pixels kept of it, as many as the largest usual screen has; a larger one is scaled down while it is decoded.
    package static let keptPixels = 3840 * 2160
    /// Pictures that wait for their turn.
    package static let waiting = 32

    /// What decoding may take: seconds of the processor, and of the clock, as other programs want the processor too.
    static let processorSeconds: UInt32 = 5
    static let clockMicroseconds: Int64 = 20_000_000
    /// Bytes of memory: a progressive JPEG of `pixels` needs some 400 MB.
    static let memory = 768 << 20
}
