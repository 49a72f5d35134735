import Geometry
package import Mirroring

/// A display's memory during an access, from `init` to `end`.
package struct DisplayMemory {
    private let scanout: RenderTarget.Scanout
    private let first: UnsafeMutableRawPointer

    /// Nil where the memory is gone.
    package init?(_ scanout: RenderTarget.Scanout) {
        guard let first = scanout.buffer.beginAccess() else { return nil }
        self.first = first
        self.scanout = scanout
    }

    package func end() {
        scanout.buffer.endAccess()
    }

    /// Whether it holds pictures as their viewer sees them, in the format that is drawn.
    package var isDrawable: Bool { scanout.isDrawable }

    /// Drawable memory.
    func plane(of target: RenderTarget) -> PixelPlane {
        PixelPlane(first: first, stride: scanout.buffer.stride, size: target.size)
    }

    /// The first row.
    package var firstRow: UnsafeMutableRawPointer { first }
    package var stride: Int { scanout.buffer.stride }

    /// Copies between the frame in ordinary memory and this.
    package func copy(of picture: MemoryBuffer) -> DisplayCopy {
        DisplayCopy(
            picture: PixelPlane(picture),
            display: (first, scanout.buffer.stride, scanout.buffer.size.reinterpreted()),
            format: scanout.buffer.scanoutFormat, transform: scanout.transform)
    }
}
