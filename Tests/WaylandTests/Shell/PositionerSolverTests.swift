import Geometry
import TestSupport
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct PositionerSolverTests {
    /// A parent of 400x500 in the middle of a screen with room for any popup of these tests.
    private static let roomy = Rect<LogicalSpace>(x: -500, y: -500, width: 1400, height: 1500)

    private func rules(
        anchor: PositionerSide = [], gravity: PositionerSide = [],
        _ adjustment: XdgPositioner.ConstraintAdjustment = [], offsetX: Int = 0, offsetY: Int = 0
    ) -> PositionerRules {
        PositionerRules(
            size: Size(width: 60, height: 40), anchorRect: Rect(x: 0, y: 0, width: 400, height: 500), anchor: anchor,
            gravity: gravity, adjustment: adjustment, offsetX: offsetX, offsetY: offsetY)
    }

    @Test(arguments: [
        (PositionerSide(), PositionerSide(), 170, 230),
        (PositionerSide(), .bottomRight, 200, 250),
        (.left, PositionerSide(), -30, 230),
        (.topLeft, .topLeft, -60, -40),
        (.topRight, .topRight, 400, -40),
        (.bottomRight, .bottomRight, 400, 500),
        (.bottomLeft, .bottomLeft, -60, 500),
        (.top, .bottom, 170, 0),
        (.right, .left, 340, 230),
    ])
    func unconstrained(anchor: PositionerSide, gravity: PositionerSide, x: Int, y: Int) {
        let placed = PositionerSolver.solve(rules(anchor: anchor, gravity: gravity), within: Self.roomy)
        #expect(placed == Rect(x: x, y: y, width: 60, height: 40))
    }

    @Test func offsetMoves() {
        let placed = PositionerSolver.solve(
            rules(anchor: .topLeft, gravity: .bottomRight, offsetX: 12, offsetY: -7), within: Self.roomy)
        #expect(placed == Rect(x: 12, y: -7, width: 60, height: 40))
    }

    @Test func nothingAllowedNothingMoves() {
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: 400, height: 500)
        let placed = PositionerSolver.solve(rules(anchor: .topLeft, gravity: .topLeft), within: bounds)
        #expect(placed == Rect(x: -60, y: -40, width: 60, height: 40))
    }

    @Test func flips() {
        let bounds = Rect<LogicalSpace>(x: -5, y: -5, width: 1000, height: 1000)
        let placed = PositionerSolver.solve(
            rules(anchor: .topLeft, gravity: .topLeft, [.flipX, .flipY]), within: bounds)
        #expect(placed == Rect(x: 400, y: 500, width: 60, height: 40))
    }

    @Test func flipKeepsTheOffset() {
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: 1000, height: 1000)
        let placed = PositionerSolver.solve(
            rules(anchor: .topLeft, gravity: .topLeft, [.flipX, .flipY], offsetX: -3, offsetY: 4), within: bounds)
        #expect(placed == Rect(x: 397, y: 504, width: 60, height: 40))
    }

    @Test func uselessFlipIsUndone() {
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: 420, height: 520)
        let placed = PositionerSolver.solve(
            rules(anchor: .topLeft, gravity: .topLeft, [.flipX, .flipY]), within: bounds)
        #expect(placed == Rect(x: -60, y: -40, width: 60, height: 40))
    }

    @Test func flipGoesBeforeSlide() {
        let roomRight = Rect<LogicalSpace>(x: 0, y: -500, width: 1000, height: 2000)
        let flipped = PositionerSolver.solve(
            rules(anchor: .left, gravity: .left, [.flipX, .slideX]), within: roomRight)
        #expect(flipped.x == 400)
        let noRoom = Rect<LogicalSpace>(x: 0, y: -500, width: 410, height: 2000)
        let slid = PositionerSolver.solve(rules(anchor: .left, gravity: .left, [.flipX, .slideX]), within: noRoom)
        #expect(slid.x == 0)
    }

    @Test func slidesBackIntoView() {
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: 430, height: 530)
        let placed = PositionerSolver.solve(
            rules(anchor: .bottomRight, gravity: .bottomRight, [.slideX, .slideY]), within: bounds)
        #expect(placed == Rect(x: 370, y: 490, width: 60, height: 40))
    }

    /// Wider than the bounds: the end that the popup grows from stays in view.
    @Test func slidesOversizedByGravity() {
        let bounds = Rect<LogicalSpace>(x: 0, y: 0, width: 50, height: 1000)
        let rightward = PositionerSolver.solve(rules(anchor: .topLeft, gravity: .right, [.slideX]), within: bounds)
        #expect(rightward.x == 0)
        let leftward = PositionerSolver.solve(rules(anchor: .topLeft, gravity: .left, [.slideX]), within: bounds)
        #expect(leftward.x == -10)
    }

    @Test func resizesToWhatIsVisible() {
        let bounds = Rect<LogicalSpace>(x: -5, y: -5, width: 1000, height: 1000)
        let placed = PositionerSolver.solve(
            rules(anchor: .topLeft, gravity: .topLeft, [.resizeX, .resizeY]), within: bounds)
        #expect(placed == Rect(x: -5, y: -5, width: 5, height: 5))
    }

    @Test func neverResizesToNothing() {
        let bounds = Rect<LogicalSpace>(x: 2000, y: 2000, width: 100, height: 100)
        let placed = PositionerSolver.solve(rules([.resizeX, .resizeY]), within: bounds)
        #expect(placed.size == Size(width: 60, height: 40))
    }

    /// Whatever the numbers, nothing traps, and a slide that can bring the popup into view does.
    @Test func survivesAnyNumbers() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<5000 {
            let extreme = Bool.random(using: &random)
            func number() -> Int {
                extreme
                    ? [Int(Int32.min), Int(Int32.max), 0, -1].randomElement(using: &random) ?? 0
                    : Int.random(in: -700...700, using: &random)
            }
            var rules = PositionerRules()
            rules.size = Size(width: max(1, number()), height: max(1, number()))
            rules.anchorRect = Rect(x: number(), y: number(), width: max(0, number()), height: max(0, number()))
            rules.anchor = PositionerSide(numbered: UInt32.random(in: 0...8, using: &random)) ?? []
            rules.gravity = PositionerSide(numbered: UInt32.random(in: 0...8, using: &random)) ?? []
            rules.adjustment = XdgPositioner.ConstraintAdjustment(rawValue: UInt32.random(in: 0..<64, using: &random))
            (rules.offsetX, rules.offsetY) = (number(), number())
            let bounds = Rect<LogicalSpace>(x: number(), y: number(), width: 1280, height: 800)
            let placed = PositionerSolver.solve(rules, within: bounds)
            #expect(!placed.isEmpty)
            if rules.adjustment.contains(.slideX), rules.size.width <= 1280 {
                #expect(placed.x >= bounds.x && placed.maxX <= bounds.maxX)
            }
        }
    }
}
