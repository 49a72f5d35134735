import Mirroring

/// A step of a touchpad gesture in a recording: `begin` with `kind` and `fingers`, `update` with its
/// `movement`, `end` or `cancel`.
struct RecordedGesture: Codable {
    private enum CodingKeys: String, CodingKey {
        case step, kind, fingers, movement
    }

    private enum Step: String, Codable {
        case begin, update, end, cancel
    }

    let gesture: PointerGesture

    init(_ gesture: PointerGesture) {
        self.gesture = gesture
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        gesture =
            switch try container.decode(Step.self, forKey: .step) {
            case .begin:
                .begin(
                    try container.decode(PointerGesture.Kind.self, forKey: .kind),
                    fingers: min(max(try container.decode(Int.self, forKey: .fingers), 1), 10))
            case .update: .update(try container.decode(GestureMovement.self, forKey: .movement).bounded)
            case .end: .end(isCancelled: false)
            case .cancel: .end(isCancelled: true)
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch gesture {
        case .begin(let kind, let fingers):
            try container.encode([.step: Step.begin, .kind: kind, .fingers: fingers])
        case .update(let movement): try container.encode([.step: Step.update, .movement: movement])
        case .end(let isCancelled):
            try container.encode(isCancelled ? Step.cancel : Step.end, forKey: .step)
        }
    }
}

extension GestureMovement {
    fileprivate var bounded: GestureMovement {
        GestureMovement(dx: dx.bounded, dy: dy.bounded, scale: scale.bounded, rotation: rotation.bounded)
    }
}
