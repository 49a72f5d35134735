package import Geometry
import Mirroring

/// A pool of unused canvases by size: a bar that changes between two sizes or places reuses the same memory.
package final class CanvasPool {
    /// The most bytes of idle canvases kept.
    private let capacity: Int
    /// Least recently used first.
    private var idle: [Canvas] = []
    /// The number of canvases made so far, for tests and measurements.
    package private(set) var made = 0

    package init(capacity: Int = 16 << 20) {
        self.capacity = capacity
    }

    /// A canvas of this size with undefined contents; nil when out of memory.
    package func take(_ size: Size<OutputSpace>) -> Canvas? {
        if let index = idle.lastIndex(where: { $0.size == size }) { return idle.remove(at: index) }
        guard let buffer = MemoryBuffer(size: size.reinterpreted()) else { return nil }
        made += 1
        return Canvas(drawingInto: buffer)
    }

    /// The bytes of the idle canvases.
    package var idleBytes: Int { idle.reduce(0) { $0 + $1.bytes } }

    /// Returns a canvas that is no longer used.
    package func give(_ canvas: Canvas) {
        idle.append(canvas)
        while idleBytes > capacity { idle.removeFirst() }
    }
}

extension Canvas {
    fileprivate var bytes: Int { size.area * 4 }
}
