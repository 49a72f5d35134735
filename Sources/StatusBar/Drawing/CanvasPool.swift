import Geometry
import Mirroring

/// Pictures and their canvases that nobody uses just now, by size: a bar that grows and shrinks again, or moves between
/// two places, gets the same memory back.
package final class CanvasPool {
    /// The bytes of idle pictures kept at most.
    private let capacity: Int
    /// The longest unused first.
    private var idle: [Canvas] = []
    /// How many canvases were made so far, for tests and figures.
    package private(set) var made = 0

    package init(capacity: Int = 16 << 20) {
        self.capacity = capacity
    }

    /// A canvas of this size on a picture of its own, whatever that holds; nil where there is no memory.
    package func take(_ size: Size<OutputSpace>) -> Canvas? {
        if let index = idle.lastIndex(where: { $0.size == size }) { return idle.remove(at: index) }
        guard let buffer = PixelBuffer(size: size) else { return nil }
        made += 1
        return Canvas(drawingInto: buffer)
    }

    /// The bytes of the pictures that nobody uses.
    package var idleBytes: Int { idle.reduce(0) { $0 + $1.bytes } }

    /// Gives back a canvas that nobody draws or reads any more.
    package func give(_ canvas: Canvas) {
        idle.append(canvas)
        while idleBytes > capacity { idle.removeFirst() }
    }
}

extension Canvas {
    fileprivate var bytes: Int { size.area * 4 }
}
