package import Mirroring

extension ServiceCounters: Codable {
    private enum CodingKeys: String, CodingKey {
        case framesComposed = "frames_composed"
        case panel, external, plugs, unplugs
        case modeRefusals = "mode_refusals"
        case presentFailures = "present_failures"
        case touches
        case touchesCancelled = "touches_cancelled"
        case clients, wakeups
        case traffic = "bytes"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        framesComposed = try container.decode(Int.self, forKey: .framesComposed)
        panel = try container.decode(ScreenCounters.self, forKey: .panel)
        external = try container.decode(ScreenCounters.self, forKey: .external)
        plugs = try container.decode(Int.self, forKey: .plugs)
        unplugs = try container.decode(Int.self, forKey: .unplugs)
        modeRefusals = try container.decode(Int.self, forKey: .modeRefusals)
        presentFailures = try container.decode(Int.self, forKey: .presentFailures)
        touches = try container.decode(Int.self, forKey: .touches)
        touchesCancelled = try container.decode(Int.self, forKey: .touchesCancelled)
        clients = try container.decode(Int.self, forKey: .clients)
        wakeups = try container.decode(Int.self, forKey: .wakeups)
        traffic = try container.decode(MemoryTraffic.self, forKey: .traffic)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(framesComposed, forKey: .framesComposed)
        try container.encode(panel, forKey: .panel)
        try container.encode(external, forKey: .external)
        try container.encode(plugs, forKey: .plugs)
        try container.encode(unplugs, forKey: .unplugs)
        try container.encode(modeRefusals, forKey: .modeRefusals)
        try container.encode(presentFailures, forKey: .presentFailures)
        try container.encode(touches, forKey: .touches)
        try container.encode(touchesCancelled, forKey: .touchesCancelled)
        try container.encode(clients, forKey: .clients)
        try container.encode(wakeups, forKey: .wakeups)
        try container.encode(traffic, forKey: .traffic)
    }
}

extension ScreenCounters: Codable {
    private enum CodingKeys: String, CodingKey {
        case framesPresented = "frames_presented"
        case cursorMoves = "cursor_moves"
        case clientBuffers = "client_buffers"
        case damagedPixels = "damaged_pixels"
        case lastDamagedPixels = "last_damaged_pixels"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        framesPresented = try container.decode(Int.self, forKey: .framesPresented)
        cursorMoves = try container.decode(Int.self, forKey: .cursorMoves)
        clientBuffers = try container.decode(Int.self, forKey: .clientBuffers)
        damagedPixels = try container.decode(Int.self, forKey: .damagedPixels)
        lastDamagedPixels = try container.decode(Int.self, forKey: .lastDamagedPixels)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(framesPresented, forKey: .framesPresented)
        try container.encode(cursorMoves, forKey: .cursorMoves)
        try container.encode(clientBuffers, forKey: .clientBuffers)
        try container.encode(damagedPixels, forKey: .damagedPixels)
        try container.encode(lastDamagedPixels, forKey: .lastDamagedPixels)
    }
}

extension MemoryTraffic.Path: CodingKey {}

extension MemoryTraffic: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Path.self)
        self.init()
        for path in Path.allCases {
            let bytes = try container.decode(Bytes.self, forKey: path)
            count(path, read: bytes.read, written: bytes.written)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Path.self)
        for path in Path.allCases { try container.encode(self[path], forKey: path) }
    }
}
