import Mirroring
import Runtime

/// The keyboard layouts that this machine has: files in the folders in which libxkbcommon looks for them.
struct KeyboardLayouts {
    /// Debian's folder of layouts.
    static let usual = "/usr/share/X11/xkb"

    private let folders: [String]

    init(environment: [String: String] = Environment.current) {
        let home = environment["HOME"]
        folders = [
            environment["XDG_CONFIG_HOME"].map { $0 + "/xkb" } ?? home.map { $0 + "/.config/xkb" },
            home.map { $0 + "/.xkb" }, environment["XKB_CONFIG_EXTRA_PATH"] ?? "/etc/xkb",
            environment["XKB_CONFIG_ROOT"] ?? Self.usual,
        ].compactMap(\.self).map { $0 + "/symbols" }
    }

    /// The first of the comma-separated layouts that no folder has; nil for none, and on a machine without layouts.
    func unknown(in layouts: String) -> String? {
        guard folders.contains(where: FilePath.exists) else { return nil }
        return layouts.split(separator: ",").map(String.init).first { name in
            name.contains("/") || !folders.contains { FilePath.exists($0 + "/" + name) }
        }
    }
}
