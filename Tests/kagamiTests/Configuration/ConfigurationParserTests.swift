import Geometry
import Mirroring
import Testing

@testable import ConfigurationFiles
@testable import kagami

@Suite struct ConfigurationParserTests {
    @Test func emptyFileIsTheDefaults() throws {
        #expect(try ConfigurationParser.parse("", file: "f") == Configuration())
        #expect(try ConfigurationParser.parse("# nothing\r\n\r\n", file: "f") == Configuration())
    }

    @Test func everyKeyIsRead() throws {
        let text = """
            [application]
            trusted = false
            control = "status"
            [panel]
            command = "foot -e 'top -d 1'"
            trusted = false
            output = "DSI-1"
            transform = "flipped-90"
            scale = 1.5
            wait_ms = 20
            dark_after_s = 30
            [external]
            output = "DP-1"
            mode = "3840x2160@59.94"
            transform = "180"
            scale = 2
            vrr = "full-screen"
            overscan = 4
            tearing = true
            depth = 10
            enabled = false
            hold_ms = 250
            remember = false
            [controller]
            bar_color = "#102030"
            maximum_scale = 2
            touch_discs = false
            linear_light = true
            battery_rate = 15
            [keyboard]
            layout = "de"
            variant = "neo"
            options = "ctrl:nocaps"
            model = "pc104"
            repeat_rate = 0
            repeat_delay_ms = 250
            [[device]]
            name = "Pen"
            output = "external"
            """
        var expected = Configuration()
        expected.application.isTrusted = false
        expected.application.control = .status
        expected.panel.trust.isTrusted = false
        expected.panel.command = ["foot", "-e", "top -d 1"]
        expected.panel.output = OutputID("DSI-1")
        expected.panel.transform = .flipped90
        expected.panel.scale = Scale(in120ths: 180)
        expected.panel.waitMicroseconds = 20_000
        expected.panel.darkAfterSeconds = 30
        expected.external.output = OutputID("DP-1")
        expected.external.mode = ModeRequest(size: Size(width: 3840, height: 2160), refreshMilliHertz: 59940)
        expected.external.transform = .rotated180
        expected.external.scale = .fixed(Scale(in120ths: 240))
        expected.external.variableRefresh = .fullScreen
        expected.external.overscanPercent = 4
        expected.external.allowsTearing = true
        expected.external.depth = .ten
        expected.external.isMirroringEnabled = false
        expected.external.holdMicroseconds = 250_000
        expected.external.remembersSettings = false
        expected.controller.letterboxColor = Color(red: 0x10, green: 0x20, blue: 0x30)
        expected.controller.maximumScale = 2
        expected.controller.showsTouchDiscs = false
        expected.controller.usesLinearLight = true
        expected.controller.batteryRate = 15
        expected.keyboard.layout = "de"
        expected.keyboard.variant = "neo"
        expected.keyboard.options = "ctrl:nocaps"
        expected.keyboard.model = "pc104"
        expected.keyboard.repeatRate = 0
        expected.keyboard.repeatDelayMilliseconds = 250
        expected.devices = [DeviceRule(name: "Pen", output: "external")]
        #expect(try ConfigurationParser.parse(text, file: "f") == expected)
    }

    @Test func pictureInPictureAndItsKeysAreRead() throws {
        let text = """
            [pip]
            corner = "top-left"
            sizes = [0.6, 0.2]
            auto_stop = 1.5
            source = "window:mpv"
            [bindings]
            pip_toggle = "ctrl+alt+space"
            pip_hide = "none"
            """
        let configuration = try ConfigurationParser.parse(text, file: "f")
        #expect(configuration.pip.corner == .topLeft)
        #expect(configuration.pip.shares == [0.2, 0.6])
        #expect(configuration.pip.autoStopMicroseconds == 1_500_000)
        #expect(configuration.pip.source == .window("mpv"))
        #expect(configuration.bindings.chords[.pipToggle] == BoundKeys([.ctrl, .alt], 57))
        #expect(configuration.bindings.chords[.pipHide] == nil)
        #expect(configuration.bindings.chords[.pipRestore] == KeyBindings.standard[.pipRestore])
    }

    @Test func theTimeUntilTheScreensAreBlackIsRead() throws {
        #expect(try ConfigurationParser.parse("[idle]\nblank_after_s = 600", file: "f").idle.blankAfterSeconds == 600)
        #expect(Configuration().idle.blankAfterSeconds == 0)
        let lock = try ConfigurationParser.parse("[lock]\ncommand = \"swaylock -f\"", file: "f").lock
        #expect(lock.command == ["swaylock", "-f"])
        #expect(try ConfigurationParser.parse("[idle]\nhint_after_s = 0", file: "f").idle.hintAfterSeconds == 0)
        #expect(
            ConfigurationParser.errorLines(of: "[idle]\ncommand_after_s = 5") == [
                "f:2:19: command_after_s needs a command: set idle.command, or remove command_after_s"
            ])
        #expect(
            ConfigurationParser.errorLines(of: "[idle]\nblank_after_s = -1") == [
                "f:2:17: blank_after_s must be a whole number, 0 to 86400"
            ])
    }

    @Test func theRendererIsRead() throws {
        #expect(try ConfigurationParser.parse("[renderer]\nuse = \"gles\"", file: "f").renderer == .gles)
        #expect(Configuration().renderer == .auto)
        #expect(
            ConfigurationParser.errorLines(of: "[renderer]\nuse = \"vulkan\"")
                == ["f:2:7: use must be one of \"auto\", \"pixman\", \"gles\""])
    }

    @Test func keysForTheContentAreRead() throws {
        let text = """
            [[content_key]]
            keys = "meta+right"
            sends = "pagedown"
            [[content_key]]
            keys = "f5"
            sends = "f5"
            """
        let keys = try ConfigurationParser.parse(text, file: "f").bindings.contentKeys
        #expect(keys == [BoundKeys([.meta], 106): 109, BoundKeys([], 63): 63])
        #expect(
            ConfigurationParser.errorLines(of: "[[content_key]]\nkeys = \"none\"\nsends = \"ctrl\"") == [
                "f:2:8: keys must be a chord such as \"meta+right\", or a key",
                "f:3:9: sends must be a key such as \"pagedown\"",
            ])
    }
}
