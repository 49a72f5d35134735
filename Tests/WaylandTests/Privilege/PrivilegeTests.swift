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
        let tools = try ToolsSocket(server.display, beside: "wayland-7", in: directory.path)
        #expect(tools.name == "wayland-7-tools")
        let path = directory.path + "/wayland-7-tools"
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let client = WireClient(descriptor: try #require(UnixSocket.connect(path))) { server.pump() }
        #expect(client.globals["wp_security_context_manager_v1"] != nil)
    }

    @Test func aLeftOverToolsSocketIsReplacedAndRemoved() throws {
        let directory = TemporaryDirectory()
        let path = directory.path + "/wayland-7-tools"
        close(open(path, O_CREAT | O_WRONLY, 0o644))
        do {
            _ = try ToolsSocket(server.display, beside: "wayland-7", in: directory.path)
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func aSocketPathTooLongIsAnError() {
        #expect(throws: RuntimeError.self) {
            try ToolsSocket(server.display, beside: String(repeating: "x", count: 120), in: "/tmp")
        }
    }
}
