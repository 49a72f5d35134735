import CXKB
import Glibc
import Testing
import WaylandBinding

@testable import Wayland

@Suite struct VirtualKeyboardTests {
    private let server: TestServer
    private let client: ShellClient
    private let tool: WireClient
    private let device: UInt32

    init() throws {
        server = try TestServer(layout: .filling)
        client = ShellClient(server)
        _ = client.window()
        tool = server.connect(privilege: .tool).0
        let seat = tool.bind("wl_seat")
        let manager = tool.bind("zwp_virtual_keyboard_manager_v1")
        device = tool.newID()
        tool.send(manager, 0, [.uint(seat), .uint(device)])
        client.wire.roundTrip()
        client.wire.forgetEvents()
    }

    private func events(_ opcode: UInt16) -> [WireMessage] {
        tool.roundTrip()
        client.wire.roundTrip()
        return client.wire.events(of: client.keyboard, opcode)
    }

    /// Sends a keymap's text, or claims another size for it.
    private func setKeymap(_ text: String, size: Int? = nil) {
        var path = Array("/tmp/kagami-test-XXXXXX\0".utf8CString)
        let file = mkstemp(&path)
        defer { close(file) }
        unlink(path)
        _ = text.withCString { write(file, $0, strlen($0) + 1) }
        let size = UInt32(size ?? text.utf8.count + 1)
        tool.send(device, 0, [.uint(1), .descriptor(file), .uint(size)])
    }

    private func key(_ code: UInt32, _ state: UInt32) {
        tool.send(device, 1, [.uint(7), .uint(code), .uint(state)])
    }

    private func layout(_ name: String) throws -> String {
        let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
        defer { xkb_context_unref(context) }
        let keymap = name.withCString { layout in
            var names = xkb_rule_names(rules: nil, model: nil, layout: layout, variant: nil, options: nil)
            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
        }
        defer { xkb_keymap_unref(keymap) }
        let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
        defer { free(text) }
        return String(cString: text)
    }

    @Test func keysComeWithTheirLayout() throws {
        setKeymap(try layout("de"))
        key(30, 1)
        key(30, 0)
        #expect(events(0).count == 1, "the layout")
        #expect(events(3).map { Array($0.words.dropFirst()) } == [[7, 30, 1], [7, 30, 0]])
        server.key(31, pressed: true)
        #expect(events(0).count == 2, "the seat's own layout again")
        #expect(events(3).last?.words[2] == 31)
    }

    @Test func modifiersAreSet() throws {
        setKeymap(try layout("us"))
        tool.send(device, 2, [.uint(1), .uint(0), .uint(2), .uint(0)])
        #expect(events(4).last.map { Array($0.words.dropFirst()) } == [1, 0, 2, 0])
    }

    @Test func aKeyboardThatGoesReleasesItsKeys() throws {
        setKeymap(try layout("us"))
        key(30, 1)
        tool.send(device, 3)
        #expect(events(3).map { $0.words[3] } == [1, 0])
        #expect(tool.error == nil)
        #expect(events(0).count == 2)
    }

    @Test func noKeysWithoutAKeymap() {
        key(30, 1)
        tool.roundTrip()
        #expect(tool.error?.object == device && tool.error?.code == 0)
    }

    @Test(arguments: ["nonsense", "", "xkb_keymap {"])
    func keymapsThatDoNotCompileAreNone(text: String) {
        setKeymap(text)
        key(30, 1)
        tool.roundTrip()
        #expect(tool.error?.object == device && tool.error?.code == 0)
    }

    @Test func aKeymapShorterThanItClaimsIsNone() throws {
        setKeymap(try layout("us"), size: 1 << 19)
        key(30, 1)
        tool.roundTrip()
        #expect(tool.error?.object == device)
    }

    @Test func aPipeKeepsNobodyWaiting() {
        var ends: [CInt] = [-1, -1]
        pipe(&ends)
        tool.send(device, 0, [.uint(1), .descriptor(ends[0]), .uint(100)])
        key(30, 1)
        tool.roundTrip()
        #expect(tool.error?.object == device)
        close(ends[0])
        close(ends[1])
    }

    @Test func absurdKeysAreNoKeys() throws {
        setKeymap(try layout("us"))
        key(.max, 1)
        key(0x300, 1)
        key(30, 7)
        #expect(events(3).isEmpty)
        #expect(tool.error == nil)
    }

    @Test func wtypeTypes() throws {
        let wtype = try #require(
            try RealClient("wtype", ["hello"], privilege: .tool, on: server), "wtype is not installed")
        #expect(wtype.serve { !wtype.isRunning })
        #expect(events(3).map { $0.words[3] } == [1, 0, 1, 0, 1, 0, 1, 0, 1, 0], "\(wtype.log)")
        #expect(!events(0).isEmpty, "its own layout")
    }
}
