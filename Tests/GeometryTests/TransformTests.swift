import Geometry
import Testing

@Suite struct TransformTests {
    private let size = Size<OutputSpace>(width: 7, height: 4)

    private func image(_ transform: Transform, _ point: Point<OutputSpace>) -> Point<OutputSpace> {
        transform.apply(to: point, within: size)
    }

    @Test func rotationsAreCounterClockwiseAndFlipsComeFirst() {
        let topLeft = Point<OutputSpace>(x: 0, y: 0)
        let topRight = Point<OutputSpace>(x: 7, y: 0)
        #expect(image(.rotated90, topLeft) == Point(x: 0, y: 7))
        #expect(image(.rotated90, topRight) == topLeft)
        #expect(image(.rotated180, topLeft) == Point(x: 7, y: 4))
        #expect(image(.rotated270, topLeft) == Point(x: 4, y: 0))
        #expect(image(.flipped, topLeft) == topRight)
        #expect(image(.flipped90, topRight) == Point(x: 0, y: 7))
    }

    @Test(arguments: Transform.allCases)
    func inverseUndoes(transform: Transform) {
        #expect(transform.followed(by: transform.inverse) == .normal)
        #expect(transform.inverse.followed(by: transform) == .normal)
        #expect(transform.inverse.inverse == transform)
        let turned: Size<OutputSpace> = transform.apply(to: size)
        for (x, y) in [(0.0, 0.0), (7, 4), (1.5, 3.25)] {
            let point = Point<OutputSpace>(x: x, y: y)
            let back: Point<OutputSpace> = transform.inverse.apply(to: image(transform, point), within: turned)
            #expect(back == point)
        }
    }

    @Test(arguments: Transform.allCases, Transform.allCases)
    func followedByIsOneAfterTheOther(first: Transform, second: Transform) {
        let turned: Size<OutputSpace> = first.apply(to: size)
        let point = Point<OutputSpace>(x: 2, y: 1)
        let stepwise: Point<OutputSpace> = second.apply(to: image(first, point), within: turned)
        #expect(image(first.followed(by: second), point) == stepwise)
    }

    @Test(arguments: Transform.allCases)
    func compositionIsAssociativeWithAnIdentity(first: Transform) {
        #expect(first.followed(by: .normal) == first)
        #expect(Transform.normal.followed(by: first) == first)
        for second in Transform.allCases {
            for third in Transform.allCases {
                let left = first.followed(by: second).followed(by: third)
                #expect(left == first.followed(by: second.followed(by: third)))
            }
        }
    }

    @Test(arguments: Transform.allCases)
    func rectanglesMapPixelByPixel(transform: Transform) {
        let rect = Rect<OutputSpace>(x: 1, y: 2, width: 4, height: 1)
        let mapped: Rect<OutputSpace> = transform.apply(to: rect, within: size)
        var pixels = Region<OutputSpace>()
        for x in rect.x..<rect.maxX {
            let centre = image(transform, Point(x: Double(x) + 0.5, y: 2.5))
            pixels.formUnion(Rect(x: Int(centre.x), y: Int(centre.y), width: 1, height: 1))
        }
        #expect(pixels == Region(mapped))
    }
}
