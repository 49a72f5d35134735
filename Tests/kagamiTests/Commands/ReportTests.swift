import Control
import Geometry
import TestSupport
import Testing

@testable import KagamiCommands
@testable import Mirroring

@Suite struct ReportTests {
    private let redaction = Redaction(
        home: "/srv/people/ada", user: "ada", host: "engine", names: ["Dear diary", "SN-12345"])

    @Test func namesOfPeopleAndMachinesAreReplaced() {
        for (text, clean) in [
            ("/srv/people/ada/.config/kagami", "~/.config/kagami"),
            ("open /home/bob/film.mkv: no", "open /home/USER/film.mkv: no"),
            ("ada at engine, ada@engine.lan", "USER at HOST, USER@HOST.lan"),
            ("an adapter, adaptive, Canada, engineer, engines", "an adapter, adaptive, Canada, engineer, engines"),
            ("title=Dear diary [Wayland]", "title=NAME [Wayland]"), ("xSN-12345x", "xNAMEx"), ("", ""), ("ada", "USER"),
            ("adaada ada_ada ada", "adaada ada_ada USER"),
        ] { #expect(redaction.clean(text) == clean) }
    }

    @Test func namesThatAreNobodysStay() {
        let redaction = Redaction(home: "/", user: "root", host: "localhost", names: ["sh", ""])
        #expect(redaction.clean("/etc: root on localhost in sh") == "/etc: root on localhost in sh")
    }

    /// Secrets in every place that the service reports, and in random places of a log.
    @Test(arguments: Effort.seeds(sample: 50, torture: 5000))
    func noSecretIsLeft(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (title, other, serial) = ("Dear\tdiary \(seed)", "My \"secret\" \(seed)", "SERIAL\(seed)X")
        let facts = Self.facts(title: title, other: other, serial: serial)
        let words = ["kagami.kms:", title, other, serial, "/srv/people/ada/x", "ada", "engine", "reason=no"]
        let log = (0..<20).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined(separator: " ")
        let redaction = Redaction(home: "/srv/people/ada", user: "ada", host: "engine", names: facts.names)
        let report = Report(
            sections: ServiceReport(facts: facts, withNames: false).sections + [ReportSection("log") { log }],
            redaction: redaction)
        let text = report.text
        for secret in ["diary", "secret", "SERIAL", "hunter2", "/srv/people", "ada ", "engine"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains("mirroring") && text.contains("foot") && text.contains("1920"))
    }

    @Test func namesStayWhereTheyAreWanted() {
        let facts = Self.facts(title: "Dear diary", other: "other title", serial: "SERIAL")
        let report = Report(
            sections: ServiceReport(facts: facts, withNames: true).sections,
            redaction: Redaction(home: nil, user: nil, host: nil, names: []))
        for name in ["Dear diary", "other title", "SERIAL"] { #expect(report.text.contains(name)) }
        #expect(!report.text.contains("hunter2"))
    }

    @Test func partsThatCannotBeHadSayWhy() {
        let failure = CommandFailure("kagami is not running")
        let facts = ServiceFacts(
            status: .failure(failure), outputs: .failure(failure), windows: .failure(failure),
            configuration: .failure(failure))
        #expect(facts.names == [])
        let text = Report(sections: ServiceReport(facts: facts, withNames: false).sections, redaction: redaction).text
        #expect(text.matches(of: /\(not available: kagami is not running\)/).count == 6)
    }

    @Test func textsOfTheConfigurationAreShownOnlyIfTheyArePlain() {
        let report = ConfigurationReport(
            files: ["/etc/kagami.toml", "/etc/extra.toml"],
            values: [
                ("panel.command", .list([.text("/usr/bin/foot"), .text("-e"), .text("hunter2")])),
                ("menu.sizes", .list([.number(0.5)])), ("external.mode", .text("1920x1080@60")),
                ("hud.layout", .text("/srv/layout of mine.toml")), ("display[0].serial", .text("X1")),
                ("window_rule[0].title", .text("diary")), ("idle.blank_after_s", .integer(5)),
            ].map { ConfigurationReport.Entry(key: $0, value: $1, source: .file, file: "/etc/extra.toml", line: 3) } + [
                ConfigurationReport.Entry(key: "panel.scale", value: .number(1), source: .builtIn, line: nil)
            ])
        #expect(
            ReportedConfiguration.describe(report) == """
                files: /etc/kagami.toml, /etc/extra.toml
                panel.command         ["foot", (2 words left out)]  extra.toml:3
                menu.sizes            [0.5]                         extra.toml:3
                external.mode         "1920x1080@60"                extra.toml:3
                hud.layout            (24 characters left out)      extra.toml:3
                display[0].serial     (2 characters left out)       extra.toml:3
                window_rule[0].title  (5 characters left out)       extra.toml:3
                idle.blank_after_s    5                             extra.toml:3
                """)
    }

    @Test func serialNumbersAreClearedInEDIDs() {
        var base = [UInt8](repeating: 0x11, count: 128)
        base.replaceSubrange(12..<16, with: [1, 2, 3, 4])
        base.replaceSubrange(72..<90, with: [0, 0, 0, 0xFF, 0] + Array("HUNTER2\n     ".utf8))
        base.replaceSubrange(90..<108, with: [0, 0, 0, 0xFC, 0] + Array("Model\n       ".utf8))
        var cta = [UInt8](repeating: 0, count: 128)
        cta.replaceSubrange(0..<4, with: [2, 3, 10, 0])
        cta.replaceSubrange(28..<46, with: [0, 0, 0, 0xFF, 0] + Array("HUNTER2\n     ".utf8))
        let displayID = [0x70] + [UInt8](repeating: 0x41, count: 127)
        let blocks = [base, cta].map { block in
            var block = block
            block[127] = 0
            block[127] = 0 &- block.reduce(0, &+)
            return block
        }
        let text = ReportedEDID(blocks[0] + blocks[1] + displayID + [1]).text
        let digits = text.split(separator: "\n").filter { !$0.contains("block") }
        let bytes = digits.joined().filter { $0 != " " }
        let hunter = "48554e54455232"
        #expect(!bytes.contains(hunter))
        #expect(bytes.contains("4d6f64656c"))
        #expect(bytes.count == 512)
        #expect(Array(bytes)[24..<32].allSatisfy { $0 == "0" })
        #expect(text.contains("block 2: left out, kind 70") && text.contains("block 3: incomplete"))
        // Whoever decodes it finds sound blocks.
        let numbers = stride(from: 0, to: 512, by: 2).compactMap { UInt8(String(Array(bytes)[$0..<$0 + 2]), radix: 16) }
        #expect(numbers.prefix(128).reduce(0, &+) == 0 && numbers.suffix(128).reduce(0, &+) == 0)
    }

    @Test func devicesAreToldWithoutTheirNumbers() throws {
        var machine = DoctorTests.FakeMachine()
        machine.texts["/proc/bus/input/devices"] =
            "I: Bus=0003 Vendor=1\nN: Name=\"Glass\"\nP: Phys=usb-1\nS: Sysfs=/d\nU: Uniq=AA:BB\nH: Handlers=event1\n\n"
        machine.texts["/proc/cmdline"] = "root=/dev/sda secret=1 video=HDMI-A-1:1920x1080 i915.fastboot=1"
        machine.texts["/sys/class/drm/card0/device/uevent"] = "DRIVER=i915 PCI_ID=1"
        let text = Report(sections: MachineReport(machine: machine).sections, redaction: redaction).text
        #expect(text.contains("Bus=0003 Vendor=1\n    Name=\"Glass\"\n    Handlers=event1"))
        #expect(!text.contains("AA:BB") && !text.contains("usb-1") && !text.contains("secret"))
        #expect(text.contains("video=HDMI-A-1:1920x1080 i915.fastboot=1") && text.contains("card0 i915"))
        #expect(text.contains("card0-DSI-1 connected\ncard0-HDMI-A-1 disconnected"))
    }

    @Test func ofTheJournalOnlyKagamisOwnLinesAreTaken() throws {
        let line = "content placed on=DSI-1 [notice kagami.topology 2026-11-23T11:53:42+0000]"
        let output = CapturedProgram.Output(text: "foot: hunter2\n\(line)\nhint: [notice kagami no]\n", status: 0)
        #expect(try ServiceLog.ownLines(of: output) == line)
        let error = #expect(throws: CommandFailure.self) {
            try ServiceLog.ownLines(of: CapturedProgram.Output(text: "No journal files were found.\n", status: 1))
        }
        #expect(error?.description == "journalctl ended with 1: No journal files were found.")
    }

    @Test func programsAreCaptured() throws {
        #expect(
            try CapturedProgram.run(["sh", "-c", "echo one; echo two >&2; exit 3"])
                == CapturedProgram.Output(text: "one\ntwo\n", status: 3))
        let long = try CapturedProgram.run(["sh", "-c", "yes | head -c 300000"])
        #expect(long.text.utf8.count == 300_000)
        let error = #expect(throws: CommandFailure.self) { try CapturedProgram.run(["kagami-no-such-program"]) }
        #expect(error?.description == "there is no program kagami-no-such-program")
    }

    private static func facts(title: String, other: String, serial: String) -> ServiceFacts {
        var status = ServiceStatus()
        status.screens.state = .mirroring
        status.applications.content = ContentStatus(
            appID: "foot", title: title, width: 1920, height: 1080, on: .external)
        status.applications.panelApplication = ContentStatus(appID: nil, title: other, width: 1, height: 1, on: .panel)
        status.overlays.menu = MenuStatus(
            entries: [
                MenuStatus.Entry(
                    item: "window-1", name: title, value: other, isAvailable: true, isFocused: false,
                    frame: Rect(x: 0, y: 0, width: 1, height: 1))
            ])
        let output = OutputStatus(
            OutputDescription(
                id: OutputID("DP-1"), connector: .displayPort, isConnected: true,
                identity: DisplayIdentity(make: "DEL", model: "U2720Q", serial: serial)),
            role: .external, currentMode: nil)
        let window = WindowStatus(
            application: .content, appID: "foot", title: title, hasKeyboard: true, isMinimized: false, isUrgent: false)
        let configuration = ConfigurationReport(
            files: ["/srv/people/ada/kagami.toml"],
            values: [
                ConfigurationReport.Entry(
                    key: "panel.command", value: .list([.text("foot"), .text("hunter2")]), source: .commandLine,
                    line: nil)
            ])
        return ServiceFacts(
            status: .success(status), outputs: .success(OutputsRequest.Reply([output])), windows: .success([window]),
            configuration: .success(configuration))
    }
}
