import CLinux
import CWayland
import Geometry
import Glibc
import Mirroring
import Runtime
import WaylandBinding

@testable import Wayland

/// Requests of a client that knows its objects and their requests, mostly well formed and in any order, while a user touches and types.
///
/// The server sends only events that the protocols describe, to objects of a version that has them. Another client is answered
/// throughout. What a request makes the server keep is bounded, and when the client is gone, none of its objects is left and no
/// descriptor that it sent is open.
enum WaylandReader: Reader {
    static let name = "wayland"

    static func read(_ input: [UInt8]) throws {
        var source = ByteSource(input)
        var session: WaylandSession? = try WaylandSession(&source)
        while !source.isEmpty, session?.hostile.isRefused == false { try session?.step(&source) }
        try session?.finish()
        weak let content = session?.content
        weak let display = session?.display
        session = nil
        try check(content == nil && display == nil, "the server is not released")
    }
}

/// A server with a client that sends what the input says, and another one that minds its own business.
private final class WaylandSession {
    private final class Clock: LoopClock {
        var microseconds: Int64 = 1_000_000
    }

    private let clock = Clock()
    let display: WaylandDisplay
    let content: WaylandContent
    let hostile: WaylandPeer
    private let polite: WaylandPeer
    /// The server's side of the hostile client.
    private weak var client: Client?
    /// The reading ends of the pipes whose writing ends were sent.
    private var pipes: [OwnedDescriptor] = []

    private static func screen(width: Int, height: Int) -> LogicalScreen {
        LogicalScreen(
            name: "TEST-1", size: Size(width: width, height: height), refreshMilliHertz: 60_000,
            physicalSize: PhysicalSize(width: 160, height: 120),
            identity: DisplayIdentity(make: "TST", model: "Screen"))
    }

    init(_ source: inout ByteSource) throws {
        display = try WaylandDisplay(loop: EventLoop(clock: clock))
        let kind = source.byte()
        content = try WaylandContent(
            display: display, screen: Self.screen(width: 640, height: 480), keyboard: KeyboardConfiguration(),
            layout: .filling, outputs: kind & 0x80 == 0 ? 1 : 2)
        content.deliver(.touchscreenCame)
        let privileges = [ClientPrivilege.application, .tool, .sandboxed(SandboxIdentity())]
        let privilege = privileges[Int(kind) % privileges.count]
        (polite, _) = try Self.connect(to: display, .application)
        (hostile, client) = try Self.connect(to: display, privilege)
        try turn()
        // Version 0 is the server's own.
        let version = UInt32(source.number(below: 4))
        for global in hostile.globals {
            hostile.bind(global, version: version == 0 ? global.version : min(version, global.version))
        }
        let beginnings = source.byte()
        if beginnings & 1 != 0 { makeSeatObjects() }
        if beginnings & 2 != 0 { try makeWindow() }
        try turn()
    }

    private static func connect(to display: WaylandDisplay, _ privilege: ClientPrivilege) throws -> (
        WaylandPeer, Client?
    ) {
        let (ours, theirs) = try SocketPair.make()
        return (WaylandPeer(descriptor: theirs), display.addClient(descriptor: ours, privilege: privilege))
    }

    private func makeSeatObjects() {
        for request in ["get_pointer", "get_keyboard", "get_touch"] {
            hostile.call("wl_seat", request) { WaylandArguments().number($0) }
        }
        let seat = hostile.sorted.last { $0.name == "wl_seat" }?.id ?? 0
        for manager in ["wl_data_device_manager", "zwp_primary_selection_device_manager_v1"] {
            let kind = manager.hasPrefix("wl_") ? "data" : ""
            hostile.call(manager, "create_\(kind)_source".replacing("__", with: "_")) { WaylandArguments().number($0) }
            hostile.call(manager, "get_\(kind)_device".replacing("__", with: "_")) {
                WaylandArguments().number($0).number(seat)
            }
        }
    }

    /// A mapped toplevel.
    private func makeWindow() throws {
        let file = try memory(bytes: 65_536)
        hostile.call("wl_shm", "create_pool") { WaylandArguments().number($0).descriptor(file).number(65_536) }
        let buffer = hostile.call("wl_shm_pool", "create_buffer") {
            WaylandArguments().number($0).number(0).number(64).number(64).number(256).number(1)
        }
        let surface = hostile.call("wl_compositor", "create_surface") { WaylandArguments().number($0) }
        hostile.call("xdg_wm_base", "get_xdg_surface") { WaylandArguments().number($0).number(surface) }
        hostile.call("xdg_surface", "get_toplevel") { WaylandArguments().number($0) }
        hostile.call("wl_surface", "commit")
        try turn()
        let serial = hostile.sorted.last { $0.name == "xdg_surface" }?.lastNumber ?? 0
        hostile.call("xdg_surface", "ack_configure") { _ in WaylandArguments().number(serial) }
        hostile.call("wl_surface", "attach") { _ in WaylandArguments().number(buffer).number(0).number(0) }
        hostile.call("wl_surface", "commit")
    }

    // MARK: What happens

    func step(_ source: inout ByteSource) throws {
        switch source.byte() {
        case 0..<0xa0: try request(&source, isWrong: false)
        case 0xa0..<0xb0: try request(&source, isWrong: true)
        case 0xb0..<0xb8:
            let global = source.number(below: max(hostile.globals.count, 1))
            if hostile.globals.indices.contains(global) {
                let version = hostile.globals[global].version
                let asked = source.byte()
                hostile.bind(
                    hostile.globals[global], version: asked < 0xf0 ? 1 + UInt32(asked) % version : UInt32(asked))
            }
        case 0xb8..<0xd8: try turn()
        case 0xd8..<0xe8: present()
        case 0xe8..<0xf0:
            clock.microseconds += Int64(source.byte()) * 100_000
            try turn()
        default: touch(&source)
        }
        // A socket holds some hundred small requests.
        if hostile.sent % 16 == 0 { try turn() }
    }

    /// Lets the server work, and the clients read what it says.
    private func turn() throws {
        for _ in 0..<3 { display.loop.turn(timeoutMilliseconds: 0) }
        try hostile.receive()
        try polite.receive()
    }

    /// What the renderer does with the content.
    private func present() {
        for element in content.scene {
            _ = element.source.withPixels { first in
                for row in 0..<element.source.size.height {
                    _ = first.load(fromByteOffset: row * element.source.stride, as: UInt32.self)
                }
            }
        }
        content.frameComposed(callingBack: true)
        content.framePresented(
            Presentation(
                time: Timestamp(microseconds: clock.microseconds), refreshNanoseconds: 16_666_667, sequence: 7,
                isHardwareClock: true, isVariable: false, isTorn: false))
    }

    /// What a user does, who also plugs in other displays.
    private func touch(_ source: inout ByteSource) {
        let time = Timestamp(microseconds: clock.microseconds)
        let point = Point<ContentSpace>(x: Double(source.byte()) * 2.5, y: Double(source.byte()) * 2)
        let detail = source.byte()
        let contact = ContactID(Int32(detail & 3))
        switch source.number(below: 11) {
        case 0: content.deliver(.touchDown(contact, point, time))
        case 1: content.deliver(.touchMotion(contact, point, time))
        case 2: content.deliver(.touchUp(contact, time))
        case 3: content.deliver(.touchCancel)
        case 4:
            content.deliver(
                .pointerMotion(
                    point, relative: RelativeMotion(dx: 1, dy: 1, unacceleratedDX: 1, unacceleratedDY: 1), time))
        case 5: content.deliver(.pointerButton(0x110 + UInt32(detail & 1), pressed: detail & 4 != 0, time))
        case 6: content.deliver(.key(30 + UInt32(detail & 3), pressed: detail & 4 != 0, time))
        case 7: content.deliver(.pointerAxis(PointerAxis(source: .wheel, dy: 15, clicks120Y: 120), time))
        case 8: content.deliver(.pointerLeave)
        case 9: content.layOut(on: Self.screen(width: 320 + 20 * Int(detail), height: 240 + 10 * Int(detail)))
        default: content.deliver(.releaseAll(time))
        }
        content.deliver(.touchFrame)
        content.deliver(.pointerFrame)
    }

    // MARK: Requests

    /// Sends a request to one of the client's objects, or nothing if it lacks an object for an argument.
    private func request(_ source: inout ByteSource, isWrong: Bool) throws {
        let objects = hostile.sorted
        guard !objects.isEmpty else { return }
        let object = objects[source.number(below: objects.count)]
        guard !object.requests.isEmpty else { return }
        let opcode = source.number(below: object.requests.count)
        let message = object.requests[opcode]
        let signature = WaylandSignature(message)
        guard isWrong || signature.since <= object.version else { return }
        var arguments = WaylandArguments()
        var created: (id: UInt32, interface: UnsafePointer<wl_interface>)?
        for argument in signature.arguments {
            switch argument.kind {
            case "n":
                guard let interface = argument.interface else { return }
                let id = hostile.newID()
                created = (id, interface)
                arguments = arguments.number(id)
            case "o":
                guard let id = target(argument, &source) else {
                    // The number stays unused, and the next object must have it.
                    if let created { hostile.takeBack(created.id) }
                    return
                }
                arguments = arguments.number(id)
            case "s":
                let text = text(&source)
                arguments = argument.isNullable && text.isEmpty ? arguments.number(0) : arguments.text(text)
            case "a": arguments = arguments.array(source.bytes())
            case "h": arguments = arguments.descriptor(try descriptor(&source))
            case "f": arguments = arguments.number(number(&source, object) &* 256)
            default: arguments = arguments.number(number(&source, object))
            }
        }
        if isWrong { arguments.change(Int(source.byte()), to: source.byte()) }
        hostile.send(object.id, UInt16(opcode), arguments)
        let name = String(cString: message.name)
        if name.contains("destroy") || name == "release" { hostile.forget(object.id) }
        if let created { hostile.add(created.id, created.interface, version: object.version) }
    }

    private func number(_ source: inout ByteSource, _ object: WaylandPeer.Object) -> UInt32 {
        let byte = source.byte()
        return switch byte {
        case 0..<0xb0: UInt32(byte)
        case 0xb0..<0xc8: object.lastNumber
        case 0xc8..<0xd0: display.serial
        case 0xd0..<0xe0: UInt32(256) << (byte & 15)
        case 0xe0..<0xf0: UInt32(bitPattern: -Int32(byte & 15))
        default: source.integer()
        }
    }

    private func target(_ argument: WaylandSignature.Argument, _ source: inout ByteSource) -> UInt32? {
        let byte = source.byte()
        if argument.isNullable, byte < 0x20 { return 0 }
        if byte >= 0xfc { return source.integer() }
        let fitting = hostile.sorted.filter { argument.interface == nil || $0.interface == argument.interface }
        return fitting.isEmpty ? (argument.isNullable ? 0 : nil) : fitting[Int(byte) % fitting.count].id
    }

    private func text(_ source: inout ByteSource) -> [UInt8] {
        switch source.number(below: 8) {
        case 0: []
        case 1: Array("text/plain".utf8)
        case 2: Array("text/plain;charset=utf-8".utf8)
        case 3: Array("TEST-1".utf8)
        case 4: [UInt8](repeating: 0x61, count: 3000)
        case 5: [0xff, 0xc3, 0x28, 0x1b, 0x0a]
        default: source.bytes()
        }
    }

    private func descriptor(_ source: inout ByteSource) throws -> OwnedDescriptor {
        switch source.number(below: 4) {
        case 0:
            let (reading, writing) = try OwnedDescriptor.pipe()
            pipes.append(reading)
            return writing
        case 1: return try memory(bytes: 4096)
        case 2: return try memory(bytes: 0)
        default: return try memory(bytes: 65_536)
        }
    }

    private func memory(bytes: Int) throws -> OwnedDescriptor {
        let descriptor = OwnedDescriptor(owning: kagami_memfd("fuzzed"))
        try check(ftruncate(descriptor.number, bytes) == 0, "there is no memory for a file")
        return descriptor
    }

    // MARK: The end

    /// Checks that the other client is answered, and ends the hostile one.
    func finish() throws {
        try turn()
        let sync = polite.sync()
        try turn()
        try check(polite.isAnswered(sync) && !polite.isRefused, "another client is not answered")
        let left = resources()
        try check(left.count <= 200 + 16 * hostile.sent, "\(left.count) objects after \(hostile.sent) requests")
        hostile.hangUp()
        try turn()
        present()
        // Fingers and keys that are still down keep their client in mind.
        for input in [
            .touchCancel, .touchFrame, .pointerLeave, .releaseAll(Timestamp(microseconds: clock.microseconds)),
        ]
            as [ContentInput]
        {
            content.deliver(input)
        }
        // What waits for an answer or fades out is over by then.
        clock.microseconds += 100_000_000
        try turn()
        present()
        try turn()
        for object in left { try check(object.resource == nil, "\(object.name) is not released") }
        try check(client == nil, "the client is not released")
        for pipe in pipes {
            var state = pollfd(fd: pipe.number, events: 0, revents: 0)
            // A process that another test is just starting may hold a copy for a moment.
            poll(&state, 1, 5000)
            try check(Int32(state.revents) & POLLHUP != 0, "a descriptor of the client stays open")
        }
        pipes = []
    }

    private struct Left {
        weak var resource: AnyResource?
        let name: String
    }

    /// The server's objects for the hostile client that Kagami answers for.
    private func resources() -> [Left] {
        guard let handle = client?.handle else { return [] }
        var found: [Left] = []
        withUnsafeMutablePointer(to: &found) { found in
            wl_client_for_each_resource(
                handle,
                { resource, data in
                    guard let resource, let list = data?.assumingMemoryBound(to: [Left].self) else {
                        return WL_ITERATOR_STOP
                    }
                    if let known = AnyResource.known(resource) {
                        let name = wl_resource_get_class(resource).map { String(cString: $0) } ?? ""
                        list.pointee.append(Left(resource: known, name: name))
                    }
                    return WL_ITERATOR_CONTINUE
                }, found)
        }
        return found
    }
}

extension AnyResource {
    /// The object that stands for a `wl_resource` that Kagami answers for; nil for one of libwayland's own.
    fileprivate static func known(_ handle: OpaquePointer) -> AnyResource? {
        guard let name = wl_resource_get_class(handle), let interface = WaylandInterfaces.named(String(cString: name)),
            wl_resource_instance_of(handle, interface, WaylandInterfaces.implementation) != 0,
            let data = wl_resource_get_user_data(handle)
        else { return nil }
        return Unmanaged<AnyResource>.fromOpaque(data).takeUnretainedValue()
    }
}
