/// Decodes choices and numbers from the bytes of an input. After the last byte everything is zero.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) {
        rest = input[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number of `0..<limit`, from one byte.
    mutating func number(below limit: Int) -> Int { Int(byte()) % max(limit, 1) }

    mutating func flag() -> Bool { byte() & 1 != 0 }

    /// One of the choices, of which there is at least one and at most 256 can be met.
    mutating func choice<Choice>(of choices: [Choice]) -> Choice { choices[number(below: choices.count)] }

    /// A number from as many bytes as it has, the lowest first.
    mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number {
        (0..<Number.bitWidth / 8).reduce(0) { $0 | Number(truncatingIfNeeded: byte()) << ($1 * 8) }
    }

    /// A list of bytes, after a byte with its length.
    mutating func bytes() -> [UInt8] {
        let count = Int(byte())
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
