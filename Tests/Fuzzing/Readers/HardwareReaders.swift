import Geometry
import Mirroring

@testable import KMS
@testable import Machine

/// A display's EDID.
///
/// A complete base block with a right checksum is read, and no other. Texts are printable, sizes and rates are positive and
/// bounded, and extensions do not change who the display is.
enum EDIDReader: Reader {
    static let name = "edid"

    static func read(_ input: [UInt8]) throws {
        let isSound = input.count >= 128 && input.prefix(128).reduce(0, &+) == 0
        let isEDID = isSound && input.starts(with: [0, 255, 255, 255, 255, 255, 255, 0])
        let plain = EDID(input)
        try check((plain != nil) == isEDID, isEDID ? "a sound EDID is refused" : "garbage is read")
        // Checksums stop nearly all of the fuzzer's inputs, so that they are put right, too.
        let sealed = Self.sealed(input)
        for (edid, bytes) in [(plain, input), (EDID(sealed), sealed)] {
            guard let edid else { continue }
            try check(edid == EDID(bytes), "two readings differ")
            try check(EDID(Array(bytes.prefix(128)))?.identity == edid.identity, "an extension changes the identity")
            try checkIdentity(edid.identity)
            if let size = edid.physicalSize { try checkSize(size) }
            if let native = edid.native {
                let isBounded = (1...65_536).contains(native.size.width) && (1...65_536).contains(native.size.height)
                try check(isBounded, "a picture of \(native.size)")
                try check(native.refreshMilliHertz >= 0, "a rate of \(native.refreshMilliHertz) mHz")
                if let size = native.physicalSize { try checkSize(size) }
            }
        }
        try check(input.count < 128 || EDID(sealed) != nil, "a sound EDID is refused")
    }

    /// The same blocks with the header and the checksums of an EDID.
    private static func sealed(_ input: [UInt8]) -> [UInt8] {
        var bytes = input
        if bytes.count >= 128 { bytes.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0]) }
        for start in stride(from: 0, to: bytes.count - 127, by: 128) {
            bytes[start + 127] = 0 &- bytes[start..<start + 127].reduce(0, &+)
        }
        return bytes
    }

    private static func checkIdentity(_ identity: DisplayIdentity) throws {
        if let make = identity.make {
            try check(make.utf8.count == 3 && make.allSatisfy { ("A"..."Z").contains($0) }, "the maker \(make)")
        }
        try check(identity.model != nil, "no model")
        for text in [identity.model, identity.serial].compactMap(\.self) {
            let isPrintable = text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
            try check(isPrintable && (1...13).contains(text.utf8.count), "the text \(text)")
            try check(text.first != " " && text.last != " ", "spaces around \(text)")
        }
    }

    private static func checkSize(_ size: PhysicalSize) throws {
        try check((1...65_535).contains(size.width) && (1...65_535).contains(size.height), "\(size) in millimetres")
    }
}

/// Messages of an HDMI system between changes of the machine's own.
///
/// A message is written as it was read. The machine speaks only with its own address; a report, a refusal or a
/// device without an address gets no answer, so that two machines never answer each other for ever.
enum TelevisionReader: Reader {
    static let name = "television"

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var configuration = CECConfiguration()
        configuration.turnsOn = source.flag()
        configuration.putsToSleep = source.flag()
        var link = TelevisionLink(configuration)
        var now: Int64 = 0
        while !source.isEmpty {
            now += Int64(source.byte()) * 500_000
            switch source.number(below: 4) {
            case 0: try checkSent(link.follow(source.choice(of: TelevisionLink.Use.allCases), at: now), of: link)
            case 1:
                let address = CECAddress(rawValue: source.byte() & 15)
                let place = CECPlace(
                    address: address, physicalAddress: CECPhysicalAddress(rawValue: source.integer()))
                try checkSent(link.placed(source.flag() ? place : nil, at: now), of: link)
            default:
                let bytes = Array(source.bytes().prefix(20))
                guard let message = CECMessage(bytes: bytes) else {
                    try check(!(2...16).contains(bytes.count), "a message is refused")
                    continue
                }
                try check(message.bytes == bytes, "a message is not written as it was read")
                let answers = link.received(message, at: now)
                try checkSent(answers, of: link)
                let isFinal = message.opcode.isReport || message.initiator == .everybody
                let direct = answers.filter { $0.destination != .everybody }
                try check(!isFinal || direct.isEmpty, "an answer to \(message)")
            }
        }
    }

    private static func checkSent(_ sent: [CECMessage], of link: TelevisionLink) throws {
        try check(sent.count <= 2, "\(sent.count) messages at a time")
        for message in sent {
            try check((2...16).contains(message.bytes.count), "a message of \(message.bytes.count) bytes")
            try check(message.initiator == link.place?.address, "a message of \(message.initiator)")
        }
    }
}

/// The objects that PipeWire's `pw-dump` prints.
///
/// Telling the same again changes nothing. Volumes are those that can be set. The command for a sink names that sink.
enum SoundReader: Reader {
    static let name = "sound"

    static func read(_ input: [UInt8]) throws {
        guard let objects = PipeWireObject.all(in: input) else { return }
        var graph = SoundGraph()
        graph.apply(objects)
        var again = graph
        again.apply(objects)
        try check(graph.choice == again.choice, "the choice changes")
        for object in objects {
            guard let name = object.info?.props?["node.name"]?.text else { continue }
            try check(graph.state(of: name)?.node == again.state(of: name)?.node, "another sink of that name")
            if let state = graph.state(of: name) {
                try check(DisplaySettings.volumePercents.contains(state.volumePercent), "\(state.volumePercent) %")
            }
            let command = PipeWireTools.command(for: .choose(name))
            let text = #"[{"id":1,"metadata":[{"key":"","value":\#(command[3])}]}]"#
            let told = PipeWireObject.all(in: Array(text.utf8))?.first?.metadata?.first?.value?.name
            try check(told == name, "\(command) is for \(told ?? "nothing")")
        }
        let displays = objects.flatMap { $0.info?.params?.routes ?? [] }.compactMap { $0.value("device.product.name") }
        for display in displays {
            let identity = DisplayIdentity(model: display)
            let sink = graph.sink(for: identity, matching: nil)
            try check(sink == again.sink(for: identity, matching: nil), "the sink of \(display) changes")
        }
        var route = SoundRoute()
        for wanted in [displays.first, nil] {
            try check(route.follow(wanted, graph.choice).count <= 2, "more than two commands at a time")
        }
    }
}
