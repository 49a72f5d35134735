import Glibc
import Testing

@testable import Runtime

@Suite struct PrivateDirectoryTests {
    private let path = "/tmp/kagami-private-\(getpid())"

    @Test func goesWithAllThatIsInIt() throws {
        let outside = path + "-outside"
        #expect(mkdir(outside, 0o700) == 0)
        close(open(outside + "/kept", O_CREAT | O_WRONLY, 0o600))
        defer {
            unlink(outside + "/kept")
            rmdir(outside)
        }
        // What a killed service left there, a file or a folder, is replaced.
        close(open(path, O_CREAT | O_WRONLY, 0o600))
        for _ in 0..<2 {
            let directory = try PrivateDirectory(path)
            var status = stat()
            #expect(lstat(path, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o700)
            #expect(mkdir(path + "/a", 0o700) == 0 && mkdir(path + "/a/b", 0o700) == 0)
            close(open(path + "/a/b/file", O_CREAT | O_WRONLY, 0o600))
            #expect(symlink(outside, path + "/link") == 0)
            withExtendedLifetime(directory) {}
        }
        #expect(access(path, F_OK) != 0)
        // No link is followed.
        #expect(access(outside + "/kept", F_OK) == 0)
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: RuntimeError.self) { try PrivateDirectory("/nonexistent/folder") }
    }
}
