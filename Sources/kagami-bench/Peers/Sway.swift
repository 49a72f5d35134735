import Foundation

/// sway on one headless 3840x2160 output, composed by pixman, with a single client.
///
/// `-Dnoscanout` stops sway from handing the client's buffer to the output without composing anything.
struct Sway {
    let host: MeasuredProcess

    /// The installed program; nil if there is none.
    static var program: URL? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(fileURLWithPath: "\($0)/sway") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    init(_ program: URL, client: [String]) throws {
        host = try MeasuredProcess()
        do {
            try Self.start(program, client: client, on: host)
        } catch {
            host.stop()
            throw error
        }
    }

    private static func start(_ program: URL, client: [String], on host: MeasuredProcess) throws {
        let script = host.folder.appendingPathComponent("client")
        let words = client.map { "'\($0.replacingOccurrences(of: "'", with: #"'\''"#))'" }
        try Data("#!/bin/sh\nexec \(words.joined(separator: " "))\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        let configuration = host.folder.appendingPathComponent("sway.conf")
        let lines = [
            "xwayland disable", "output HEADLESS-1 mode --custom 3840x2160@60Hz", "default_border none",
            "exec \(script.path)",
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: configuration)
        let command = try unprivileged(
            [program.path, "-Dnoscanout", "--config", configuration.path], in: host.folder)
        try host.start(
            URL(fileURLWithPath: command[0]), Array(command.dropFirst()),
            environment: [
                "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                "WAYLAND_DISPLAY": nil, "DISPLAY": nil,
            ])
    }

    /// The command as a user other than root, because sway refuses to run as root; the folder then belongs to that user.
    private static func unprivileged(_ command: [String], in folder: URL) throws -> [String] {
        guard getuid() == 0 else { return command }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for path in [folder.path] + files.map({ "\(folder.path)/\($0)" }) {
            guard chown(path, nobody, nobody) == 0 else {
                throw BenchError("give away \(path)", String(cString: strerror(errno)))
            }
        }
        // A change of user clears the request to end with this program, so it is made again.
        return [
            "/usr/bin/env", "setpriv", "--pdeathsig=TERM", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups",
        ]
            + command
    }

    private static let nobody: uid_t = 65_534
}
