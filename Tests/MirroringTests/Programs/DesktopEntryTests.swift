import TestSupport
import Testing

@testable import Mirroring

@Suite struct DesktopEntryTests {
    private func entry(_ lines: String..., language: Language = .english) -> DesktopEntry? {
        DesktopEntry(
            "[Desktop Entry]\nType=Application\n" + lines.joined(separator: "\n"), in: language, path: "/a.desktop")
    }

    private func words(_ exec: String) -> [String]? { entry("Name=Ed", "Icon=pic", "Exec=\(exec)")?.command }

    @Test func aWholeFileIsRead() throws {
        let text = """
            # A comment
            [Desktop Entry]
            Version=1.5
            Type = Application
            Name=Files
            Name[ja]=ファイル
            Name[de]=Dateien
            Comment=Exec=no
            Exec=files --new-window %U
            Terminal=false
            TryExec=/usr/bin/files
            Exec=second

            [Desktop Action new]
            Name=New
            Exec=other
            """
        let english = try #require(DesktopEntry(text, in: .english))
        #expect(english.name == "Files" && english.command == ["files", "--new-window"])
        #expect(english.tryCommand == "/usr/bin/files" && !english.needsTerminal)
        #expect(english.isShown(on: []))
        #expect(DesktopEntry(text, in: .japanese)?.name == "ファイル")
    }

    @Test func whatIsNoProgramIsNone() {
        #expect(DesktopEntry("", in: .english) == nil)
        #expect(DesktopEntry("Type=Application\nName=a\nExec=b", in: .english) == nil)
        #expect(DesktopEntry("[Desktop Entry]\nType=Link\nName=a\nExec=b", in: .english) == nil)
        #expect(entry("Name=a") == nil)
        #expect(entry("Exec=a") == nil)
        #expect(entry("Name=", "Exec=a") == nil)
        #expect(entry("Name=a", "Exec=") == nil)
        #expect(entry("Name=a", "Exec=%f") == nil)
        #expect(entry("Name=a", "[Other]", "Exec=b") == nil)
        #expect(entry("Name=a", "Exec=b") != nil)
    }

    @Test func namesAreInTheBestLanguage() {
        let names = ["Name=Base", "Name[en]=English", "Name[ja]=日本", "Name[ja_JP]=日本国", "Exec=a"].joined(
            separator: "\n")
        #expect(entry(names)?.name == "English")
        #expect(entry(names, language: .japanese)?.name == "日本国")
        #expect(entry("Name=Base", "Exec=a", language: .japanese)?.name == "Base")
        #expect(entry(#"Name=A\sB\\n\q"#, "Exec=a")?.name == #"A B\n\q"#)
    }

    @Test(arguments: [
        ("foot", ["foot"]), ("foot -e  top", ["foot", "-e", "top"]), ("a %f %F %u %U", ["a"]),
        ("a %d %D %n %N %v %m b", ["a", "b"]), ("a --file=%f", ["a", "--file="]), ("a 100%%", ["a", "100%"]),
        ("a %c", ["a", "Ed"]), ("a %k", ["a", "/a.desktop"]), ("a %i b", ["a", "--icon", "pic", "b"]),
        (#""my program" "a b" """#, ["my program", "a b", ""]), (#"a "x \\"y\\" \\$z \\`w""#, ["a", #"x "y" $z `w"#]),
        (#"a "b\\\\c""#, ["a", #"b\c"#]), (#"sh -c "echo %%""#, ["sh", "-c", "echo %"]),
        (#"env A=\sb c"#, ["env", "A=", "b", "c"]), ("a\\tb", ["a", "b"]), (#"a"b"c"#, ["abc"]),
    ])
    func commandLinesBecomeWords(_ exec: String, _ expected: [String]) {
        #expect(words(exec) == expected)
    }

    @Test(arguments: ["a %z", "a %", #"a "b"#, #"""#, "%f", #"a "%"#])
    func brokenCommandLinesAreRefused(_ exec: String) {
        #expect(words(exec) == nil)
    }

    @Test(
        arguments: [
            ("", [], true), ("", ["Kagami"], true), ("NoDisplay=true", [], false), ("Hidden=true", [], false),
            ("NoDisplay=false", [], true), ("OnlyShowIn=GNOME;", [], false), ("OnlyShowIn=GNOME;", ["KDE"], false),
            ("OnlyShowIn=GNOME;KDE;", ["KDE"], true), ("NotShowIn=KDE", ["KDE"], false), ("NotShowIn=KDE;", [], true),
            ("OnlyShowIn=sway\nNotShowIn=KDE", ["sway", "KDE"], true),
            ("OnlyShowIn=sway\nNotShowIn=KDE", ["KDE", "sway"], false),
        ] as [(String, [String], Bool)])
    func desktopsDecideWhatIsShown(_ lines: String, _ desktops: [String], _ isShown: Bool) {
        #expect(entry("Name=a", "Exec=b", lines)?.isShown(on: desktops) == isShown)
    }

    @Test func aTerminalIsNamed() {
        #expect(entry("Name=a", "Exec=b", "Terminal=true")?.needsTerminal == true)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func garbageNeverTraps(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let good = Array("[Desktop Entry]\nType=Application\nName[ja]=a\nName=b\nExec=\"a\\\\b\" %U %% %i\n".utf8)
        let telling = Array("[]=;\\\"%\n\r #\0\u{e9}".utf8)
        var entries = 0
        for _ in 0..<400 {
            var bytes = generator.chance(70) ? good : []
            for _ in 0..<Int.random(in: 0...40, using: &generator) {
                let byte =
                    generator.chance(60)
                    ? telling.randomElement(using: &generator)! : UInt8.random(in: 0...255, using: &generator)
                if bytes.isEmpty || generator.chance(40) {
                    bytes.insert(byte, at: Int.random(in: 0...bytes.count, using: &generator))
                } else {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = byte
                }
            }
            for language in Language.allCases {
                guard let entry = DesktopEntry(String(decoding: bytes, as: UTF8.self), in: language) else { continue }
                entries += 1
                #expect(!entry.name.isEmpty && entry.command.first?.isEmpty == false)
                #expect(!entry.command.contains { $0.utf8.contains(0) })
                _ = entry.isShown(on: ["a"])
            }
        }
        #expect(entries > 0)
    }
}
