import Control
import Foundation
import Geometry
import Mirroring
import Testing
import TestSupport

@testable import ConfigurationFiles
@testable import KagamiCommands
@testable import kagami

@Suite struct LoadedConfigurationTests {
    /// Something else than the default for every key.
    private static let everything = """
        [application]
        trusted = false
        control = "status"
        failed_text = "Please ask"
        outputs = 2
        [panel]
        trusted = false
        control = "status"
        command = ["foot", "-e", "a \\"b\\""]
        output = "DSI-2"
        transform = "270"
        scale = 1.5
        wait_ms = 0
        dark_after_s = 60
        [external]
        output = "DP-1"
        policy = "first"
        arrange = "one"
        row = ["DP-2", "DP-1"]
        mode = "3840x2160@59.94"
        transform = "90"
        scale = 2
        enabled = false
        hold_ms = 800
        remember = false
        [controller]
        bar_color = "#0a2030"
        maximum_scale = 0.75
        touch_discs = false
        [keyboard]
        layout = "de"
        variant = "nodeadkeys"
        options = "ctrl:nocaps"
        model = "pc105"
        repeat_rate = 30
        numlock = true
        repeat_delay_ms = 300
        [pip]
        source = "window:mpv"
        corner = "top-left"
        size = 0.3
        minimum_size = 0.15
        maximum_size = 0.7
        sizes = [0.2, 0.4]
        margin = 8
        interaction = "forward"
        animation_ms = 100
        reduced_motion = true
        rate = 20
        updates = "on-demand"
        ask_for_size = true
        camera_player = "player {device}"
        auto_start = true
        auto_stop = 2.5
        start_timeout_ms = 4000
        restore_timeout_ms = 900
        playback_timeout_ms = 800
        [hud]
        layout = "/etc/kagami/bar.toml"
        show = "panel-bottom"
        height = 50
        over_fullscreen = true
        comment_seconds = 30
        [menu]
        edge = "left"
        place = 0.25
        handle_mm = 20
        handle = "always"
        launcher = true
        scan_ms = 1500
        [interface]
        language = "ja"
        contrast = "high"
        size = 1.5
        hints = false
        motion = false
        [presenting]
        timer_minutes = 20
        next_key = "right"
        previous_key = "left"
        clear_on_page = true
        [bindings]
        pip_toggle = "ctrl+alt+f1"
        pip_restore = "none"
        pip_hide = "space"
        pip_play_pause = "meta+1"
        [idle]
        blank_after_s = 90
        dim_after_s = 30
        dim_percent = 20
        panel_off_after_s = 40
        external_off_after_s = 50
        command_after_s = 60
        command = ["systemctl", "suspend"]
        hint_after_s = 70
        [lock]
        command = "swaylock -f"
        [renderer]
        use = "gles"
        [[binding]]
        keys = "meta+t"
        command = ["foot", "-e", "top"]
        [[content_key]]
        keys = "meta+right"
        sends = "pagedown"
        [[menu_entry]]
        name = "Lights"
        command = ["lights", "on"]
        [[menu_entry]]
        name = "Poweroff"
        command = "systemctl poweroff"
        [[window_rule]]
        app_id = "mpv"
        title = "* - *"
        fullscreen = true
        focus = false
        scale = 1.5
        [[window_rule]]
        title = "Notes"
        fill = false
        above = true
        panel = true
        [[display]]
        connector = "HDMI-A-*"
        make = "SAM"
        model = "Odyssey *"
        serial = "H4ZR"
        size_mm = "600x340"
        role = "external"
        mode = "2560x1440@120"
        scale = 1.25
        transform = "90"
        [[display]]
        make = "VSC"
        role = "spare"
        command = "foot --title 'a b'"
        [[device]]
        name = "Touch"
        output = "panel"
        [pointer]
        hide = 5
        theme = "Adwaita"
        size = 32
        accel_speed = -0.5
        accel_profile = "flat"
        natural_scroll = true
        left_handed = true
        middle_emulation = true
        scroll_method = "button"
        scroll_button = "back"
        [touchpad]
        accel_profile = "adaptive"
        scroll_method = "two-finger"
        scroll_button = 279
        tap = false
        drag = true
        drag_lock = true
        disable_while_typing = false
        click_method = "clickfinger"
        [[device]]
        name = "Pad"
        output = "external"
        accel_speed = 1
        tap = true
        layout = "us"
        variant = "dvorak"
        options = "compose:caps"
        model = "pc104"
        """

    /// The listing as a file.
    private static func file(of configuration: Configuration) -> String {
        var tables: Set<Substring> = []
        return ConfigurationListing.values(of: configuration).filter { $0.value != .none }.map { key, value in
            if key.hasPrefix("content_key.") {
                return "[[content_key]]\nkeys = \"\(key.dropFirst(12))\"\nsends = \(value.toml)\n"
            }
            if key.hasPrefix("binding.") {
                return "[[binding]]\nkeys = \"\(key.dropFirst(8))\"\ncommand = \(value.toml)\n"
            }
            let parts = key.split(separator: ".")
            guard let bracket = parts[0].firstIndex(of: "[") else { return "\(key) = \(value.toml)\n" }
            let header = tables.insert(parts[0]).inserted ? "[[\(parts[0][..<bracket])]]\n" : ""
            return "\(header)\(parts[1]) = \(value.toml)\n"
        }.joined()
    }

    @Test func theListingIsTheConfiguration() throws {
        let configuration = try ConfigurationParser.parse(Self.everything, file: "f")
        #expect(try ConfigurationParser.parse(Self.file(of: configuration), file: "listing") == configuration)
        #expect(try ConfigurationParser.parse(Self.file(of: Configuration()), file: "listing") == Configuration())
    }

    @Test func everyKeyThatTheFileMayHaveIsListed() throws {
        let sections = [
            "application", "panel", "external", "controller", "keyboard", "screen_keyboard", "pip", "hud", "menu",
            "interface", "pointer", "touchpad", "presenting", "bindings", "renderer", "idle", "lock", "kiosk", "sound",
            "cec",
            "hooks",
        ]
        let text = sections.map { "[\($0)]\n" }.joined()
        let asked = try ConfigurationParser.keys(
            askedFor: text + "[[menu_entry]]\nname = \"a\"\ncommand = \"b\"\n[[device]]\nname = \"a\"\noutput = \"b\"\n"
                + "[[window_rule]]\napp_id = \"a\"\nabove = true\n"
                + "[[display]]\nmake = \"a\"\nscale = 2\n"
        )
        var configuration = Configuration()
        configuration.devices = [DeviceRule(name: "a", output: "b")]
        configuration.menu.commands = [MenuCommand(name: "a", command: ["b"])]
        configuration.windowRules = [WindowRule(appID: TextPattern("a"), WindowEffects(isAbove: true))]
        configuration.displays = [DisplayRule(make: TextPattern("a"), settings: DisplaySettings(scale: Scale(2)))]
        let listed = Set(ConfigurationListing.values(of: configuration).map(\.key))
        #expect(asked.filter { $0.contains(".") }.subtracting(listed).isEmpty)
        #expect(listed.subtracting(asked).isEmpty)
        // Sections that only stand above others.
        #expect(
            asked.filter { !$0.contains(".") }
                == Set(sections + ["device", "binding", "content_key", "menu_entry", "window_rule", "display"]))
    }

    @Test func eachValueTellsWhereItCameFrom() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(
            "[panel]\nscale = 2\ncommand = \"foot\"\n\n[[device]]\nname = \"a\"\noutput = \"b\"\n"
                + "[[content_key]]\nkeys = \"meta+right\"\nsends = \"end\"\n"
                + "[[content_key]]\nsends = \"pagedown\"\nkeys = \"meta+right\"\n", to: "c")
        let report = try ConfigurationSource(explicit: path, panelCommand: ["bar"]).load().report
        func entry(_ key: String) -> ConfigurationReport.Entry? { report.values.first { $0.key == key } }
        #expect(report.files == [path])
        #expect(
            entry("panel.scale") == .init(key: "panel.scale", value: .number(2), source: .file, file: path, line: 2))
        #expect(
            entry("panel.command")
                == .init(key: "panel.command", value: .list([.text("bar")]), source: .commandLine))
        #expect(
            entry("hud.height")
                == .init(key: "hud.height", value: ConfigurationValue.none, source: .builtIn))
        #expect(
            entry("device[0].output")
                == .init(key: "device[0].output", value: .text("b"), source: .file, file: path, line: 7))
        // The second one is the one in force.
        let key = "content_key.meta+right"
        #expect(entry(key) == .init(key: key, value: .text("pagedown"), source: .file, file: path, line: 12))
        let json = JSONLine()
        let decoded: ConfigurationReport = try json.decode(from: json.encode(report).dropLast())
        #expect(decoded.files == report.files && decoded.values.count == report.values.count)
        let lines = ConfigCommand.Show.describe(report).split(separator: "\n")
        #expect(
            lines.contains { $0.hasPrefix("panel.scale ") && $0.hasSuffix("/c:2") && $0.contains(" 2.0 ") },
            "\(lines)")
        #expect(lines.contains { $0.hasPrefix("panel.command ") && $0.hasSuffix("command line") })
        #expect(lines.contains { $0.hasPrefix("panel.output ") && $0.hasSuffix("default") })
        #expect(lines.contains { $0.hasPrefix(key) && $0.hasSuffix("/c:12") })
    }

    @Test func theMachinesFilesLieBelowTheUsers() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/config.toml.d", withIntermediateDirectories: true)
        let device = { (name: String) in "[[device]]\nname = \"pen\"\noutput = \"\(name)\"\n" }
        let display = { (make: String) in "[[display]]\nmake = \"\(make)\"\nscale = 2\n" }
        let whole = try folder.write(
            "[panel]\nscale = 2\nwait_ms = 1\n" + display("ONE") + display("TWO") + device("a"), to: "config.toml")
        let late = try folder.write("[panel]\nwait_ms = 3\n" + device("c") + device("d"), to: "config.toml.d/20.toml")
        let early = try folder.write("[panel]\nwait_ms = 2\n" + device("b"), to: "config.toml.d/10.toml")
        _ = try folder.write("[panel]\nwait_ms = 9\n", to: "config.toml.d/.hidden.toml")
        _ = try folder.write("nothing", to: "config.toml.d/30.toml.rpmnew")
        let user = try folder.write("[hud]\nheight = 40\n" + display("THREE"), to: "user")
        let machine = ["KAGAMI_SYSTEM_CONFIG": folder.path]
        let source = ConfigurationSource(usual: user, machine: machine)
        #expect(source.files == [whole, early, late, user])
        let loaded = try source.load()
        let configuration = loaded.configuration
        #expect(configuration.panel.scale == Scale(2))
        #expect(configuration.panel.waitMicroseconds == 3000)
        #expect(configuration.devices.map(\.output) == ["c", "d", "b", "a"], "the first match wins")
        #expect(configuration.displays.map { $0.make?.text } == ["ONE", "TWO", "THREE"], "the last match wins")
        let report = loaded.report
        func place(_ key: String) -> ConfigurationPlace? {
            report.values.first { $0.key == key }.flatMap { entry in
                entry.file.flatMap { file in entry.line.map { ConfigurationPlace(file: file, line: $0) } }
            }
        }
        #expect(report.files == source.files)
        #expect(place("panel.scale") == ConfigurationPlace(file: whole, line: 2))
        #expect(place("panel.wait_ms") == ConfigurationPlace(file: late, line: 2))
        #expect(place("device[0].output") == ConfigurationPlace(file: late, line: 5))
        #expect(place("device[1].output") == ConfigurationPlace(file: late, line: 8))
        #expect(place("device[2].output") == ConfigurationPlace(file: early, line: 5))
        #expect(place("device[3].output") == ConfigurationPlace(file: whole, line: 12))
        #expect(place("display[1].make") == ConfigurationPlace(file: whole, line: 8))
        #expect(place("display[2].make") == ConfigurationPlace(file: user, line: 4))
        #expect(place("hud.height") == ConfigurationPlace(file: user, line: 2))
        let explicit = ConfigurationSource(explicit: user, usual: whole, machine: machine)
        #expect(explicit.files == [user], "neither the user's nor those that lie below")
    }

    @Test func nothingOverridesTheMandatoryFiles() throws {
        let folder = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/mandatory.toml.d", withIntermediateDirectories: true)
        let device = { (name: String) in "[[device]]\nname = \"pen\"\noutput = \"\(name)\"\n" }
        let machines = try folder.write("[kiosk]\nenabled = false\n[panel]\nscale = 1\n", to: "config.toml")
        let late = try folder.write("[panel]\nscale = 3\n", to: "mandatory.toml.d/20.toml")
        let early = try folder.write(
            "[kiosk]\nenabled = true\n[panel]\nscale = 2\n" + device("a"), to: "mandatory.toml.d/10.toml")
        _ = try folder.write("[panel]\nscale = 4\n", to: "mandatory.toml.d/.hidden.toml")
        let user = try folder.write(
            "[kiosk]\nenabled = false\n[panel]\nscale = 1\nwait_ms = 7\n" + device("b"), to: "user")
        let machine = ["KAGAMI_SYSTEM_CONFIG": folder.path]
        let usual = ConfigurationSource(usual: user, machine: machine)
        let explicit = ConfigurationSource(explicit: user, machine: machine)
        #expect(usual.files == [machines, user, early, late])
        #expect(explicit.files == [user, early, late])
        for source in [usual, explicit] {
            let loaded = try source.load()
            let configuration = loaded.configuration
            #expect(configuration.kiosk.isEnabled)
            #expect(configuration.panel.scale == Scale(3))
            #expect(configuration.panel.waitMicroseconds == 7000)
            #expect(configuration.devices.map(\.output) == ["a", "b"], "the first match wins")
            let place = loaded.report.values.first { $0.key == "kiosk.enabled" }
            #expect(place?.file == early && place?.line == 2)
        }
    }

    @Test func anErrorInOneOfSeveralFilesNamesTheFile() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write("[panel]\nscale = 0\n", to: "config.toml")
        let user = try folder.write("[panel]\nscale = 1\n", to: "user")
        let source = ConfigurationSource(usual: user, machine: ["KAGAMI_SYSTEM_CONFIG": folder.path])
        #expect {
            try source.load()
        } throws: { error in
            (error as? ConfigurationError)?.lines.first?.hasPrefix("\(file):2:9: ") == true
        }
    }

    @Test func aRunningServiceWaitsForNoPipe() throws {
        let folder = try TemporaryDirectory()
        let pipe = folder.path + "/pipe"
        let inForce = LoadedConfiguration()
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(throws: (any Error).self) { try ConfigurationSource(explicit: pipe).load(inForce: inForce) }
        #expect(throws: (any Error).self) {
            try ConfigurationSource(explicit: folder.path + "/none").load(inForce: inForce)
        }
        #expect(try ConfigurationSource(usual: folder.path + "/none").load(inForce: inForce) == inForce)
    }

    /// A folder of the machine's files with each kind of fragment that cannot be read, and how many those are.
    private func makeUnreadable(_ fragments: String) throws -> (TemporaryDirectory, names: [String]) {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/" + fragments
        try FileManager.default.createDirectory(
            atPath: path + "/b-folder.toml", withIntermediateDirectories: true)
        #expect(mkfifo(path + "/c-pipe.toml", 0o600) == 0)
        #expect(symlink("/nonexistent/file", path + "/d-link.toml") == 0)
        #expect(symlink("/dev/zero", path + "/e-device.toml") == 0)
        #expect(symlink("f-loop.toml", path + "/f-loop.toml") == 0)
        let bytes = Array("\(path)/g-".utf8CString.dropLast()) + [-1] + Array(".toml".utf8CString)
        let odd = open(bytes, O_CREAT | O_WRONLY, 0o600)
        #expect(odd >= 0)
        close(odd)
        #expect(mkfifo(path + "/.hidden.toml", 0o600) == 0)
        #expect(mkfifo(path + "/h-saved.toml~", 0o600) == 0)
        return (
            folder,
            ["b-folder.toml", "c-pipe.toml", "d-link.toml", "e-device.toml", "f-loop.toml", "g-\u{fffd}.toml"]
        )
    }

    @Test func whatCannotBeReadIsSaidAndLeftOut() throws {
        let (folder, names) = try makeUnreadable("config.toml.d")
        let last = try folder.write("[panel]\nscale = 3\n", to: "config.toml.d/z.toml")
        let source = ConfigurationSource(
            usual: folder.path + "/config.toml.d/c-pipe.toml", machine: ["KAGAMI_SYSTEM_CONFIG": folder.path])
        let loaded = try source.load()
        #expect(loaded.files == [last])
        #expect(loaded.configuration.panel.scale == Scale(3))
        #expect(loaded.unread.count == names.count + 1)
        for (line, name) in zip(loaded.unread, names) {
            #expect(line.hasPrefix("cannot read \(folder.path)/config.toml.d/\(name): "))
        }
        #expect(loaded.unread[1].hasSuffix("it is not a regular file"))
        #expect(loaded.unread[2].hasSuffix("it is a link to a file that does not exist"))
        #expect(loaded.unread[5].hasSuffix("its name is not UTF-8"))
        // What could not be read before is no reason to keep the old settings, anything else is.
        #expect(try source.load(inForce: loaded) == loaded)
        #expect(throws: UnreadableFile.self) { try source.load(inForce: LoadedConfiguration()) }
    }

    @Test func aMandatoryFileThatCannotBeReadIsAnError() throws {
        let (folder, names) = try makeUnreadable("mandatory.toml.d")
        let user = try folder.write("[panel]\nscale = 3\n", to: "user")
        let machine = ["KAGAMI_SYSTEM_CONFIG": folder.path]
        for name in names {
            for source in [
                ConfigurationSource(usual: user, machine: machine),
                ConfigurationSource(explicit: user, machine: machine),
            ] {
                #expect {
                    try source.load()
                } throws: { error in
                    "\(error)".hasPrefix("cannot read \(folder.path)/mandatory.toml.d/\(name): ")
                }
            }
            // The next one is the first now.
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mandatory.toml.d").sorted()
                .first { $0.hasPrefix(name.prefix(2)) }
                .map { try FileManager.default.removeItem(atPath: "\(folder.path)/mandatory.toml.d/\($0)") }
            if name.hasPrefix("f") { break }
        }
    }

    @Test func aFolderOfFilesThatIsNoneIsSaid() throws {
        let folder = try TemporaryDirectory()
        let machine = ["KAGAMI_SYSTEM_CONFIG": folder.path]
        _ = try folder.write("[panel]\nscale = 3\n", to: "config.toml.d")
        let loaded = try ConfigurationSource(machine: machine).load()
        #expect(loaded.unread == ["cannot read \(folder.path)/config.toml.d/: Not a directory"])
        _ = try folder.write("[panel]\nscale = 3\n", to: "mandatory.toml.d")
        #expect(throws: UnreadableFile.self) { try ConfigurationSource(machine: machine).load() }
    }

    @Test func aPipeThatNobodyWritesToIsAnError() throws {
        let folder = try TemporaryDirectory()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect {
            try ConfigurationSource(explicit: pipe).load()
        } throws: { error in
            "\(error)" == "cannot read \(pipe): it is a pipe that nobody writes to"
        }
        let ends = Pipe()
        ends.fileHandleForWriting.write(Data("[panel]\nscale = 3\n".utf8))
        try ends.fileHandleForWriting.close()
        let path = "/dev/fd/\(ends.fileHandleForReading.fileDescriptor)"
        #expect(try ConfigurationSource(explicit: path).load().configuration.panel.scale == Scale(3))
    }

    /// Four times the files, each with one rule, take four times as long, not sixteen times.
    @Test func manyFilesTakeTimeInProportion() throws {
        func duration(_ count: Int) throws -> Duration {
            var shortest = Duration.seconds(1000)
            for _ in 0..<3 {
                var layers = ConfigurationLayers()
                let time = try processorTime {
                    for number in 0..<count {
                        try layers.add("[[device]]\nname = \"a\"\noutput = \"\(number)\"\n", file: "\(number)")
                    }
                    #expect(layers.loaded.configuration.devices.count == count)
                }
                shortest = min(shortest, time)
            }
            return shortest
        }
        #expect(try duration(2000) < duration(500) * 8)
    }

    @Test func theMachinesKeyboardCountsWhereNothingElseDoes() throws {
        let folder = try TemporaryDirectory()
        let debian = try folder.write(
            "# what the installer asked\nXKBMODEL=\"pc105\"\nXKBLAYOUT='de'\nXKBVARIANT=\"nodeadkeys\"\nXKBOPTIONS=\"\"\n"
                + "BACKSPACE=\"guess\"\n", to: "keyboard")
        let xorg = try folder.write(
            "Section \"InputClass\"\n  Identifier \"system-keyboard\"\n  Option \"XkbLayout\" \"fr\"\nEndSection\n",
            to: "00-keyboard.conf")
        func keyboard(
            _ text: String = "", _ variables: [String: String] = [:], files: [String]? = nil
        ) throws -> (KeyboardConfiguration, [String: ConfigurationPlace]) {
            let file = try folder.write(text, to: "config.toml")
            var source = ConfigurationSource(
                explicit: file, machine: variables.merging(["KAGAMI_SYSTEM_CONFIG": "/none"]) { $1 })
            source.keyboardFiles = files ?? [folder.path + "/none", debian, xorg]
            let loaded = try source.load()
            return (loaded.configuration.keyboard, loaded.places)
        }
        let (plain, places) = try keyboard()
        #expect([plain.layout, plain.variant, plain.options, plain.model] == ["de", "nodeadkeys", "", "pc105"])
        #expect(places["keyboard.layout"] == ConfigurationPlace(file: debian, line: 3))
        // A layout of the configuration or of the environment comes without the machine's variant.
        let (own, _) = try keyboard("[keyboard]\nlayout = \"us\"")
        #expect([own.layout, own.variant, own.model] == ["us", "", "pc105"])
        let (session, _) = try keyboard("", ["XKB_DEFAULT_LAYOUT": "us", "XKB_DEFAULT_MODEL": "pc104"])
        #expect([session.layout, session.variant, session.model] == ["", "", ""])
        let (options, _) = try keyboard("[keyboard]\noptions = \"ctrl:nocaps\"")
        #expect([options.layout, options.options] == ["de", "ctrl:nocaps"])
        #expect(try keyboard(files: [xorg, debian]).0.layout == "fr")
        _ = try folder.write("XKBLAYOUT=\"nowhere-land\"", to: "keyboard")
        #expect(try keyboard(files: [debian]).0 == KeyboardConfiguration())
    }

    @Test func keysOfTheMachineRunWhatIsInstalled() throws {
        let folder = try TemporaryDirectory()
        let program = try folder.write("#!/bin/sh\n", to: "wpctl")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        func bindings(_ text: String, path: String) throws -> BindingConfiguration {
            let file = try folder.write(text, to: "config.toml")
            var source = ConfigurationSource(
                explicit: file, machine: ["KAGAMI_SYSTEM_CONFIG": "/none", "PATH": path])
            source.keyboardFiles = []
            return try source.load().configuration.bindings
        }
        let usual = try bindings("", path: folder.path)
        #expect(usual.boundCommands.keys.map(\.code).sorted() == [113, 114, 115, 248])
        #expect(usual.boundCommands[MachineKey.volumeMute.chord]?.words == MachineKey.volumeMute.standardCommand)
        #expect(try bindings("", path: "/nowhere").boundCommands.isEmpty)
        let own = try bindings(
            "[bindings]\nvolume_up = \"louder\"\nvolume_mute = \"none\"\nfreeze = \"micmute\"\n"
                + "[[binding]]\nkeys = \"volumedown\"\ncommand = \"softer\"\n", path: folder.path)
        #expect(
            own.boundCommands.mapValues(\.words) == [BoundKeys([], 115): ["louder"], BoundKeys([], 114): ["softer"]])
        // A kiosk has none.
        var kiosk = Configuration()
        kiosk.bindings = own
        kiosk.kiosk.isEnabled = true
        #expect(kiosk.bindingsInForce.boundCommands.isEmpty)
    }

    @Test func theListingFitsATerminal() throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.everything, to: String(repeating: "long", count: 30) + ".toml")
        let report = try ConfigurationSource(explicit: path).load().report
        let lines = ConfigCommand.Show.describe(report).split(separator: "\n")
        #expect(lines.count == report.values.count)
        #expect(lines.filter { $0.count > 100 } == [])
        #expect(lines.contains { $0.hasPrefix("panel.scale ") && $0.contains("  …") && $0.contains("long.toml:") })
        let atHome = ConfigCommand.Show.describe(report, home: folder.path).split(separator: "\n")
        #expect(atHome.filter { $0.count > 100 } == [])
    }
}
