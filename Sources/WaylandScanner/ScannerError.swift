/// Why a protocol file cannot be turned into Swift.
enum ScannerError: Error, Equatable, CustomStringConvertible {
    case usage
    case unreadable(path: String)
    case malformed(path: String, line: Int, reason: String)
    case unknownInterface(String, usedBy: String)

    var description: String {
        switch self {
        case .usage: "usage: WaylandScanner OUTPUT-DIRECTORY PROTOCOL.xml..."
        case .unreadable(let path): "\(path): cannot be read"
        case .malformed(let path, let line, let reason): "\(path):\(line): \(reason)"
        case .unknownInterface(let name, let user): "\(user): no listed protocol has the interface \(name)"
        }
    }
}
