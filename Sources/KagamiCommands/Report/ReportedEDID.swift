/// A display's EDID in hexadecimal digits, without its serial numbers.
///
/// Only blocks whose serial numbers have a known place are shown: the base block and CTA-861 extensions.
struct ReportedEDID {
    let text: String

    private static let blockLength = 128

    /// Source: VESA E-EDID 1.4, sections 3.4 and 3.10; CTA-861-H, section 7.5.
    init(_ bytes: [UInt8]) {
        let blocks = stride(from: 0, to: bytes.count, by: Self.blockLength).map { start in
            Array(bytes[start...].prefix(Self.blockLength))
        }
        text = blocks.enumerated().map { index, block in
            guard block.count == Self.blockLength else { return "    block \(index): incomplete" }
            if index == 0 { return Self.digits(Self.cleared(block, serialAt: 12..<16, descriptorsFrom: 54)) }
            guard block[0] == 0x02 else {
                return "    block \(index): left out, kind \(String(block[0], radix: 16)) may hold a serial number"
            }
            let first = Int(block[2])
            return Self.digits(Self.cleared(block, serialAt: 0..<0, descriptorsFrom: first >= 4 ? first : 127))
        }.joined(separator: "\n")
    }

    /// The block with zeros for the serial number and for the texts of serial number descriptors (tag 0xFF). The
    /// checksum at its end matches the new bytes if the old one was right.
    private static func cleared(_ block: [UInt8], serialAt serial: Range<Int>, descriptorsFrom first: Int) -> [UInt8] {
        let isSound = block.reduce(0, &+) == 0
        var block = block
        for index in serial { block[index] = 0 }
        for start in stride(from: first, through: blockLength - 1 - 18, by: 18)
        where block[start..<start + 3].allSatisfy({ $0 == 0 }) && block[start + 3] == 0xFF {
            for index in start + 5..<start + 18 { block[index] = 0 }
        }
        if isSound {
            block[blockLength - 1] = 0
            block[blockLength - 1] = 0 &- block.reduce(0, &+)
        }
        return block
    }

    /// The block's digits in lines of 32 bytes.
    private static func digits(_ block: [UInt8]) -> String {
        stride(from: 0, to: block.count, by: 32).map { start in
            let digits = block[start..<start + 32].map { byte -> String in
                byte < 16 ? "0\(String(byte, radix: 16))" : String(byte, radix: 16)
            }
            return "    \(digits.joined())"
        }.joined(separator: "\n")
    }
}
