import TestSupport
import Testing

@testable import Wayland

@Suite struct StackingOrderTests {
    private func order(_ windows: Int...) -> StackingOrder<Int> {
        var order = StackingOrder<Int>()
        for window in windows { order.insert(window) }
        return order
    }

    @Test func newestIsInFront() {
        #expect(order(1, 2, 3).backToFront == [1, 2, 3])
    }

    @Test func raisingAParentKeepsItsDialogAbove() {
        var order = order(1, 2, 3)
        order.setParent(1, of: 2)
        order.raise(1)
        #expect(order.backToFront == [3, 1, 2])
    }

    @Test func raisingADialogBringsItsParentAlong() {
        var order = order(1, 2, 3, 4)
        order.setParent(1, of: 2)
        order.setParent(1, of: 3)
        order.raise(2)
        #expect(order.backToFront == [4, 1, 3, 2])
    }

    @Test func aNewParentGoesBelow() {
        var order = order(1, 2, 3)
        let isDone = order.setParent(2, of: 1)
        #expect(isDone)
        #expect(order.backToFront == [2, 1, 3])
    }

    @Test func circlesAreRefused() {
        var order = order(1, 2, 3)
        let isOwnParent = order.setParent(1, of: 1)
        #expect(!isOwnParent)
        order.setParent(1, of: 2)
        order.setParent(2, of: 3)
        let isCircle = order.setParent(3, of: 1)
        #expect(!isCircle)
        #expect(order.parent(of: 1) == nil)
    }

    @Test func grandparentsInherit() {
        var order = order(1, 2, 3)
        order.setParent(1, of: 2)
        order.setParent(2, of: 3)
        order.remove(2)
        #expect(order.parent(of: 3) == 1)
        order.remove(1)
        #expect(order.parent(of: 3) == nil)
    }

    @Test func childrenStayAboveParentsThroughAnything() {
        var random = SplitMix64(seed: 3)
        var order = StackingOrder<Int>()
        for step in 0..<3000 {
            let one = Int.random(in: 0..<12, using: &random)
            let other = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: order.insert(one, parent: other)
            case 1: order.remove(one)
            case 2: order.setParent(other, of: one)
            default:
                order.raise(one)
                if order.contains(one) { #expect(order.front.map { order.isAncestor(one, of: $0) } == true) }
            }
            for (place, window) in order.backToFront.enumerated() {
                guard let parent = order.parent(of: window) else { continue }
                let below = order.backToFront.firstIndex(of: parent)
                #expect(below.map { $0 < place } == true, "step \(step)")
            }
        }
    }
}
