/// Pixels whose planes the processor can read as they are.
package protocol PlanarPixels: AnyObject {
    var planarFormat: YUVFormat { get }
    /// What the numbers mean: what the client says, else what is usual for the size.
    var encoding: YUVEncoding { get }
    /// How the planes are cut up; nil where their rows lie whole.
    var columns: PixelColumns? { get }

    /// Runs `body` with the planes, valid only within the call; returns false, without running `body`, when the pixels are
    /// gone.
    func withPlanes(_ body: ([PlanePixels]) -> Void) -> Bool
}

extension PlanarPixels {
    package var columns: PixelColumns? { nil }
}

/// The samples of one plane.
package struct PlanePixels {
    /// Of the first sample.
    package let first: UnsafeRawPointer
    /// Bytes from the start of one row to the start of the next, within a column where rows are cut up.
    package let stride: Int

    package init(first: UnsafeRawPointer, stride: Int) {
        self.first = first
        self.stride = stride
    }
}

/// Makes words of such pixels, for what the processor draws.
package protocol PlanarConverter: AnyObject {
    /// The formats that it converts, in whole rows and, where they fit, in columns.
    var convertedFormats: [YUVFormat] { get }

    /// Converts all pixels of a picture of the target's size, whose planes are as many as the format's.
    func convert(
        _ planes: [PlanePixels], in columns: PixelColumns?, _ format: YUVFormat, _ encoding: YUVEncoding,
        to target: MemoryBuffer)
}
