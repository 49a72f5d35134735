import Glibc
import Mirroring
import Testing

@testable import KagamiCommands
@testable import Runtime
@testable import kagami

@Suite struct DoctorTests {
    /// A machine as its test wants it.
    struct FakeMachine: MachineProbe {
        var environment = ["XDG_RUNTIME_DIR": "/run/user/7", "XDG_SESSION_ID": "3"]
        var seat = SeatSurroundings(
            chosenBackend: nil, isRoot: false, seatdSocket: .absent, hasVirtualTerminals: true)
        var directories = [
            "/dev/dri": ["by-path", "card0", "renderD128"], "/dev/input": ["event0", "event1", "mice"],
            "/sys/class/drm": ["card0", "card0-DSI-1", "card0-HDMI-A-1", "renderD128"],
        ]
        var texts = [
            "/sys/class/drm/card0-DSI-1/status": "connected", "/sys/class/drm/card0-HDMI-A-1/status": "disconnected",
        ]
        var files: Set<String> = [
            "/run/udev/control", "/run/systemd/seats", "/run/user/7", "/dev/dri/renderD128",
            "/usr/bin/Xwayland",
        ]

        func names(in directory: String) -> [String] { directories[directory] ?? [] }
        func text(of file: String) -> String? { texts[file] }
        func bytes(of file: String) -> [UInt8]? { texts[file].map { Array($0.utf8) } }
        func exists(_ path: String) -> Bool { files.contains(path) }
        func canReadAndWrite(_ path: String) -> Bool { files.contains(path) }
        func runtimeDirectory() throws(RuntimeDirectoryError) -> RuntimeDirectory {
            let directory = try RuntimeDirectory(environment: environment, isRoot: false)
            if !exists(directory.path) { throw .unusable(RuntimeError("look at", directory.path, errorNumber: ENOENT)) }
            return directory
        }
    }

    private func verdicts(_ machine: FakeMachine) -> [String: Finding.Verdict] {
        let findings = Doctor(machine: machine).examine()
        #expect(findings.allSatisfy { ($0.verdict == .good) == ($0.remedy == nil) })
        return Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0.verdict) })
    }

    @Test func healthyMachineLacksNothing() {
        #expect(Set(verdicts(FakeMachine()).values) == [.good])
    }

    @Test func xProgramsNeedXwayland() {
        var machine = FakeMachine()
        machine.files.remove("/usr/bin/Xwayland")
        #expect(verdicts(machine)["X programs"] == .doubtful)
        machine.environment["PATH"] = "/opt/bin:/usr/local/bin"
        machine.files.insert("/usr/local/bin/Xwayland")
        #expect(verdicts(machine)["X programs"] == .good)
    }

    @Test func cardsWithoutConnectorsAreNoDisplayHardware() {
        var machine = FakeMachine()
        machine.directories["/sys/class/drm"] = ["card0", "card1-DP-1"]
        #expect(verdicts(machine)["display hardware"] == .missing)
        machine.directories["/dev/dri"] = nil
        #expect(verdicts(machine)["display hardware"] == .missing)
    }

    @Test func nothingPluggedInIsNoHindrance() {
        var machine = FakeMachine()
        machine.texts = [:]
        machine.directories["/dev/input"] = nil
        let verdicts = verdicts(machine)
        #expect(verdicts["displays"] == .doubtful)
        #expect(verdicts["input devices"] == .doubtful)
        #expect(!verdicts.values.contains(.missing))
    }

    @Test func seatComesFromSeatdLogindOrRoot() {
        var machine = FakeMachine()
        machine.environment["XDG_SESSION_ID"] = nil
        #expect(verdicts(machine)["seat"] == .missing)
        #expect(verdicts(machine)["permissions"] == .missing)
        machine.seat.seatdSocket = .refused
        #expect(verdicts(machine)["seat"] == .missing)
        machine.seat.seatdSocket = .usable
        #expect(verdicts(machine)["seat"] == .good)
        machine.seat.seatdSocket = .absent
        machine.seat.isRoot = true
        #expect(verdicts(machine)["seat"] == .good)
        machine.seat.hasVirtualTerminals = false
        #expect(verdicts(machine)["seat"] == .missing)
    }

    @Test func udevAndTheRuntimeDirectoryAreNeeded() {
        var machine = FakeMachine()
        machine.files = []
        #expect(verdicts(machine)["udev"] == .missing)
        #expect(verdicts(machine)["runtime directory"] == .missing)
        machine.environment["XDG_RUNTIME_DIR"] = nil
        #expect(verdicts(machine)["runtime directory"] == .missing)
    }

    @Test func theToolsSocketIsNamed() {
        func detail(_ name: String?) -> String? {
            Doctor(machine: FakeMachine(), toolsSocket: name).examine().first { $0.subject == "tools" }?.detail
        }
        #expect(detail("/run/a/kagami-tools") == "WAYLAND_DISPLAY=/run/a/kagami-tools")
        #expect(detail(nil)?.contains("kagami-tools") == true)
    }

    @Test func touchscreensOfARunningServiceAreListed() {
        var doctor = Doctor(machine: FakeMachine())
        #expect(!doctor.examine().contains { $0.subject == "touchscreens" })
        doctor.touchscreens = [
            TouchscreenStatus(name: "ft5x06", path: nil, output: OutputID("DSI-1"), reason: .match(.bus)),
            TouchscreenStatus(name: "eGalax", path: nil, output: nil, reason: .property),
        ]
        let finding = doctor.examine().last { $0.subject == "touchscreens" }
        #expect(finding?.verdict == .good)
        #expect(
            finding?.detail == """
                ft5x06 on DSI-1 (same bus), eGalax on no display (by its udev property, which names a display that is not \
                connected)
                """)
    }

    @Test func theRendererIsThatOfTheServiceOrOfTheMachine() {
        var machine = FakeMachine()
        machine.files.remove("/dev/dri/renderD128")
        func finding(_ renderer: String? = nil) -> Finding? {
            Doctor(machine: machine, renderer: renderer).examine().first { $0.subject == "renderer" }
        }
        #expect(finding()?.verdict == .doubtful)
        #expect(finding()?.detail == "the processor: /dev/dri/renderD128 cannot be opened")
        machine.files.insert("/dev/dri/renderD128")
        #expect(finding()?.verdict == .good)
        #expect(finding("gles: V3D 4.2")?.detail == "gles: V3D 4.2")
        machine.directories["/dev/dri"] = ["card0"]
        #expect(finding()?.detail == "the processor: there is no graphics device")
    }

    @Test func soundFollowsWherePipeWireAndItsCommandsAre() {
        var machine = FakeMachine()
        func finding() -> Finding? { Doctor(machine: machine).examine().first { $0.subject == "sound" } }
        machine.environment = ["XDG_RUNTIME_DIR": "/run/user/1000", "PATH": "/usr/local/bin:/usr/bin"]
        #expect(finding()?.detail.hasPrefix("no PipeWire") == true)
        machine.files.insert("/run/user/1000/pipewire-0")
        #expect(finding()?.verdict == .doubtful)
        machine.files.formUnion(["/usr/bin/pw-dump", "/usr/local/bin/pw-metadata"])
        #expect(finding()?.verdict == .good)
    }

    @Test func televisionsAreSwitchedWhereAdaptersCanBeOpened() {
        var machine = FakeMachine()
        func finding() -> Finding? { Doctor(machine: machine).examine().first { $0.subject == "television" } }
        #expect(finding()?.detail == "no HDMI-CEC adapter: it is turned on by hand")
        machine.directories["/dev"] = ["cec1", "cec0", "cecil"]
        #expect(finding()?.verdict == .doubtful)
        #expect(finding()?.detail == "/dev/cec0, /dev/cec1 cannot be opened")
        machine.files.formUnion(["/dev/cec0", "/dev/cec1"])
        #expect(finding()?.detail == "HDMI-CEC, at /dev/cec0, /dev/cec1")
    }

    @Test func findingsReadAsLines() {
        var machine = FakeMachine()
        machine.directories["/dev/dri"] = nil
        let lines = DoctorCommand.describe(Doctor(machine: machine).examine()).split(separator: "\n")
        #expect(lines.count == 12)
        #expect(lines[0].hasPrefix("display hardware   missing  no /dev/dri/card*: load "))
        #expect(lines[2] == "seat               good     logind")
    }
}
