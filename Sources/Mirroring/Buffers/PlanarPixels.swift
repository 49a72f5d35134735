/// Pixels whose planes the processor can read as they are.
package protocol PlanarPixels: AnyObject {
    var planarFormat: YUVFormat { get }
    /// What the numbers mean: what the client says, else what is usual for the size.
    var encoding: YUVEncoding { get }

    /// Runs `body` with the planes, valid only within the call; returns false, without running `body`, when the pixels are
    /// gone.
    func withPlanes(_ body: ([PlanePixels]) -> Void) -> Bool
}

/// The samples of one plane.
package struct PlanePixels {
    /// Of the first sample.
    package let first: UnsafeRawPointer
    /// Bytes from the start of one row to the start of the next.
    package let stride: Int

    package init(first: UnsafeRawPointer, stride: Int) {
        self.first = first
        self.stride = stride
    }
}

/// Makes words of such pixels, for what the processor draws.
package protocol PlanarConverter: AnyObject {
    /// The formats that it converts.
    var convertedFormats: [YUVFormat] { get }

    /// Converts all pixels of a picture of the target's size, whose planes are as many as the format's.
    func convert(_ planes: [PlanePixels], _ format: YUVFormat, _ encoding: YUVEncoding, to target: MemoryBuffer)
}
