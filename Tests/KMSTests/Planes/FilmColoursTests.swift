import Mirroring
import Testing

@testable import KMS

/// Which meanings of films' numbers a plane takes, by its properties.
@Suite struct FilmColoursTests {
    private static let names: [UInt64: String] = [0: "ITU-R BT.601 YCbCr", 1: "ITU-R BT.709 YCbCr"]
    private static let ranges: [UInt64: String] = [0: "YCbCr limited range", 1: "YCbCr full range"]

    /// A plane that can be told the encodings and ranges with these numbers; nil where it lacks the property.
    private func plane(_ encodings: Set<UInt64>?, _ ranges: Set<UInt64>?, isImmutable: Bool = false) -> PropertyTable {
        var table: [String: Property] = [:]
        func add(_ name: PropertyName, _ values: Set<UInt64>?, _ names: [UInt64: String]) {
            guard let values else { return }
            table[name.rawValue] = Property(
                id: 1, value: values.min() ?? 0, choices: names.filter { values.contains($0.key) },
                isImmutable: isImmutable)
        }
        add(.colorEncoding, encodings, Self.names.merging([2: "ITU-R BT.2020 YCbCr"]) { old, _ in old })
        add(.colorRange, ranges, Self.ranges)
        return PropertyTable(table)
    }

    private func taken(by plane: PropertyTable) -> Set<YUVEncoding> {
        let all = YUVEncoding.Matrix.allCases.flatMap {
            [YUVEncoding($0), YUVEncoding($0, isFullRange: true)]
        }
        return Set(all.filter(plane.converts))
    }

    @Test func aPlaneTakesWhatItCanBeTold() {
        #expect(taken(by: plane([0, 1, 2], [0, 1])).count == 6)
        #expect(taken(by: plane([0, 1], [0])) == [YUVEncoding(.bt601), YUVEncoding(.bt709)])
        #expect(taken(by: plane([2], [1])) == [YUVEncoding(.bt2020, isFullRange: true)])
    }

    @Test func whatCannotBeChosenHasToBeRight() {
        #expect(taken(by: plane([1], [0], isImmutable: true)) == [YUVEncoding(.bt709)])
        // The names of all values may be listed, of which the present one counts.
        #expect(taken(by: plane([1, 2], [0, 1], isImmutable: true)) == [YUVEncoding(.bt709)])
    }

    /// Drivers from before the properties convert television's numbers of standard definition.
    @Test func withoutThePropertiesOneMeaningIsLeft() {
        #expect(taken(by: plane(nil, nil)) == [YUVEncoding(.bt601)])
        #expect(taken(by: plane([1], nil)) == [YUVEncoding(.bt709)])
        #expect(taken(by: plane(nil, [1])) == [YUVEncoding(.bt601, isFullRange: true)])
    }
}
