import Mirroring
import Testing
import TestSupport

@testable import ConfigurationFiles
@testable import kagami

/// What is wrong with a file is told with its place and what is expected there.
@Suite struct ConfigurationErrorTests {
    private static let corners =
        "corner must be one of \"top-left\", \"top-right\", \"bottom-left\", \"bottom-right\""

    private static func chord(_ key: String, meant: String? = nil) -> String {
        "\(key) must be a chord such as \"meta+shift+p\", or \"none\""
            + (meant.map { ": did you mean \"\($0)\"?" } ?? "")
    }

    static let errors: [(text: String, place: String, message: String)] = [
        ("panel = 3", "1:9", "panel must be a table: write [panel]"),
        ("device = [1]", "1:11", "device must hold tables: write [[device]]"),
        ("[device]\nname = \"a\"", "1:1", "device must be tables: write [[device]]"),
        ("\n  [panle]\n", "2:3", "unknown key panle: did you mean panel?"),
        (
            "[zebra]", "1:1",
            "unknown key zebra: known are application, panel, external, controller, keyboard, screen_keyboard, pip, "
                + "hud, menu, interface, pointer, touchpad, presenting, bindings, renderer, idle, lock, kiosk, sound, cec, hooks, binding, content_key, menu_entry, window_rule, display, "
                + "device"
        ),
        (
            "[[display]]\nscale = 2", "1:1",
            "a rule for displays needs connector, make, model, serial or size_mm"
        ),
        (
            "[[display]]\nmake = \"DEL\"", "1:1",
            "the rule has no effect: give role, mode, scale, transform, vrr, controller, overscan, sink or command"
        ),
        (
            "[[display]]\nsize_mm = \"600\"\nscale = 2", "2:11",
            "size_mm must be a width and a height in millimetres such as \"600x340\""
        ),
        ("[[window_rule]]\nabove = true", "1:1", "a rule for windows needs app_id or title"),
        (
            "[[window_rule]]\napp_id = \"a\"", "1:1",
            "the rule has no effect: give fullscreen, fill, above, focus, scale, touch or panel"
        ),
        (
            "[[window_rule]]\ntitle = \"\"\nabove = true", "2:9",
            "title must be a text or a pattern such as \"org.gnome.*\", 1 to 200 characters"
        ),
        ("[[window_rule]]\ntitle = \"a\"\nfullscreen = 1", "3:14", "fullscreen must be true or false"),
        (
            "[[window_rule]]\ntitle = \"a\"\nabov = true\nfill = true", "3:1",
            "unknown key abov in window_rule[0]: did you mean above?"
        ),
        ("[menu]\nhandle_mm = 8", "2:13", "handle_mm must be a number of millimetres, 9 to 60"),
        (
            "[presenting]\ntimer_minutes = -1", "2:17",
            "timer_minutes must be a number of minutes, 1 to 1440, or 0 to count up"
        ),
        ("[presenting]\nnext_key = \"ctrl\"", "2:12", "next_key must be a key such as \"pagedown\""),
        ("[menu]\nscan_ms = 100", "2:11", "scan_ms must be a whole number, 200 to 60000, or 0 for no scanning"),
        (
            "[keyboard]\nlayout = \"us,nowhere\"", "2:10",
            "there is no layout \"nowhere\": see the files in /usr/share/X11/xkb/symbols"
        ),
        (
            "[keyboard]\nlayout = \"../rules/evdev\"", "2:10",
            "there is no layout \"../rules/evdev\": see the files in /usr/share/X11/xkb/symbols"
        ),
        (
            "[bindings]\npip_toggle = \"meta+x\"\nfreeze = \"meta+x\"", "3:10",
            "pip_toggle and freeze have the same chord"
        ),
        ("[hooks]\non_plug = \"x\"", "2:1", "unknown key on_plug in hooks: did you mean plugged?"),
        ("[hooks]\nplug = \"x\"", "2:1", "unknown key plug in hooks: did you mean plugged?"),
        ("[hooks]\npip_did_strat = \"x\"", "2:1", "unknown key pip_did_strat in hooks: did you mean pip-did-start?"),
        ("[hooks]\non_suspend = \"x\"", "2:1", "unknown key on_suspend in hooks: did you mean sleep?"),
        ("[touchpad]\ndwt = true", "2:1", "unknown key dwt in touchpad: did you mean disable_while_typing?"),
        (
            "[panel]\nlayout = \"de\"", "2:1",
            "unknown key layout in panel: it belongs in [keyboard], [hud] or [[device]]"
        ),
        ("tap = true\n[panel]\nscale = 2", "1:1", "unknown key tap: it belongs in [touchpad] or [[device]]"),
        (
            "[[binding]]\nkeys = \"f5\"\ncommand = \"a\"\nsends = \"a\"", "4:1",
            "unknown key sends in binding[0]: it belongs in [[content_key]]"
        ),
        ("[hooks]\non_plugged = \"x\"", "2:1", "unknown key on_plugged in hooks: did you mean plugged?"),
        ("[interface]\nlanguage = \"de\"", "2:12", "language must be one of \"en\", \"ja\""),
        ("[panel]\n sclae = 1", "2:2", "unknown key sclae in panel: did you mean scale?"),
        ("panel.scale = 99", "1:15", "scale must be a number, 0.5 to 10: pixels per logical pixel"),
        ("panel = { scale = 1, output = 3 }", "1:31", "output must be a connector such as \"HDMI-A-1\""),
        (
            "external.scale = \"panel\"", "1:18",
            "scale must be a number, 0.5 to 10: pixels per logical pixel; or \"controller\""
        ),
        ("[panel]\nscale = nan", "2:9", "scale must be a number, 0.5 to 10: pixels per logical pixel"),
        ("[panel]\noutput = \"\"", "2:10", "output must be a connector such as \"HDMI-A-1\""),
        (
            "[external]\nmode = \"4K\"", "2:8",
            "mode must be a mode such as \"3840x2160\", \"3840x2160@60\" or \"3840x2160R@60\", or the numbers of a "
                + "modeline"
        ),
        ("[external]\nenabled = 1", "2:11", "enabled must be true or false"),
        ("[controller]\nbar_color=\"red\"", "2:11", "bar_color must be a colour such as \"#202020\""),
        (
            "[controller]\nmaximum_scale = 0", "2:17",
            "maximum_scale must be a number, 0.05 to 16: panel pixels per external pixel"
        ),
        ("[keyboard]\nrepeat_rate = 1001", "2:15", "repeat_rate must be a whole number, 0 to 1000"),
        ("[keyboard]\nrepeat_rate = 1.0", "2:15", "repeat_rate must be a whole number, 0 to 1000"),
        ("[keyboard]\nvariant = \"漢\"\nmodel = 1", "3:9", "model must be an xkb model such as \"pc105\""),
        ("[pip]\ncorner = \"middle\"", "2:10", Self.corners),
        (
            "[pip]\nsize = 2", "2:8",
            "size must be a number, 0.05 to 1: a share of the largest picture that fits the panel"
        ),
        ("[pip]\nsizes = []", "2:9", "sizes must be a list of 1 to 10 numbers, 0.05 to 1"),
        ("[pip]\nsizes = [0.5, \"a\"]", "2:9", "sizes must be a list of 1 to 10 numbers, 0.05 to 1"),
        (
            "[pip]\nminimum_size = 0.5\nmaximum_size = 0.4", "3:16",
            "maximum_size must not be less than minimum_size"
        ),
        (
            "[pip]\nsource = \"moon\"", "2:10",
            "source must be \"external\", \"content\", \"hud\", \"window:APP_ID\" or \"camera:/dev/videoN\""
        ),
        ("[bindings]\npip_toggle = \"meta+meta+p\"", "2:14", Self.chord("pip_toggle", meant: "meta+p")),
        ("[bindings]\npip_toggle = \"p+meta\"", "2:14", Self.chord("pip_toggle", meant: "meta+p")),
        ("[bindings]\npip_toggle = \"super+p\"", "2:14", Self.chord("pip_toggle", meant: "meta+p")),
        ("[bindings]\npip_toggle = \"Mod4-Shift-Escape\"", "2:14", Self.chord("pip_toggle", meant: "shift+meta+esc")),
        ("[bindings]\npip_toggle = \"<Control>pgdn\"", "2:14", Self.chord("pip_toggle", meant: "ctrl+pagedown")),
        ("[bindings]\npip_toggle = \"meta+a+b\"", "2:14", Self.chord("pip_toggle")),
        (
            "[bindings]\nvolume_up = 3", "2:13",
            "volume_up must be a command such as \"foot -e top\" or [\"foot\", \"-e\", \"top\"], or \"none\""
        ),
        (
            "[[binding]]\nkeys = \"XF86AudioPlay\"\ncommand = \"a\"", "2:8",
            "keys must be a chord such as \"meta+t\": did you mean \"playpause\"?"
        ),
        ("[[binding]]\nkeys = \"none\"\ncommand = \"a\"", "2:8", "keys must be a chord such as \"meta+t\""),
        (
            "[[binding]]\nkeys = \"meta+t\"\ncommand = \"a\"\n[[binding]]\nkeys = \"meta+t\"\ncommand = \"b\"", "5:8",
            "another [[binding]] has the same chord"
        ),
        (
            "[[binding]]\nkeys = \"meta+p\"\ncommand = \"a\"", "2:8",
            "pip_toggle in [bindings] has the same chord: write pip_toggle = \"none\" there, or take another"
        ),
        (
            "[[binding]]\nkeys = \"mute\"\ncommand = \"a\"\n[bindings]\nvolume_mute = \"b\"", "2:8",
            "volume_mute in [bindings] has the same chord: write volume_mute = \"none\" there, or take another"
        ),
        (
            "[[binding]]\nkeys = \"f5\"\ncommand = \"a\"\n[[content_key]]\nkeys = \"f5\"\nsends = \"f5\"", "5:8",
            "a [[binding]] has the same chord: take another for one of them"
        ),
        ("[[binding]]\nkeys = \"meta+t\"", "1:1", "command is missing: it must be \(TableReader.commandExpected)"),
        ("[bindings]\npip_hide = \"\"", "2:12", Self.chord("pip_hide")),
        (
            "[[device]]\nname = \"a\"\noutput = \"panel\"\n[[device]]\nname = \"b\"", "4:1",
            "the rule has no effect: give output, or a setting such as tap or layout"
        ),
        ("[pointer]\naccel_speed = 1.5", "2:15", "accel_speed must be a number, -1 for slow to 1 for fast"),
        (
            "[pointer]\nscroll_button = \"a\"", "2:17",
            "scroll_button must be a button such as \"middle\", or its number, 272 to 287"
        ),
        (
            "[touchpad]\nscroll_method = \"two\"", "2:17",
            "scroll_method must be one of \"two-finger\", \"edge\", \"button\", \"none\""
        ),
        ("[[device]]\nname = \"\"\noutput = \"panel\"", "2:8", "name must be the device's name as the kernel gives it"),
        ("[.panel]", "1:2", "a table's name must follow the bracket"),
        ("[panel]\nscale = 1\n[[ \n", "3:4", "a table's name must follow the bracket"),
        (
            "[panel]\nscale = 1979-05-27 # then", "2:9",
            "scale must be a number, 0.5 to 10: pixels per logical pixel"
        ),
        ("[panel]\nscale = yes", "2:9", "yes is not a value: text must be in quotes"),
        ("[panel]\nscale = 1\n[external]\n[panel]", "4:1", "panel is defined twice: first in line 1"),
        ("[panel]\nscale = # none", "2:9", "expected a value"),
        ("panel = { scale = }", "1:19", "expected a value"),
        ("[panel]\nscale = 1\0", "2:10", "a zero byte is not text"),
    ]

    @Test func controlIsForApplicationsThatAreNotTrusted() throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationParser.parse("[application]\ncontrol = \"status\"\n", file: "f")
        }
        #expect(error?.lines.count == 1)
        #expect(
            error?.lines.first?.hasPrefix("f:2:") == true && error?.lines.first?.contains("trusted = false") == true)
    }

    @Test(arguments: errors.indices)
    func errorHasItsPlaceAndSaysWhatIsExpected(_ index: Int) {
        let (text, place, message) = Self.errors[index]
        #expect(ConfigurationParser.errorLines(of: text) == ["f:\(place): \(message)"])
    }

    @Test(arguments: [
        ("[panel]\nscale = 1\nscale = 2", 3), ("[panel\n", 1), ("a = \"", 1), ("a = [1,\n", 1), ("= 1", 1),
        ("\n\nx y", 3),
    ])
    func syntaxErrorsHaveTheirLine(_ text: String, _ line: Int) throws {
        let told = ConfigurationParser.errorLines(of: text)
        #expect(told.count == 1)
        #expect(told[0].hasPrefix("f:\(line):"), "\(told[0])")
    }

    @Test func allErrorsAreToldInTheFilesOrder() throws {
        let text = "[keyboard]\nrepeat_rate = -1\n[panel]\nscale = 0\nunknown = 1\n"
        #expect(
            ConfigurationParser.errorLines(of: text).map { $0.split(separator: " ")[0] } == [
                "f:2:15:", "f:4:9:", "f:5:1:",
            ])
    }

    /// Neither the messages nor their number grow with what a stranger has written.
    @Test func errorsHaveTheirBounds() {
        let name = String(repeating: "x", count: 10_000)
        let text = (0..<2000).map { "\(name.prefix(500))\($0) = 1\n" }.joined() + "[device]\n\"\(name)\\u001b\" = 1"
        let told = ConfigurationParser.errorLines(of: text)
        #expect(told.count == IssueCollector.limit)
        #expect(told.allSatisfy { $0.count < 350 })
    }

    @Test func oneLineNamesTheFirstAndCountsTheOthers() {
        let issues = [(1, "bad"), (2, "worse")].map {
            ConfigurationIssue(position: SourcePosition(line: $0.0, column: 4), message: $0.1)
        }
        #expect(ConfigurationError(file: "f", issues: [issues[0]]).description == "f:1:4: bad")
        #expect(
            ConfigurationError(file: "f", issues: issues).description
                == "f:1:4: bad (and 1 more: kagami config check f)")
    }

    /// Broken copies of a good file: an error or a configuration, and always a place within the text.
    @Test(arguments: Effort.seeds(sample: 4, torture: 200))
    func brokenFilesNeverTrap(_ seed: UInt64) {
        let good = """
            [panel] # here
            output = 'DSI-1'
            "transform" = \"\"\"90\"\"\"
            [external]
            mode = "3840x2160@60"
            inline = { a = [1, { b = "}" }, ], c.d = 07:32:00 }
            [[device]]
            name = "a\\"]b"
            output = "panel"
            """
        var generator = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var scalars = Array(good.unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<scalars.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: scalars.remove(at: index)
                case 1:
                    scalars.insert(
                        "[]{}=.\"'\n#,\\\0é".unicodeScalars.randomElement(using: &generator) ?? " ", at: index)
                default: scalars.swapAt(index, Int.random(in: 0..<scalars.count, using: &generator))
                }
            }
            let text = String(String.UnicodeScalarView(scalars))
            do throws(ConfigurationError) {
                _ = try ConfigurationParser.parse(text, file: "f")
            } catch {
                let count = text.unicodeScalars.count { $0 == "\n" } + 1
                #expect(error.issues.allSatisfy { (1...count).contains($0.position.line) && $0.position.column >= 1 })
                #expect(!error.issues.isEmpty)
            }
        }
    }
}

extension ConfigurationParser {
    /// The lines that tell of the errors in a text, which comes from the file `f`; none where it is right.
    static func errorLines(of text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try parse(text, file: "f")
            return []
        } catch {
            return error.lines
        }
    }
}
