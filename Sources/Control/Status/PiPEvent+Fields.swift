import Mirroring

/// The part of a service event that describes the picture in picture.
extension PiPEvent {
    /// The value of `type`.
    var kind: ServiceEvent.Kind {
        switch self {
        case .possibleChanged: .pipPossible
        case .willStart: .pipWillStart
        case .didStart: .pipDidStart
        case .failedToStart: .pipFailedToStart
        case .willStop: .pipWillStop
        case .didStop: .pipDidStop
        case .restoreRequested: .pipRestoreRequested
        case .sourceChanged: .pipSourceChanged
        case .sizeChanged: .pipSizeChanged
        case .activeChanged: .pipActive
        }
    }

    func encode(to container: inout KeyedEncodingContainer<ServiceEvent.CodingKeys>) throws {
        switch self {
        case .possibleChanged(let sources): try container.encode(sources, forKey: .sources)
        case .willStart(let source), .didStart(let source), .restoreRequested(let source):
            try container.encode(source, forKey: .source)
        case .failedToStart(let source, let failure):
            try container.encode(source, forKey: .source)
            try container.encode(failure.code, forKey: .reason)
            try container.encode(failure.description, forKey: .detail)
        case .willStop(let source, let reason), .didStop(let source, let reason):
            try container.encode(source, forKey: .source)
            try container.encode(reason, forKey: .reason)
        case .sourceChanged(let from, let to):
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
        case .sizeChanged(let source, let size):
            try container.encode(source, forKey: .source)
            try container.encode(size.width, forKey: .width)
            try container.encode(size.height, forKey: .height)
            try container.encode(size.renderWidth, forKey: .renderWidth)
            try container.encode(size.renderHeight, forKey: .renderHeight)
        case .activeChanged(let isActive): try container.encode(isActive, forKey: .active)
        }
    }

    /// Nil for a kind that describes something else.
    init?(_ kind: ServiceEvent.Kind, _ container: KeyedDecodingContainer<ServiceEvent.CodingKeys>) throws {
        func value<T: Decodable>(_ key: ServiceEvent.CodingKeys, as _: T.Type = T.self) throws -> T {
            try container.decode(T.self, forKey: key)
        }
        switch kind {
        case .pipPossible: self = .possibleChanged(try value(.sources))
        case .pipWillStart: self = .willStart(try value(.source))
        case .pipDidStart: self = .didStart(try value(.source))
        case .pipFailedToStart:
            let failure = PiPFailure(code: try value(.reason), description: try value(.detail))
            self = .failedToStart(try value(.source), failure)
        case .pipWillStop: self = .willStop(try value(.source), try value(.reason))
        case .pipDidStop: self = .didStop(try value(.source), try value(.reason))
        case .pipRestoreRequested: self = .restoreRequested(try value(.source))
        case .pipSourceChanged: self = .sourceChanged(from: try value(.from), to: try value(.to))
        case .pipSizeChanged:
            let size = PiPRenderSize(
                width: try value(.width), height: try value(.height), renderWidth: try value(.renderWidth),
                renderHeight: try value(.renderHeight))
            self = .sizeChanged(try value(.source), size)
        case .pipActive: self = .activeChanged(try value(.active))
        default: return nil
        }
    }
}

extension PiPFailure {
    /// The failure of an event; an unknown code, of a newer service, is kept as its description.
    fileprivate init(code: String, description: String) {
        let plain: [PiPFailure] = [.timedOut, .replaced, .stopped, .sourceGone]
        if let failure = plain.first(where: { $0.code == code }) {
            self = failure
        } else if code == PiPFailure.impossible(.noPanel).code, let obstacle = PiPObstacle(rawValue: description) {
            self = .impossible(obstacle)
        } else {
            self = .sourceFailed(description)
        }
    }
}
