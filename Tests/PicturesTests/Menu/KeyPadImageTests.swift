import Geometry
import Mirroring
import Pictures
import Testing

/// The picture of the pad of keys: what stands on a key stands there and nowhere else.
@Suite struct KeyPadImageTests {
    private let pad = KeyPad(in: Rect(x: 0, y: 0, width: 800, height: 480), density: 6, size: 1)

    private func picture(pressed: Set<PadKey> = []) throws -> MemoryBuffer {
        try #require(
            MenuImages().picture(of: KeyPadScene(pad, pressed: pressed, contrast: .normal)) as? MemoryBuffer)
    }

    private func place(_ key: PadKey) throws -> Rect<OutputSpace> {
        let place = try #require(pad.places.first { $0.key == key }?.place)
        return place.offset(x: -pad.frame.x, y: -pad.frame.y).reinterpreted()
    }

    /// The bright pixels of a key: letters or a sign.
    private func ink(_ key: PadKey, in picture: MemoryBuffer) throws -> Set<Point<OutputSpace>> {
        let place = try place(key)
        var ink: Set<Point<OutputSpace>> = []
        for y in place.y..<place.maxY {
            for x in place.x..<place.maxX where picture.row(y)[x] & 0xFF > 0xC0 {
                ink.insert(Point(x: Double(x), y: Double(y)))
            }
        }
        return ink
    }

    @Test func somethingStandsInTheMiddleOfEveryKey() throws {
        let picture = try picture()
        for key in PadKey.allCases {
            let (ink, place) = (try ink(key, in: picture), try place(key))
            #expect(ink.count > 15, "\(key)")
            let middle = ink.map(\.x).reduce(0, +) / Double(max(1, ink.count))
            #expect(abs(middle - Double(place.x) - Double(place.width) / 2) < Double(place.width) / 8, "\(key)")
        }
    }

    @Test func aPressChangesItsKeyAlone() throws {
        let (before, after) = (try picture(), try picture(pressed: [.enter]))
        let place = try place(.enter)
        for y in 0..<before.size.height {
            for x in 0..<before.size.width where before.row(y)[x] != after.row(y)[x] {
                #expect(place.contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5)))
            }
        }
        #expect(
            before.row(place.y + place.height / 2)[place.x + 8] != after.row(place.y + place.height / 2)[place.x + 8])
    }
}
