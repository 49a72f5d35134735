import Foundation
import FoundationXML

/// Reads a protocol file in the Wayland protocol XML format.
final class ProtocolParser: NSObject, XMLParserDelegate {
    private let path: String
    private var result: ProtocolDescription?
    private var isRequest = false
    private var failure: ScannerError?

    private init(path: String) {
        self.path = path
    }

    /// Parses the description in `data`, which was read from `path`.
    static func parse(_ data: Data, path: String) throws(ScannerError) -> ProtocolDescription {
        let reader = ProtocolParser(path: path)
        let parser = XMLParser(data: data)
        parser.delegate = reader
        let isWellFormed = parser.parse()
        if let failure = reader.failure { throw failure }
        guard isWellFormed, parser.parserError == nil, let result = reader.result else {
            throw .malformed(path: path, line: parser.lineNumber, reason: "not a protocol description")
        }
        return result
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        do throws(Problem) {
            try start(element, attributes)
        } catch {
            failure = .malformed(path: path, line: parser.lineNumber, reason: error.reason)
            parser.abortParsing()
        }
    }

    private struct Problem: Error {
        var reason: String
    }

    private func start(_ element: String, _ attributes: [String: String]) throws(Problem) {
        func required(_ name: String) throws(Problem) -> String {
            guard let value = attributes[name], !value.isEmpty else {
                throw Problem(reason: "<\(element)> has no \(name)")
            }
            return value
        }
        switch element {
        case "protocol":
            result = ProtocolDescription(stem: URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent)
        case "interface":
            let version = Self.number(try required("version")) ?? 1
            result?.interfaces.append(InterfaceDescription(name: try required("name"), version: Int(version)))
        case "request", "event":
            isRequest = element == "request"
            addMessage(
                MessageDescription(
                    name: try required("name"), since: attributes["since"].flatMap { Int($0) } ?? 1,
                    isDestructor: attributes["type"] == "destructor"))
        case "arg":
            try addArgument(attributes, name: try required("name"), type: try required("type"))
        case "enum":
            let isBitfield = attributes["bitfield"] == "true"
            withInterface {
                $0.enums.append(EnumDescription(name: attributes["name"] ?? "", isBitfield: isBitfield))
            }
        case "entry":
            let text = try required("value")
            guard let value = Self.number(text) else { throw Problem(reason: "\(text) is not a 32-bit number") }
            let entry = EnumDescription.Entry(name: try required("name"), value: value)
            withInterface { if !$0.enums.isEmpty { $0.enums[$0.enums.count - 1].entries.append(entry) } }
        default:
            break
        }
    }

    private func addMessage(_ message: MessageDescription) {
        withInterface { interface in
            if isRequest { interface.requests.append(message) } else { interface.events.append(message) }
        }
    }

    private func addArgument(_ attributes: [String: String], name: String, type: String) throws(Problem) {
        guard let type = ArgumentType(rawValue: type) else { throw Problem(reason: "unknown argument type \(type)") }
        let argument = ArgumentDescription(
            name: name, type: type, interface: attributes["interface"],
            isNullable: attributes["allow-null"] == "true", enumName: attributes["enum"])
        withInterface { interface in
            if isRequest, !interface.requests.isEmpty {
                interface.requests[interface.requests.count - 1].arguments.append(argument)
            } else if !isRequest, !interface.events.isEmpty {
                interface.events[interface.events.count - 1].arguments.append(argument)
            }
        }
    }

    private func withInterface(_ change: (inout InterfaceDescription) -> Void) {
        guard var description = result, let last = description.interfaces.indices.last else { return }
        result = nil
        change(&description.interfaces[last])
        result = description
    }

    /// A decimal or 0x-prefixed number.
    private static func number(_ text: String) -> UInt32? {
        text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    }
}

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
