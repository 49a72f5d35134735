package import Geometry

/// The damage of the last few frames, which brings a buffer that was drawn some frames ago up to date.
package struct DamageHistory<Space: CoordinateSpace> {
    /// The picture's size; a buffer that is too old lacks all of it.
    package let size: Size<Space>
    private let capacity: Int
    /// Newest last, at most `capacity`.
    private var frames: [Region<Space>] = []

    /// A history that remembers `capacity` frames: the number of buffers in rotation is enough.
    package init(size: Size<Space>, capacity: Int = 4) {
        self.size = size
        self.capacity = max(1, capacity)
    }

    /// Records the damage of the frame being drawn.
    package mutating func record(_ damage: Region<Space>) {
        if frames.count == capacity { frames.removeFirst() }
        frames.append(damage.intersection(size.bounds))
    }

    /// The damage to redraw in a buffer of this age to bring it to the newest recorded frame.
    ///
    /// A buffer's age is the number of frames since it was drawn: 1 for one that holds the frame before the
    /// newest. 0 stands for unknown contents, as `EGL_EXT_buffer_age` has it.
    package func damage(forAge age: Int) -> Region<Space> {
        guard age > 0, age <= frames.count else { return Region(size.bounds) }
        return frames.suffix(age).reduce(into: Region()) { $0.formUnion($1) }
    }

    /// Forgets all frames: every buffer must be redrawn in full.
    package mutating func reset() {
        frames = []
    }
}
