import Testing

@testable import Input

@Suite struct ToolButtonTests {
    @Test func aPensButtonsAreTheRightMiddleAndSideOnes() {
        let stylus: [UInt32] = [0x14b, 0x14c, 0x149]
        #expect(stylus.map(ToolButton.pointerButton) == [0x111, 0x112, 0x113])
    }

    @Test func otherButtonsAreTheirOwn() {
        #expect(ToolButton.pointerButton(for: ToolButton.left) == ToolButton.left)
        #expect(ToolButton.pointerButton(for: 0x111) == 0x111)
    }
}
