import Geometry
import Pictures
import Testing
import TestSupport

/// Where boxes come to lie.
@Suite struct PlacementTests {
    private func element(length: Double? = nil, grow: Double = 1) -> HUDBox {
        HUDBox(.element(HUDElement(.text)), length: length, grow: grow)
    }

    @Test("Fixed lengths first, the rest by growth, scaled as one")
    func division() {
        let layout = HUDLayout(
            design: Size(width: 100, height: 50),
            root: HUDBox(
                .row([element(length: 20), element(grow: 1), element(grow: 3)]), padding: 5, spacing: 5))
        let small = layout.placed(at: Size(width: 100, height: 50)).children.map(\.rect)
        #expect(
            small == [
                Rect(x: 5, y: 5, width: 20, height: 40), Rect(x: 30, y: 5, width: 15, height: 40),
                Rect(x: 50, y: 5, width: 45, height: 40),
            ])
        // Twice as high only: lengths are as before, what grows gets nothing across.
        let high = layout.placed(at: Size(width: 100, height: 100)).children.map(\.rect)
        #expect(high.map(\.height) == [90, 90, 90])
        #expect(high.map(\.width) == [20, 15, 45])
        let double = layout.placed(at: Size(width: 200, height: 100)).children.map(\.rect)
        #expect(double.first == Rect(x: 10, y: 10, width: 40, height: 80))
    }

    @Test("What is absent leaves its room to the others, but for what has a background")
    func absence() {
        func counter(_ kind: HUDElement.Kind, background: HUDColor? = nil) -> HUDBox {
            HUDBox(.element(HUDElement(kind)), length: 20, background: background)
        }
        let layout = HUDLayout(
            design: Size(width: 100, height: 10),
            root: HUDBox(
                .row([
                    HUDBox(.column([counter(.viewers), counter(.gifts)]), length: 20), element(),
                    counter(.viewers, background: HUDColor(0x10)),
                ]), spacing: 5))
        let size = Size<OutputSpace>(width: 100, height: 10)
        func edges(_ absent: Set<HUDElement.Kind>) -> [Int] {
            layout.placed(at: size, absent: absent).children.map(\.rect.x)
        }
        #expect(edges([]) == [0, 25, 80])
        #expect(edges([.viewers]) == [0, 25, 80])
        #expect(layout.placed(at: size, absent: [.viewers]).children[0].children.count == 1)
        #expect(edges([.viewers, .gifts]) == [0, 80])
    }

    @Test("What does not fit ends at the edge, nothing turns inside out")
    func overflow() {
        let layout = HUDLayout(
            design: Size(width: 10, height: 10),
            root: HUDBox(.column([element(length: 8), element(length: 8), element()]), padding: 1, spacing: 1))
        for size in [Size<OutputSpace>(width: 10, height: 10), Size(width: 1, height: 1), Size(width: 3, height: 900)] {
            let root = layout.placed(at: size)
            for child in root.children { #expect(root.rect.contains(child.rect) && child.rect.height >= 0) }
        }
    }

    @Test("The shape of the bar chooses the layout")
    func builtIn() {
        let cases: [(Int, Int, HUDLayout)] = [
            (160, 90, .card), (200, 200, .square), (200, 40, .strip), (1920, 40, .banner), (800, 48, .ribbon),
            (399, 40, .strip),
            (90, 160, .square),
            (1, 0, .square), (0, 0, .square),
        ]
        for (width, height, layout) in cases {
            #expect(HUDLayout.builtIn(for: Size(width: width, height: height)) == layout, "\(width)x\(height)")
        }
    }

    @Test("Boxes of random trees lie inside those around them, and neighbours share no pixel")
    func randomTrees() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let layout = HUDLayout(design: Size(width: 100, height: 60), root: tree(4, &random))
            let size = Size<OutputSpace>(
                width: Int.random(in: 1...400, using: &random), height: Int.random(in: 1...400, using: &random))
            check(layout.placed(at: size), layout.root)
        }
    }

    private func tree(_ depth: Int, _ random: inout SplitMix64) -> HUDBox {
        let length = random.chance(50) ? Double.random(in: 0...40, using: &random) : nil
        let padding = Double.random(in: 0...9, using: &random)
        guard depth > 0, random.chance(80) else {
            return HUDBox(.element(HUDElement(.text)), length: length, padding: padding)
        }
        let children = (0..<Int.random(in: 0...4, using: &random)).map { _ in tree(depth - 1, &random) }
        let isRow = random.chance(50)
        return HUDBox(
            isRow ? .row(children) : .column(children), length: length, grow: Double.random(in: 0...3, using: &random),
            padding: padding, spacing: Double.random(in: 0...9, using: &random))
    }

    private func check(_ placed: PlacedBox, _ box: HUDBox) {
        #expect(placed.rect.contains(placed.inner))
        for (index, child) in placed.children.enumerated() {
            #expect(placed.inner.contains(child.rect))
            for other in placed.children.dropFirst(index + 1) {
                #expect(child.rect.intersection(other.rect).isEmpty)
            }
        }
        for (child, description) in zip(placed.children, box.children) { check(child, description) }
    }
}
