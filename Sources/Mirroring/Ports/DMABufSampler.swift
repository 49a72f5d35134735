package import Geometry

/// A graphics device that draws from clients' dmabufs where they lie.
package protocol DMABufSampler: AnyObject {
    /// The layouts that it draws from, to be offered to clients. `PixelLayout.implicit` stands for the driver's own, where it
    /// names none.
    var sampledLayouts: [PixelLayout] { get }

    /// Whether it draws from this buffer; false also while the processor draws in its place.
    func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool
}
