import Geometry

/// The damage of the last few frames: what a buffer that was last drawn some frames ago lacks.
package struct DamageHistory<Space: CoordinateSpace> {
    /// The picture's size; all of it is what too old a buffer lacks.
    package let size: Size<Space>
    private let capacity: Int
    /// The newest last, never more than `capacity`.
    private var frames: [Region<Space>] = []

    /// A history that remembers `capacity` frames: the number of buffers in rotation is enough.
    package init(size: Size<Space>, capacity: Int = 4) {
        self.size = size
        self.capacity = max(1, capacity)
    }

    /// Notes the damage of the frame now being drawn.
    package mutating func record(_ damage: Region<Space>) {
        if frames.count == capacity { frames.removeFirst() }
        frames.append(damage.intersection(size.bounds))
    }

    /// What must be drawn into a buffer of this age to bring it to the newest recorded frame.
    ///
    /// A buffer's age is the number of frames since it was drawn: 1 for one that holds the frame before the
    /// newest. 0 stands for unknown contents, as `EGL_EXT_buffer_age` has it.
    package func damage(forAge age: Int) -> Region<Space> {
        guard age > 0, age <= frames.count else { return Region(size.bounds) }
        return frames.suffix(age).reduce(into: Region()) { $0.formUnion($1) }
    }

    /// Forgets all frames: every buffer lacks everything.
    package mutating func reset() {
        frames = []
    }
}
