/// The state of the picture in picture, in one word.
package enum PiPState: String, Hashable, Sendable, Codable, CaseIterable {
    /// No picture in picture is shown, and no source is possible.
    case idle
    /// No picture in picture is shown, and at least one source is possible.
    case possible
    /// The source is being prepared, or the picture is animating in.
    case starting
    /// The picture is shown.
    case active
    /// The picture is animating out, or waits for its source to take its full place again.
    case stopping
}

/// A published event of a picture in picture.
///
/// Each will-start is followed by exactly one did-start or failed-to-start, and each did-start by exactly one did-stop.
/// A start that never became possible, or was cancelled before that, fails without a will-start.
package enum PiPEvent: Hashable, Sendable {
    /// The set of possible sources has changed.
    case possibleChanged([PiPSource])
    case willStart(PiPSource)
    case didStart(PiPSource)
    case failedToStart(PiPSource, PiPFailure)
    case willStop(PiPSource, PiPStopReason)
    case didStop(PiPSource, PiPStopReason)
    /// The source is asked to take its full place again.
    case restoreRequested(PiPSource)
    /// A plug or unplug has changed the picture's source, or has moved the source to another display.
    case sourceChanged(from: PiPSource, to: PiPSource)
    /// The size of the picture on the panel, or the size at which its source renders, has changed.
    case sizeChanged(PiPSource, PiPRenderSize)
    /// Whether a picture in picture is shown; notifiers may want to stay quiet meanwhile.
    case activeChanged(Bool)
}

/// The sizes that a size-changed event reports.
package struct PiPRenderSize: Hashable, Sendable {
    /// The picture's size on the panel, in panel pixels.
    package var width: Int
    package var height: Int
    /// The source's own size, in its pixels.
    package var renderWidth: Int
    package var renderHeight: Int

    package init(width: Int, height: Int, renderWidth: Int, renderHeight: Int) {
        self.width = width
        self.height = height
        self.renderWidth = renderWidth
        self.renderHeight = renderHeight
    }
}

/// The part of a service event that describes the picture in picture.
extension PiPEvent {
    /// The value of `type`, and the payload.
    var form: (kind: ServiceEvent.Kind, fields: KeyValuePairs<ServiceEvent.CodingKeys, any Encodable>) {
        switch self {
        case .possibleChanged(let sources): (.pipPossible, [.sources: sources])
        case .willStart(let source): (.pipWillStart, [.source: source])
        case .didStart(let source): (.pipDidStart, [.source: source])
        case .failedToStart(let source, let failure):
            (.pipFailedToStart, [.source: source, .reason: failure.code, .detail: failure.description])
        case .willStop(let source, let reason): (.pipWillStop, [.source: source, .reason: reason])
        case .didStop(let source, let reason): (.pipDidStop, [.source: source, .reason: reason])
        case .restoreRequested(let source): (.pipRestoreRequested, [.source: source])
        case .sourceChanged(let from, let to): (.pipSourceChanged, [.from: from, .to: to])
        case .sizeChanged(let source, let size):
            (
                .pipSizeChanged,
                [
                    .source: source, .width: size.width, .height: size.height, .renderWidth: size.renderWidth,
                    .renderHeight: size.renderHeight,
                ]
            )
        case .activeChanged(let isActive): (.pipActive, [.active: isActive])
        }
    }

    /// The event of this kind, or nil for a kind that describes something else.
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
    /// The failure of an event; an unknown code of a newer service is kept as its description.
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
