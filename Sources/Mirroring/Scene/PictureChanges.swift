package import Geometry

/// What has changed of a picture from version to version, in the upright picture's pixels.
package struct PictureChanges {
    /// Counts what has been drawn: other pixels in the same memory have another number.
    package private(set) var version = 0
    /// What the newest version changed, and the one before; nil where all of the picture may have changed. Two suffice: lists are compared
    /// in each turn of the loop, and few are drawn in twice in one.
    private var newest: Region<BufferSpace>?
    private var before: Region<BufferSpace>?

    package init() {}

    /// The picture looks different within `damage`.
    package mutating func add(_ damage: Region<BufferSpace>) {
        version &+= 1
        before = newest
        newest = damage
    }

    /// The picture may look different everywhere.
    package mutating func addAll() {
        version &+= 1
        (newest, before) = (nil, nil)
    }

    /// The pixels that may differ from those of an older version; nil for all.
    package func since(_ version: Int) -> Region<BufferSpace>? {
        switch self.version &- version {
        case 0: Region()
        case 1: newest
        case 2: newest.flatMap { newest in before?.union(newest) }
        default: nil
        }
    }
}
