/// Bytes read by offset; zero beyond the end.
struct ByteReader: Sendable {
    let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    subscript(offset: Int) -> Int {
        let index = bytes.startIndex + offset
        return bytes.indices.contains(index) ? Int(bytes[index]) : 0
    }

    /// A little-endian 16-bit number.
    func word(_ offset: Int) -> Int { self[offset] | self[offset + 1] << 8 }

    /// The bytes from `offset` on, at most `length` of them.
    func slice(_ offset: Int, _ length: Int) -> ByteReader {
        ByteReader(bytes.dropFirst(max(offset, 0)).prefix(max(length, 0)))
    }
}
