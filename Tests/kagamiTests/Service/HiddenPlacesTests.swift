import Glibc
import Testing

@testable import kagami

@Suite struct HiddenPlacesTests {
    @Test func thePathsOfTheKernelsTableAreRead() {
        let table = """
            Num       RefCount Protocol Flags    Type St Inode Path
            0000000000000000: 00000002 00000000 00010000 0001 01 20781 /run/user/7/bus
            0000000000000000: 00000003 00000000 00000000 0001 03   781
            0000000000000000: 00000002 00000000 00010000 0001 01 20782 @/tmp/.X11-unix/X0
            0000000000000000: 00000003 00000000 00000000 0001 03 20783 /run/user/7/bus
            0000000000000000: 00000002 00000000 00000000 0002 01     7 /home/a b/s
            """
        #expect(BoundSockets.paths(in: table) == ["/home/a b/s", "/run/user/7/bus"])
    }

    @Test func socketsAreHiddenByWhoMayUseThem() throws {
        // Not in /tmp, where directories with sockets are hidden as a whole.
        let folder = try TemporaryDirectory(in: "/var/tmp")
        let everybodys = try BoundSocket(folder.path + "/everybodys", mode: 0o666)
        let ours = try BoundSocket(folder.path + "/ours", mode: 0o600)
        let groups = try BoundSocket(folder.path + "/groups", mode: 0o660)
        _ = try folder.write("", to: "file")
        let bound = ["everybodys", "ours", "groups", "file", "gone"].map { "\(folder.path)/\($0)" }
        func hidden(from user: uid_t) -> [String] {
            HiddenPlaces(runtimeDirectory: "/run/user/7", sockets: [], user: user, bound: bound).sockets
        }
        #expect(hidden(from: geteuid()) == [everybodys, groups, ours].map(\.path).sorted())
        #expect(hidden(from: 0) == [everybodys, groups, ours].map(\.path).sorted())
        // What another user's program offers to everybody stays.
        #expect(hidden(from: geteuid() + 7) == [groups, ours].map(\.path).sorted())
    }

    @Test func theServicesOwnSocketsAreHiddenWhereverTheyAre() throws {
        let folder = try TemporaryDirectory(in: "/var/tmp")
        let socket = try BoundSocket(folder.path + "/k", mode: 0o666)
        let places = HiddenPlaces(runtimeDirectory: "/srv/run", sockets: [socket.path], user: geteuid() + 7, bound: [])
        #expect(places.sockets == [socket.path])
    }

    @Test func directoriesForSocketsAreEmpty() throws {
        let own = "/run/lock/wayland-0"
        let folder = try TemporaryDirectory()
        let other = try BoundSocket(folder.path + "/wayland-0", mode: 0o666)
        let places = HiddenPlaces(
            runtimeDirectory: "/run/user/7", sockets: [own], bound: ["/run/lock/other", other.path])
        #expect(places.directories.last?.path == "/run/user/7" && places.directories.last?.mode == "0700")
        for path in [folder.path + "/later", "/run/user/7/bus", own, "/run/lock/later"] { #expect(places.hides(path)) }
        for path in ["/run/dbus/system_bus_socket", "/run/systemd/resolve/stub-resolv.conf", "/tmpfile", "/home/a"] {
            #expect(!places.hides(path))
        }
        #expect(places.sockets.allSatisfy { !places.hides($0) })
    }
}

/// A listening socket with a file of some mode.
private final class BoundSocket {
    let path: String
    private let descriptor: CInt

    init(_ path: String, mode: mode_t) throws {
        self.path = path
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isBound && chmod(path, mode) == 0)
    }

    deinit { close(descriptor) }
}
