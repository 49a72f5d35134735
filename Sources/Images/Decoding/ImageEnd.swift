/// Detects truncated picture files by walking their chunks.
enum ImageEnd {
    /// A PNG chunk is a length, a name of four letters, that many bytes and a checksum; `IEND` is the last.
    static func isInPNG(_ bytes: [UInt8]) -> Bool {
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let next = offset + 12 + length
            if bytes[offset + 4..<offset + 8].elementsEqual("IEND".utf8) { return next <= bytes.count }
            offset = next
        }
        return false
    }

    /// A JPEG segment is a marker and, for most markers, a length that includes itself and the data; a scan (0xDA) is
    /// followed by its data up to the next marker. 0xD9 is the last.
    static func isInJPEG(_ bytes: [UInt8]) -> Bool {
        var offset = 2
        while offset + 2 <= bytes.count {
            guard bytes[offset] == 0xFF else { return false }
            let marker = bytes[offset + 1]
            switch marker {
            case 0xD9: return true
            case 0xFF: offset += 1
            case 0x01, 0xD0...0xD7: offset += 2
            default:
                guard offset + 4 <= bytes.count else { return false }
                let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
                offset += 2 + max(2, length)
                if marker == 0xDA { skipScan(bytes, &offset) }
            }
        }
        return false
    }

    /// Within a scan's data 0xFF is followed by 0 or by a restart marker.
    private static func skipScan(_ bytes: [UInt8], _ offset: inout Int) {
        while offset + 2 <= bytes.count {
            let next = bytes[offset + 1]
            if bytes[offset] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { return }
            offset += 1
        }
    }
}
