import Mirroring

@testable import Control

/// A request on the control socket.
///
/// A request that is understood can be written and read again. A refusal is one printable line of bounded length.
enum RequestReader: Reader {
    static let name = "request"

    static func read(_ input: [UInt8]) throws {
        let json = JSONLine()
        let request: RequestLine
        do throws(ControlRequestError) {
            request = try json.decode(from: input)
        } catch {
            let text = error.description
            try check(!text.isEmpty, "refused without a reason")
            try check(text.utf8.count <= 4 * input.count + 1000, "a reason of \(text.utf8.count) bytes")
            // The reason reaches the client as JSON, which escapes what steers terminals.
            let answer = json.encode(ControlAnswer<Done>.failure(text))
            try check(answer.filter { $0 < 0x20 } == [UInt8(ascii: "\n")], "an answer of several lines")
            return
        }
        let line = json.encode(request)
        guard let again: RequestLine = try? json.decode(from: line) else {
            throw BrokenPromise(description: "cannot be read again: \(String(decoding: line, as: UTF8.self))")
        }
        let isSame = AnyHashable(request.command) == AnyHashable(again.command)
        try check(isSame, "not read as it was written: \(String(decoding: line, as: UTF8.self))")
    }
}

/// A reply or an event that a client of the control socket reads back.
///
/// What is read can be written and read again, and is then written the same.
enum ReplyReader: Reader {
    static let name = "reply"

    static func read(_ input: [UInt8]) throws {
        try roundTrip(ControlAnswer<StatusRequest.Reply>.self, input)
        try roundTrip(ControlAnswer<OutputsRequest.Reply>.self, input)
        try roundTrip(ServiceEvent.self, input)
    }
}

/// A line of recorded input, for a replay.
///
/// A line that is read can be written and read again, its positions lie within the device, and replay devices are numbered
/// afresh and all removed at the end.
enum RecordingReader: Reader {
    static let name = "recording"

    static func read(_ input: [UInt8]) throws {
        let numbers = DeviceNumbers()
        let live = numbers.next()
        var devices = ReplayedDevices(numbers)
        var present: Set<DeviceID> = []
        for line in input.split(separator: UInt8(ascii: "\n")) {
            guard let recorded = try roundTrip(RecordedInput.self, Array(line)) else { continue }
            try checkBounds(of: recorded.event)
            let now = Timestamp(microseconds: 5)
            for event in devices.admit(recorded, at: now) {
                try check(event.device != live, "a replay acts as a device of the machine")
                try check(event.time ?? now == now, "a replayed event at another time")
                switch event {
                case .deviceAdded(let device):
                    try check(present.insert(device.id).inserted, "a device is added twice")
                case .deviceRemoved(let device):
                    try check(present.remove(device) != nil, "a device is removed that is not there")
                default: try check(present.contains(event.device), "an event of a device that is not there")
                }
            }
        }
        try check(Set(devices.removeAll().map(\.device)) == present, "replay devices stay behind")
        try check(devices.removeAll().isEmpty, "devices are removed twice")
    }

    private static func checkBounds(of event: InputEvent) throws {
        let position: DevicePosition? =
            switch event {
            case .touchDown(_, _, let position, _), .touchMotion(_, _, let position, _),
                .pointerPosition(_, let position, _), .tool(_, .near(_, let position, _), _),
                .tool(_, .motion(let position, _), _), .tool(_, .down(let position, _), _):
                position
            default: nil
            }
        if let position {
            try check((0...1).contains(position.x) && (0...1).contains(position.y), "a position beside the device")
        }
    }
}

/// The saved settings of displays, `displays.json`.
///
/// What is read can be written and read again. It is bounded, has no display twice and no display without settings.
enum DisplayMemoryReader: Reader {
    static let name = "displays"

    static func read(_ input: [UInt8]) throws {
        guard let memory = try roundTrip(DisplayMemory.self, input) else { return }
        try check(memory.entries.count <= DisplayMemory.limit, "\(memory.entries.count) displays")
        try check(Set(memory.entries.map(\.key)).count == memory.entries.count, "a display is there twice")
        try check(memory.entries.allSatisfy { !$0.settings.isEmpty }, "a display without settings")
    }
}

/// The stream of a control socket, in pieces of any lengths.
///
/// The lines are those of the stream, however it is cut.
enum LinesReader: Reader {
    static let name = "lines"

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var buffer = LineBuffer()
        var stream: [UInt8] = []
        var lines: [[UInt8]] = []
        while !source.isEmpty {
            let piece = source.bytes()
            stream += piece
            buffer.append(piece)
            try check(buffer.arrived == stream.count, "\(buffer.arrived) of \(stream.count) bytes arrived")
            while source.flag(), let line = buffer.next() { lines.append(line) }
        }
        while let line = buffer.next() { lines.append(line) }
        lines.append(buffer.takeRest())
        let expected = stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        try check(lines == expected, "the lines are not those of the stream")
        try check(buffer.count == 0 && buffer.arrived == stream.count, "bytes are left")
    }
}

/// Reads a value, and checks that it can be written and read again; nil for what is not read.
@discardableResult
private func roundTrip<Value: Codable & Hashable>(_: Value.Type, _ input: [UInt8]) throws -> Value? {
    let json = JSONLine()
    guard let value: Value = try? json.decode(from: input) else { return nil }
    let line = json.encode(value)
    guard let again: Value = try? json.decode(from: line) else {
        throw BrokenPromise(description: "\(Value.self) cannot be read again: \(String(decoding: line, as: UTF8.self))")
    }
    try check(again == value, "\(Value.self) is not read as it was written: \(String(decoding: line, as: UTF8.self))")
    try check(json.encode(again) == line, "\(Value.self) is not written the same")
    return value
}
