package import Geometry

/// What has changed of a picture from version to version, in the upright picture's pixels.
package struct PictureChanges {
    /// Counts what has been drawn: other pixels in the same memory have another number.
    package private(set) var version = 0
    /// Of the last versions, the newest first.
    private var last: [Region<BufferSpace>] = []

    /// Of more versions than this, all of the picture counts as changed.
    private static let capacity = 4

    package init() {}

    /// The picture looks different within `damage`.
    package mutating func add(_ damage: Region<BufferSpace>) {
        version &+= 1
        if last.count == Self.capacity { last.removeLast() }
        last.insert(damage, at: 0)
    }

    /// The picture may look different everywhere.
    package mutating func addAll() {
        version &+= 1
        last = []
    }

    /// The pixels that may differ from those of an older version; nil for all.
    package func since(_ version: Int) -> Region<BufferSpace>? {
        let count = self.version &- version
        guard count >= 0, count <= last.count else { return nil }
        if count == 1 { return last[0] }
        return last.prefix(count).reduce(into: Region()) { $0.formUnion($1) }
    }
}
