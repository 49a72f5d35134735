import Glibc
import Mirroring

/// The sections on the machine, which need no service.
struct MachineReport {
    let machine: any MachineProbe

    var sections: [ReportSection] {
        [
            ReportSection("system") { system },
            ReportSection("environment") { environment },
            ReportSection("doctor") { DoctorCommand.describe(Doctor(machine: machine).examine()) },
            ReportSection("connectors") { connectors },
            ReportSection("input devices") { try inputDevices() },
        ]
    }

    private var system: String {
        func first(_ files: String...) -> String { files.lazy.compactMap(machine.text).first ?? "unknown" }
        let release = machine.text(of: "/etc/os-release")?.firstMatch(of: /PRETTY_NAME="([^"]*)"/)?.1
        return TextTable.lay([
            ["kernel", first("/proc/sys/kernel/osrelease")],
            ["architecture", Self.architecture],
            ["distribution", release.map(String.init) ?? "unknown"],
            ["model", first("/proc/device-tree/model", "/sys/class/dmi/id/product_name")],
            ["maker", first("/sys/class/dmi/id/sys_vendor")],
            [
                "memory",
                machine.text(of: "/proc/meminfo")?.firstMatch(of: /MemTotal: (\d+ kB)/).map { String($0.1) }
                    ?? "unknown",
            ],
            ["kernel options", kernelOptions],
            ["graphics drivers", drivers],
        ])
    }

    private static var architecture: String {
        var names = utsname()
        guard uname(&names) == 0 else { return "unknown" }
        return withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The kernel's options about displays; others may hold passwords.
    private var kernelOptions: String {
        let words = (machine.text(of: "/proc/cmdline") ?? "").split(separator: " ")
        let drivers = ["drm", "i915", "xe", "amdgpu", "radeon", "nouveau", "nvidia-drm", "vc4", "simpledrm"]
        let shown = words.filter { word in
            word == "nomodeset" || word.hasPrefix("video=") || drivers.contains { word.hasPrefix($0 + ".") }
        }
        return shown.isEmpty ? "none about displays" : shown.joined(separator: " ")
    }

    private var drivers: String {
        let cards = machine.names(in: "/sys/class/drm").filter { $0.wholeMatch(of: /card\d+/) != nil }
        let named = cards.map { card in
            let facts = machine.text(of: "/sys/class/drm/\(card)/device/uevent") ?? ""
            return "\(card) \(facts.firstMatch(of: /DRIVER=(\S+)/).map { String($0.1) } ?? "unknown")"
        }
        return named.isEmpty ? "none" : named.joined(separator: ", ")
    }

    private var environment: String {
        let shown = machine.environment.filter { name, _ in
            Self.variables.contains(name) || Self.prefixes.contains(where: name.hasPrefix)
        }
        return shown.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
    }

    /// The variables that Kagami reads, and the libraries with which it draws and reads devices.
    private static let variables: Set = [
        "KAGAMI_LOG", "KAGAMI_SOCKET", "LANG", "LANGUAGE", "LIBSEAT_BACKEND", "SEATD_SOCK", "SEATD_VTBOUND",
        "WAYLAND_DISPLAY", "WAYLAND_DEBUG", "DISPLAY", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_SEAT",
        "XDG_SESSION_TYPE",
        "XDG_SESSION_CLASS", "XDG_VTNR", "XCURSOR_SIZE", "XCURSOR_THEME",
    ]
    private static let prefixes = ["EGL_", "GALLIUM_", "GBM_", "LC_", "LIBGL_", "MESA_", "XKB_DEFAULT_"]

    private var connectors: String {
        let names = machine.names(in: "/sys/class/drm").filter { $0.hasPrefix("card") && $0.contains("-") }
        return names.map { name in
            let folder = "/sys/class/drm/\(name)"
            let status = machine.text(of: "\(folder)/status") ?? "unknown"
            let modes = (machine.text(of: "\(folder)/modes") ?? "").split(separator: " ").prefix(8)
            let list = modes.isEmpty ? "" : ", modes \(modes.joined(separator: " "))"
            let data = machine.bytes(of: "\(folder)/edid").flatMap { $0.isEmpty ? nil : $0 }
            let display = data.map { "\n" + ReportedEDID($0).text } ?? ""
            return "\(name) \(status)\(list)\(display)"
        }.joined(separator: "\n")
    }

    /// The kernel's list of input devices, without physical paths and unique numbers.
    private func inputDevices() throws -> String {
        let file = "/proc/bus/input/devices"
        guard let bytes = machine.bytes(of: file) else { throw CommandFailure("cannot read \(file)") }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line -> String? in
            switch line.prefix(3) {
            case "I: ": "\(line.dropFirst(3))"
            case "N: ", "H: ", "B: ": "    \(line.dropFirst(3))"
            default: nil
            }
        }
        return lines.joined(separator: "\n")
    }
}
