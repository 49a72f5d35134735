import Glibc
import Runtime
import Testing

@testable import Control

@Suite struct ListeningSocketTests {
    private let directory: String
    private let address: SocketAddress

    init() throws {
        directory = try temporaryDirectory()
        address = try SocketAddress(path: directory + "/s")
    }

    private func cleanUp() {
        for name in ["/s", "/s.lock"] { unlink(directory + name) }
        rmdir(directory)
    }

    @Test func onlyTheOwnerMayConnect() throws {
        defer { cleanUp() }
        let previous = umask(0)
        defer { umask(previous) }
        let socket = try ListeningSocket(at: address)
        var status = stat()
        #expect(lstat(address.path, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600)
        withExtendedLifetime(socket) {}
    }

    @Test func nothingIsLeftBehind() throws {
        do { _ = try ListeningSocket(at: address) }
        #expect(rmdir(directory) == 0)
    }

    @Test func liveServiceKeepsItsSocket() throws {
        defer { cleanUp() }
        let first = try ListeningSocket(at: address)
        #expect(throws: ControlError.socketTaken(address.path)) { try ListeningSocket(at: address) }
        // The failed attempt harmed nothing.
        let client = try #require(address.connect())
        close(client)
        withExtendedLifetime(first) {}
        #expect(ControlError.socketTaken("/s").description.contains("--socket"))
    }

    @Test func serviceWithoutALockKeepsItsSocketToo() throws {
        defer { cleanUp() }
        let first = try ListeningSocket(at: address)
        unlink(address.path + ".lock")
        #expect(throws: ControlError.socketTaken(address.path)) { try ListeningSocket(at: address) }
        withExtendedLifetime(first) {}
    }

    @Test func deadServicesSocketIsReplaced() throws {
        defer { cleanUp() }
        let dead = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        #expect(address.withSockaddr { bind(dead, $0, $1) } == 0)
        close(dead)
        // The lock file of a killed service stays, unlocked.
        close(open(address.path + ".lock", O_CREAT | O_RDWR, 0o600))
        #expect(address.connect() == nil)
        let socket = try ListeningSocket(at: address)
        close(try #require(address.connect()))
        withExtendedLifetime(socket) {}
    }

    @Test func otherFilesAreNotTouched() throws {
        defer { cleanUp() }
        close(open(address.path, O_CREAT | O_RDWR, 0o600))
        #expect(throws: ControlError.notASocket(address.path)) { try ListeningSocket(at: address) }
        #expect(access(address.path, F_OK) == 0)
    }

    @Test func missingDirectoryIsToldByName() throws {
        defer { cleanUp() }
        let lost = try SocketAddress(path: directory + "/none/s")
        #expect(throws: ControlError.system(RuntimeError("create", lost.path + ".lock", errorNumber: ENOENT))) {
            try ListeningSocket(at: lost)
        }
    }
}
