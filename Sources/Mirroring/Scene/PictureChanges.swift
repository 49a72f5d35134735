package import Geometry

/// The changes of a picture from version to version, in the upright picture's pixels.
package struct PictureChanges {
    /// The number of the version: other pixels in the same memory have another number.
    package private(set) var version = 0
    /// The changes of the newest version and of the version before, or nil where the whole picture may have changed.
    ///
    /// Two versions suffice: lists are compared in each turn of the loop, and few pictures are drawn twice in one turn.
    private var newest: Region<BufferSpace>?
    private var before: Region<BufferSpace>?

    package init() {}

    /// Records that the picture looks different within `damage`.
    package mutating func add(_ damage: Region<BufferSpace>) {
        version &+= 1
        before = newest
        newest = damage
    }

    /// Records that the picture may look different everywhere.
    package mutating func addAll() {
        version &+= 1
        (newest, before) = (nil, nil)
    }

    /// The pixels that may differ from those of an older version, or nil for all pixels.
    package func since(_ version: Int) -> Region<BufferSpace>? {
        switch self.version &- version {
        case 0: Region()
        case 1: newest
        case 2: newest.flatMap { newest in before?.union(newest) }
        default: nil
        }
    }
}
