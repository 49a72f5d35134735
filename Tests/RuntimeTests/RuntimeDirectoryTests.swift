import Glibc
import Testing

@testable import Runtime

@Suite struct RuntimeDirectoryTests {
    @Test func theVariableLeadsThere() throws {
        #expect(
            try RuntimeDirectory(environment: ["XDG_RUNTIME_DIR": "/run/user/7"], isRoot: true).path == "/run/user/7")
    }

    @Test func rootNeedsNone() throws {
        #expect(try RuntimeDirectory(environment: [:], isRoot: true).path == "/run/kagami")
        #expect(try RuntimeDirectory(environment: ["XDG_RUNTIME_DIR": ""], isRoot: true).path == "/run/kagami")
    }

    @Test func othersNeedOne() {
        #expect(throws: RuntimeDirectoryError.notSet) { try RuntimeDirectory(environment: [:], isRoot: false) }
    }

    @Test(arguments: [true, false])
    func aRelativeOneIsRefused(isRoot: Bool) {
        #expect(throws: RuntimeDirectoryError.relative("run")) {
            try RuntimeDirectory(environment: ["XDG_RUNTIME_DIR": "run"], isRoot: isRoot)
        }
    }

    @Test func onlyTheUsersOwnIsTaken() throws {
        try withFolder { folder, directory in
            try directory.prepare()
            for mode: mode_t in [0o720, 0o702, 0o777, 0o1777] {
                #expect(chmod(folder, mode) == 0)
                #expect(throws: RuntimeDirectoryError.open(folder, mode: mode)) { try directory.prepare() }
            }
            #expect(chmod(folder, 0o755) == 0)
            try directory.prepare()
            #expect(throws: RuntimeDirectoryError.foreign(folder, owner: geteuid())) {
                try directory.prepare(user: geteuid() + 1)
            }
        }
    }

    @Test func whatIsNotThereOrNoFolderIsRefused() throws {
        for path in ["/nonexistent/folder", "/dev/null"] {
            let directory = try RuntimeDirectory(environment: ["XDG_RUNTIME_DIR": path])
            let error = #expect(throws: RuntimeDirectoryError.self) { try directory.prepare() }
            #expect(error?.description.contains(path) == true)
        }
    }

    @Test(arguments: [
        RuntimeDirectoryError.notSet, .relative("a"), .foreign("/a", owner: 7), .open("/a", mode: 0o777),
        .unusable(RuntimeError("look at", "/a", errorNumber: ENOENT)),
    ])
    func errorsAreOneLineWithARemedy(error: RuntimeDirectoryError) {
        #expect(!error.description.contains("\n"))
        #expect(error.description.hasSuffix(error.remedy))
    }

    private func withFolder(_ body: (String, RuntimeDirectory) throws -> Void) throws {
        var template = Array("/tmp/kagami-runtime-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(folder) }
        try body(folder, RuntimeDirectory(environment: ["XDG_RUNTIME_DIR": folder]))
    }
}
