import Testing

@testable import Wayland

@Suite struct OfferedTypesTests {
    @Test func eachTypeOnceAndInOrder() {
        var types = OfferedTypes()
        for type in ["b", "a", "b", "", "a"] { types.add(type) }
        #expect(types.all == ["b", "a", ""])
    }

    @Test func aThousandFit() {
        var types = OfferedTypes()
        for index in 0..<1000 { types.add("application/x-type-\(index)") }
        #expect(types.all.count == 1000)
    }

    @Test func endlessOnesAreLeftOut() {
        var types = OfferedTypes()
        for index in 0..<10_000 { types.add(String(repeating: "x", count: 4000) + "\(index)") }
        #expect(types.all.count == 16)
        types.add("text/plain")
        #expect(types.all.last == "text/plain")
    }
}
