import CPixelKernels

/// The table that turns light back into bytes: made when first used, and constant from then on.
enum LinearLight {
    nonisolated(unsafe) static let bytes: UnsafePointer<UInt8> = {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Int(KAGAMI_LIGHT_STEPS))
        kagami_fill_light_bytes(bytes)
        return UnsafePointer(bytes)
    }()
}
