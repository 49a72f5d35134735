/// Pixels whose planes the processor can read as they are.
package protocol PlanarPixels: AnyObject {
    var planarFormat: YUVFormat { get }
    /// How the samples are encoded: as the client says, or as is usual for the size.
    var encoding: YUVEncoding { get }
    /// The columns of the planes, or nil where the planes have whole rows.
    var columns: PixelColumns? { get }

    /// Runs `body` with the planes, which are valid only within the call.
    ///
    /// Returns false without running `body` when the pixels are gone.
    func withPlanes(_ body: ([PlanePixels]) -> Void) -> Bool
}

extension PlanarPixels {
    package var columns: PixelColumns? { nil }
}

/// The samples of one plane.
package struct PlanePixels {
    /// The address of the first sample.
    package let first: UnsafeRawPointer
    /// Bytes from the start of one row to the start of the next, within a column where there are columns.
    package let stride: Int

    package init(first: UnsafeRawPointer, stride: Int) {
        self.first = first
        self.stride = stride
    }
}

/// Converts planes to 32-bit words for the processor to draw.
package protocol PlanarConverter: AnyObject {
    /// The formats that the converter reads in whole rows and, where the format allows, in columns.
    var convertedFormats: [YUVFormat] { get }

    /// Converts all pixels of a picture with the target's size; there are as many planes as the format has.
    func convert(
        _ planes: [PlanePixels], in columns: PixelColumns?, _ format: YUVFormat, _ encoding: YUVEncoding,
        to target: MemoryBuffer)
}
