import Geometry
import Mirroring

/// Detects the black bars around a letterboxed video, so that the video is shown without them.
///
/// Bars are trimmed only after several looks, some time apart, have found them; the first thing that is drawn in them
/// brings them back at once.
struct Letterbox {
    /// The video's rectangle, once it is certain.
    private var found: Rect<OutputSpace>?
    private var size = Size<OutputSpace>.zero
    private var candidate: (part: Rect<OutputSpace>, looks: Int)?
    private var lastLook: Timestamp?

    static let looksNeeded = 4
    static let lookIntervalMicroseconds: Int64 = 250_000

    init() {}

    /// The part of a picture of this size to show: all of it where there are no bars.
    func part(of size: Size<OutputSpace>) -> Rect<OutputSpace> {
        size == self.size ? found ?? size.bounds : size.bounds
    }

    /// Inspects a picture that has changed within `damage`.
    mutating func look(at picture: any Buffer, damage: Region<OutputSpace>, at now: Timestamp) {
        let whole: Size<OutputSpace> = picture.size.reinterpreted()
        if whole != size {
            self = Letterbox()
            size = whole
        }
        _ = picture.withPixels { first in
            let pixels = LetterboxSearch.Pixels(
                first: first, stride: picture.stride, size: whole, isDeep: picture.format.isDeep)
            look(at: pixels, damage: damage, at: now)
        }
    }

    private mutating func look(at picture: LetterboxSearch.Pixels, damage: Region<OutputSpace>, at now: Timestamp) {
        if let found {
            let bars = damage.intersection(size.bounds).subtracting(Region(found))
            if !LetterboxSearch.isBlack(bars, in: picture) {
                self.found = nil
                candidate = nil
            }
        }
        if let lastLook, now.since(lastLook) < Self.lookIntervalMicroseconds { return }
        lastLook = now
        consider(LetterboxSearch.video(in: picture))
    }

    private mutating func consider(_ part: Rect<OutputSpace>?) {
        // A dark scene is no evidence: keep the part that is known.
        guard let part else {
            candidate = nil
            return
        }
        if let found, Self.areNear(found, part) {
            candidate = nil
            return
        }
        if let last = candidate, Self.areNear(last.part, part) {
            candidate = (last.part.union(part), last.looks + 1)
        } else {
            candidate = (part, 1)
        }
        if let sure = candidate, sure.looks >= Self.looksNeeded {
            found = sure.part
            candidate = nil
        }
    }

    /// Whether the rectangles nearly agree: in one frame, a video's outermost row may be dark enough to pass for a bar's.
    private static func areNear(_ first: Rect<OutputSpace>, _ second: Rect<OutputSpace>) -> Bool {
        [
            first.x - second.x, first.y - second.y, first.maxX - second.maxX, first.maxY - second.maxY,
        ].allSatisfy { abs($0) <= 2 }
    }
}

/// Looks for black bars in one picture.
enum LetterboxSearch {
    /// The brightest channel value that passes for black, as encoders produce it.
    private static let blackest: UInt32 = 8
    /// Bars thinner than this share of the side are not worth trimming.
    private static let thinnestShare = 50
    /// The least share of a video's outermost row or column that is brighter than a bar: text on black is not a video.
    private static let edgeShare = 0.2
    /// The aspect ratios of videos, width to height.
    private static let shapes = [0.4...0.85, 1.15...2.8]
    /// Rows are searched in steps of this many before they are looked at one by one.
    private static let stride = 8
    /// Pixels looked at along a row or column.
    private static let samples = 80

    /// A picture's pixels, valid for the length of a call.
    struct Pixels {
        let first: UnsafeRawPointer
        let stride: Int
        let size: Size<OutputSpace>
        /// Whether a colour has ten bits in place of eight.
        var isDeep = false

        /// Whether a pixel is no brighter than a bar.
        func isBlack(_ x: Int, _ y: Int) -> Bool {
            let pixel = (first + y * stride + x * 4).loadUnaligned(as: UInt32.self)
            let (bits, most): (UInt32, UInt32) = isDeep ? (10, blackest << 2 | 3) : (8, blackest)
            let mask = (1 << bits) - 1 as UInt32
            return pixel & mask <= most && pixel >> bits & mask <= most && pixel >> (2 * bits) & mask <= most
        }
    }

    /// The video between two bars of the same size, above and below or left and right; nil where there is no clear one.
    static func video(in picture: Pixels) -> Rect<OutputSpace>? {
        let bounds = picture.size.bounds
        guard bounds.width >= 32, bounds.height >= 32 else { return nil }
        return video(in: picture, between: .rows) ?? video(in: picture, between: .columns)
    }

    /// Whether nothing in these pixels, sampled in a grid, is brighter than a bar.
    static func isBlack(_ region: Region<OutputSpace>, in picture: Pixels) -> Bool {
        for rect in region.rects {
            var y = rect.y
            while y < rect.maxY {
                var x = rect.x
                while x < rect.maxX {
                    if !picture.isBlack(x, y) { return false }
                    x += 3
                }
                y += 3
            }
        }
        return true
    }

    private enum Lines {
        case rows
        case columns
    }

    private static func video(in picture: Pixels, between lines: Lines) -> Rect<OutputSpace>? {
        let (width, height) = (picture.size.width, picture.size.height)
        let count = lines == .rows ? height : width
        func isBright(_ line: Int) -> Bool { brightShare(of: line, lines, picture) > 0 }
        guard let first = firstBright(count, isBright), let behind = firstBright(count, { isBright(count - 1 - $0) }),
            abs(first - behind) <= 2, min(first, behind) > count / thinnestShare, first + behind < count
        else { return nil }
        let video =
            lines == .rows
            ? Rect<OutputSpace>(x: 0, y: first, width: width, height: height - first - behind)
            : Rect<OutputSpace>(x: first, y: 0, width: width - first - behind, height: height)
        let shape = Double(video.width) / Double(video.height)
        guard shapes.contains(where: { $0.contains(shape) }),
            [first, count - 1 - behind].allSatisfy({ brightShare(of: $0, lines, picture) >= edgeShare }),
            isFilled(video, between: lines, picture)
        else { return nil }
        return isBlack(Region(picture.size.bounds).subtracting(Region(video)), in: picture) ? video : nil
    }

    /// Whether the video reaches both edges along the other axis: a picture with black all around is not a letterboxed
    /// video.
    private static func isFilled(
        _ video: Rect<OutputSpace>, between lines: Lines, _ picture: Pixels
    ) -> Bool {
        let (width, height) = (picture.size.width, picture.size.height)
        let (other, ends) =
            lines == .rows ? (Lines.columns, [0, 1, width - 2, width - 1]) : (.rows, [0, 1, height - 2, height - 1])
        let shares = ends.map { brightShare(of: $0, other, picture) }
        return max(shares[0], shares[1]) > 0 && max(shares[2], shares[3]) > 0
    }

    /// The first line that is not black; nil where all are.
    private static func firstBright(_ count: Int, _ isBright: (Int) -> Bool) -> Int? {
        var line = 0
        while line < count, !isBright(line) { line += stride }
        guard line < count else { return nil }
        while line > 0, isBright(line - 1) { line -= 1 }
        return line
    }

    /// The share of a row or column that is brighter than a bar.
    private static func brightShare(of line: Int, _ lines: Lines, _ picture: Pixels) -> Double {
        let length = lines == .rows ? picture.size.width : picture.size.height
        let step = max(1, length / samples)
        var (bright, looked, position) = (0, 0, 0)
        while position < length {
            let isBlack = lines == .rows ? picture.isBlack(position, line) : picture.isBlack(line, position)
            if !isBlack { bright += 1 }
            looked += 1
            position += step
        }
        return Double(bright) / Double(max(1, looked))
    }
}
