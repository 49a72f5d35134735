import Mirroring
import Runtime

/// Checks a machine for the DRM backend's requirements and says how to fix what is missing.
struct Doctor {
    let machine: any MachineProbe
    /// The touchscreens of a running service; nil where no service is running.
    var touchscreens: [TouchscreenStatus]?
    /// The renderer of a running service, and the reason; nil where no service is running.
    var renderer: String?
    /// The name of a running service's tools' socket; nil where no service is running.
    var toolsSocket: String?

    func examine() -> [Finding] {
        [cards(), displays(), seat(), permissions(), deviceDatabase(), inputDevices(), runtimeDirectory()]
            + [tools(), graphics(), sound(), television(), xPrograms()] + (touchscreens.map { [glass($0)] } ?? [])
    }

    private func glass(_ touchscreens: [TouchscreenStatus]) -> Finding {
        let detail = touchscreens.isEmpty ? "none" : TouchscreenText.describe(touchscreens)
        return good("touchscreens", detail)
    }

    /// Device nodes that can set modes: those whose card has connectors.
    private var kmsCards: [String] {
        let connectors = connectorNames
        return machine.names(in: "/dev/dri").filter { card in
            card.hasPrefix("card") && connectors.contains { $0.hasPrefix(card + "-") }
        }
    }

    /// Connectors as the kernel lists them, such as `card0-HDMI-A-1`.
    private var connectorNames: [String] {
        machine.names(in: "/sys/class/drm").filter { $0.hasPrefix("card") && $0.contains("-") }
    }

    private func cards() -> Finding {
        let cards = kmsCards
        guard cards.isEmpty else {
            return good("display hardware", cards.map { "/dev/dri/\($0)" }.joined(separator: ", "))
        }
        let nodes = machine.names(in: "/dev/dri").filter { $0.hasPrefix("card") }
        return nodes.isEmpty
            ? missing(
                "display hardware", "no /dev/dri/card*",
                "load the graphics card's kernel driver, and do not boot with nomodeset")
            : missing(
                "display hardware", "\(nodes.joined(separator: ", ")) has no connectors",
                "plug displays into a card that drives some")
    }

    private func displays() -> Finding {
        let connected = connectorNames.filter { machine.text(of: "/sys/class/drm/\($0)/status") == "connected" }
        guard connected.isEmpty else { return good("displays", connected.joined(separator: ", ")) }
        return Finding(
            subject: "displays", verdict: .doubtful, detail: "none connected",
            remedy: "plug one in; the content is parked until then")
    }

    private var isLogindRunning: Bool { machine.exists("/run/systemd/seats") }

    private func seat() -> Finding {
        let seat = machine.seat
        switch seat.seatdSocket {
        case .usable: return good("seat", "seatd")
        case .refused where !seat.isRoot: return missing("seat", "no access to seatd's socket", seat.remedy)
        case .refused, .absent: break
        }
        if isLogindRunning, machine.environment["XDG_SESSION_ID"] != nil { return good("seat", "logind") }
        if seat.isRoot, seat.hasVirtualTerminals { return good("seat", "root, without a seat daemon") }
        return missing("seat", "neither seatd nor a logind session", seat.remedy)
    }

    /// The seat opens the display devices, independent of their permissions.
    private func permissions() -> Finding {
        if seat().verdict == .good { return good("permissions", "the seat opens display devices") }
        let closed = kmsCards.map { "/dev/dri/\($0)" }.filter { !machine.canReadAndWrite($0) }
        let detail =
            closed.isEmpty ? "nothing opens display devices" : "\(closed.joined(separator: ", ")) cannot be opened"
        return missing("permissions", detail, "get a seat (above): it opens them")
    }

    private func deviceDatabase() -> Finding {
        machine.exists("/run/udev/control")
            ? good("udev", "running")
            : missing("udev", "not running", "start systemd-udevd: hotplug does not work without it")
    }

    private func inputDevices() -> Finding {
        let events = machine.names(in: "/dev/input").filter { $0.hasPrefix("event") }
        if !events.isEmpty { return good("input devices", "\(events.count) in /dev/input") }
        return Finding(
            subject: "input devices", verdict: .doubtful, detail: "none in /dev/input",
            remedy: "plug one in, or load the kernel module evdev")
    }

    private func runtimeDirectory() -> Finding {
        do throws(RuntimeDirectoryError) {
            return good("runtime directory", try machine.runtimeDirectory().path)
        } catch {
            return missing("runtime directory", error.problem, error.remedy)
        }
    }

    private func tools() -> Finding {
        let name = toolsSocket ?? "\(RuntimeDirectory.toolsSocket), once kagami runs"
        return good("tools", "WAYLAND_DISPLAY=\(name.printable)")
    }

    private func graphics() -> Finding {
        if let renderer { return good("renderer", renderer) }
        let nodes = machine.names(in: "/dev/dri").filter { $0.hasPrefix("renderD") }.sorted().map { "/dev/dri/\($0)" }
        if nodes.isEmpty { return good("renderer", "the processor: there is no graphics device") }
        let closed = nodes.filter { !machine.canReadAndWrite($0) }
        guard closed.isEmpty else {
            return Finding(
                subject: "renderer", verdict: .doubtful,
                detail: "the processor: \(closed.joined(separator: ", ")) cannot be opened",
                remedy: "add the user to the group render")
        }
        return good("renderer", "\(nodes.joined(separator: ", ")), if a driver of Mesa's draws with it")
    }

    private func sound() -> Finding {
        let directory = machine.environment["PIPEWIRE_RUNTIME_DIR"] ?? machine.environment["XDG_RUNTIME_DIR"] ?? ""
        let remote = machine.environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"
        let socket = remote.hasPrefix("/") ? remote : "\(directory)/\(remote)"
        guard machine.exists(socket) else {
            return Finding(
                subject: "sound", verdict: .good,
                detail: "no PipeWire: sound stays where it is when a display is plugged in",
                remedy: nil)
        }
        let absent = ["pw-dump", "pw-metadata"].filter { find($0) == nil }
        guard absent.isEmpty else {
            return Finding(
                subject: "sound", verdict: .doubtful, detail: "no \(absent.joined(separator: " and no "))",
                remedy: "install pipewire-bin, so that sound can follow the external")
        }
        return good("sound", "PipeWire, at \(socket)")
    }

    private func television() -> Finding {
        let names = machine.names(in: "/dev").filter {
            $0.hasPrefix("cec") && $0.dropFirst(3).allSatisfy(\.isWholeNumber)
        }
        let adapters = names.sorted().map { "/dev/\($0)" }
        guard !adapters.isEmpty else { return good("television", "no HDMI-CEC adapter: it is turned on by hand") }
        let closed = adapters.filter { !machine.canReadAndWrite($0) }
        guard closed.isEmpty else {
            return Finding(
                subject: "television", verdict: .doubtful,
                detail: "\(closed.joined(separator: ", ")) cannot be opened",
                remedy: "add the user to the group video, so that a television can be turned on")
        }
        return good("television", "HDMI-CEC, at \(adapters.joined(separator: ", "))")
    }

    private func xPrograms() -> Finding {
        if let path = find("Xwayland") { return good("X programs", "Xwayland, at \(path)") }
        return Finding(
            subject: "X programs", verdict: .doubtful, detail: "no Xwayland: they find no display",
            remedy: "install xwayland, if there are any")
    }

    /// The path of a program; nil if it is not installed.
    private func find(_ program: String) -> String? {
        let folders = (machine.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(program)" }.first(where: machine.exists)
    }

    private func good(_ subject: String, _ detail: String) -> Finding {
        Finding(subject: subject, verdict: .good, detail: detail, remedy: nil)
    }

    private func missing(_ subject: String, _ detail: String, _ remedy: String) -> Finding {
        Finding(subject: subject, verdict: .missing, detail: detail, remedy: remedy)
    }
}
