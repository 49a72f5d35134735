import Glibc
import Runtime
import Testing
import WaylandBinding

@testable import Wayland

/// What clients of each socket can see.
@Suite struct PrivilegeTests {
    private let server: TestServer
    private let hidden: Global<WpSecurityContextManagerV1>

    init() throws {
        server = try TestServer()
        hidden = try Global(server.display, version: 1, audience: .tools) { _ in nil }
    }

    private func connect(_ privilege: ClientPrivilege) -> WireClient {
        server.connect(privilege: privilege).0
    }

    @Test func toolsSeeWhatApplicationsDoNot() {
        #expect(connect(.tool).globals["wp_security_context_manager_v1"] != nil)
        #expect(connect(.application).globals["wp_security_context_manager_v1"] == nil)
        #expect(connect(.sandboxed(SandboxIdentity())).globals["wp_security_context_manager_v1"] == nil)
        #expect(connect(.application).globals["wl_compositor"] != nil)
    }

    @Test(arguments: [
        "zwlr_layer_shell_v1", "zwlr_screencopy_manager_v1", "zwlr_foreign_toplevel_manager_v1",
        "zwlr_output_manager_v1", "zwlr_virtual_pointer_manager_v1", "zwp_virtual_keyboard_manager_v1",
    ])
    func whatReachesIntoOthersIsForTools(name: String) throws {
        let server = try TestServer(layout: .filling)
        let number = try #require(server.connect(privilege: .tool).0.globals[name]?.name)
        for privilege in [ClientPrivilege.application, .sandboxed(SandboxIdentity())] {
            let client = server.connect(privilege: privilege).0
            #expect(client.globals[name] == nil)
            client.send(2, 0, [.uint(number), .string(name), .uint(1), .uint(client.newID())])
            client.roundTrip()
            #expect(client.error?.object == 2)
        }
    }

    @Test func guessingTheNumberOfAHiddenGlobalIsAnError() throws {
        let number = try #require(connect(.tool).globals["wp_security_context_manager_v1"]?.name)
        let application = connect(.application)
        application.send(
            2, 0, [.uint(number), .string("wp_security_context_manager_v1"), .uint(1), .uint(application.newID())])
        application.roundTrip()
        #expect(application.error?.object == 2)
        #expect(application.isClosed)
    }

    @Test func theToolsSocketIsPrivateAndItsClientsAreTools() throws {
        let directory = TemporaryDirectory()
        let tools = try ToolsSocket(server.display, in: directory.path)
        #expect(tools.name == "kagami-tools")
        var status = stat()
        #expect(lstat(tools.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let client = WireClient(descriptor: try #require(UnixSocket.connect(tools.path))) { server.pump() }
        #expect(client.globals["wp_security_context_manager_v1"] != nil)
    }

    @Test func aLeftOverToolsSocketIsReplacedAndRemoved() throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/kagami-tools"
        for name in [path, path + ".lock"] { close(open(name, O_CREAT | O_WRONLY, 0o644)) }
        do {
            #expect(try ToolsSocket(server.display, in: directory.path).path == path)
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func eachServiceHasAToolsSocketOfItsOwn() throws {
        let directory = TemporaryDirectory()
        let first = try ToolsSocket(server.display, in: directory.path)
        let second = try ToolsSocket(server.display, in: directory.path)
        #expect(second.name == "kagami-tools-1")
        for path in [first.path, second.path] { close(try #require(UnixSocket.connect(path))) }
    }

    @Test func thePanelApplicationNeverHasTheFirstName() throws {
        let directory = TemporaryDirectory()
        let panel = try ApplicationSocket(server.display, in: directory.path, from: 1)
        let content = try ApplicationSocket(server.display, in: directory.path)
        #expect([panel.name, content.name] == ["wayland-1", "wayland-0"])
    }

    @Test func aSocketPathTooLongIsAnError() throws {
        let directory = TemporaryDirectory()
        let long = directory.path + "/" + String(repeating: "x", count: 120)
        #expect(mkdir(long, 0o700) == 0)
        #expect(throws: RuntimeError.self) { try ToolsSocket(server.display, in: long) }
        rmdir(long)
    }
}
