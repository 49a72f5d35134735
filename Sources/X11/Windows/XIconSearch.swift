import Geometry
package import Mirroring

/// The search for the icon to show in `_NET_WM_ICON`: a list of pictures, each with its width, its height and its pixels.
///
/// A value that says which words of the property to read next. It reads the sizes of the pictures, and then one picture.
package struct XIconSearch {
    /// The width that an icon has at least, if the client has one that wide.
    package static let wantedSide = 64
    /// The pictures whose sizes are read.
    package static let mostPictures = 32

    /// The words to read next.
    package private(set) var next = 0..<2
    /// The icon that was found; nil while there is none.
    package private(set) var icon: WindowIcon?
    private var pictures = 0
    private var best: Picture?
    private var isReading = false

    private struct Picture {
        let size: Size<OutputSpace>
        let words: Range<Int>

        /// Whether the picture is the better one to show. Large pictures are made smaller, and look better than small ones made larger.
        func isBetter(than other: Picture) -> Bool {
            let (side, otherSide) = (min(size.width, size.height), min(other.size.width, other.size.height))
            if otherSide < XIconSearch.wantedSide { return side > otherSide }
            return side >= XIconSearch.wantedSide && side < otherSide
        }
    }

    package init() {}

    /// Takes the words that were read, after which the property has `left` more. Returns whether there is more to read.
    package mutating func take(_ words: [UInt32], left: Int) -> Bool {
        if isReading {
            icon = best.flatMap { WindowIcon(size: $0.size, pixels: words) }
            return false
        }
        guard words.count == next.count else { return false }
        let (width, height) = (Int(words[0]), Int(words[1]))
        let (count, isTooLarge) = width.multipliedReportingOverflow(by: height)
        guard count > 0, !isTooLarge, count <= left else { return readBest() }
        let pixels = next.upperBound..<next.upperBound + count
        let picture = Picture(size: Size(width: width, height: height), words: pixels)
        if max(width, height) <= WindowIcon.longestSide, best.map(picture.isBetter) ?? true { best = picture }
        pictures += 1
        guard left - count > 2, pictures < Self.mostPictures else { return readBest() }
        next = pixels.upperBound..<pixels.upperBound + 2
        return true
    }

    private mutating func readBest() -> Bool {
        guard let best else { return false }
        (next, isReading) = (best.words, true)
        return true
    }
}
