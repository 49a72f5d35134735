#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One object of PipeWire's as `pw-dump` prints it; what says nothing about sinks is left out.
struct PipeWireObject: Decodable {
    let id: Int
    /// Such as `PipeWire:Interface:Node`; nil for one that has gone.
    let type: String?
    let info: Info?
    /// Those of a metadata object, which has no `info`.
    let props: [String: Scalar]?
    /// Of a metadata object: all entries at first, later those that have changed. One that was deleted is not there.
    let metadata: [Entry]?

    struct Info: Decodable {
        let props: [String: Scalar]?
        let params: Params?
    }

    struct Params: Decodable {
        let routes: [Route]?
        /// Of a node, what can be set for what it plays.
        let controls: [Controls]?

        private enum CodingKeys: String, CodingKey {
            case routes = "EnumRoute"
            case controls = "Props"
        }
    }

    struct Controls: Decodable {
        /// Factors of the signal, by channel.
        let channelVolumes: [Double]?
    }

    /// A way out of a sound card.
    struct Route: Decodable {
        let direction: String?
        /// `yes`, `no` or `unknown`.
        let available: String?
        /// The number of the pairs that follow, then keys and values in turn.
        let info: [Scalar]?
        /// What the profiles call the devices behind it; a sink has its own as `card.profile.device`.
        let devices: [Int]?

        func value(_ key: String) -> String? {
            guard let info, let place = info.firstIndex(of: .text(key)), place + 1 < info.count else { return nil }
            return info[place + 1].text
        }
    }

    struct Entry: Decodable {
        let key: String
        let value: Named?
    }

    /// The value of an entry that names a node; nil for other values.
    struct Named: Decodable {
        let name: String?

        private enum CodingKeys: String, CodingKey {
            case name
        }

        init(from decoder: any Decoder) throws {
            name = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
        }
    }

    /// A text or a whole number; anything else counts as `other`.
    enum Scalar: Decodable, Hashable {
        case text(String)
        case number(Int)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = (try? container.decode(Int.self)).map(Scalar.number) ?? .other
            }
        }

        var text: String? {
            if case .text(let text) = self { text } else { nil }
        }

        /// Also of a text of digits: PipeWire prints some numbers as texts.
        var number: Int? {
            switch self {
            case .text(let text): Int(text)
            case .number(let number): number
            case .other: nil
            }
        }
    }

    /// The objects of one array that `pw-dump` prints; nil for what is none.
    static func all(in text: [UInt8]) -> [PipeWireObject]? {
        try? JSONDecoder().decode([PipeWireObject].self, from: Data(text))
    }
}
