import Glibc
import Mirroring
import Testing

@testable import kagami

@Suite struct DesktopFoldersTests {
    private let own: TemporaryDirectory
    private let shared: TemporaryDirectory

    init() throws {
        (own, shared) = (try TemporaryDirectory(), try TemporaryDirectory())
        for folder in [own, shared] {
            #expect(mkdir(folder.path + "/applications", 0o700) == 0)
            #expect(mkdir(folder.path + "/applications/kde", 0o700) == 0)
        }
    }

    private func add(_ name: String, _ lines: String..., to folder: TemporaryDirectory? = nil) throws {
        let text = "[Desktop Entry]\nType=Application\n" + lines.joined(separator: "\n")
        _ = try (folder ?? shared).write(text, to: "applications/\(name)")
    }

    private func programs(_ language: Language = .english, desktop: String = "") -> [InstalledProgram] {
        DesktopFolders(environment: [
            "XDG_DATA_HOME": own.path, "XDG_DATA_DIRS": "relative:\(shared.path):/nowhere", "PATH": "/usr/bin:/bin",
            "XDG_CURRENT_DESKTOP": desktop,
        ]).programs(in: language)
    }

    @Test func programsAreSortedAndTheUsersComeFirst() throws {
        try add("b.desktop", "Name=beta", "Exec=b")
        try add("a.desktop", "Name=Alpha", "Name[ja]=ん", "Exec=a %f")
        try add("kde/c.desktop", "Name=Gamma", "Exec=c")
        try add("notes.txt", "Name=Notes", "Exec=n")
        try add(".hidden.desktop", "Name=Dot", "Exec=d")
        #expect(programs().map(\.name) == ["Alpha", "beta", "Gamma"])
        #expect(programs().first?.command == ["a"])
        #expect(programs(.japanese).map(\.name) == ["beta", "Gamma", "ん"])
        // The same entry of the user's own, and one that only hides another.
        try add("b.desktop", "Name=Mine", "Exec=m", to: own)
        try add("kde-c.desktop", "Name=Gamma", "Exec=c", "Hidden=true", to: own)
        #expect(programs().map(\.name) == ["Alpha", "Mine"])
    }

    @Test func iconsComeFromTheThemeTheUsersFirst() throws {
        func make(_ place: String, in folder: TemporaryDirectory) throws -> String {
            var path = folder.path
            for part in place.split(separator: "/").dropLast() {
                path += "/\(part)"
                mkdir(path, 0o700)
            }
            return try folder.write("", to: place)
        }
        try add("a.desktop", "Name=A", "Exec=a", "Icon=viewer")
        try add("b.desktop", "Name=B", "Exec=b", "Icon=old.png")
        try add("c.desktop", "Name=C", "Exec=c", "Icon=../../etc/viewer")
        try add("d.desktop", "Name=D", "Exec=d", "Icon=vector")
        #expect(programs().map(\.icon) == [nil, nil, nil, nil])
        let old = try make("pixmaps/old.png", in: shared)
        let vector = try make("icons/hicolor/scalable/apps/vector.svg", in: shared)
        _ = try make("icons/hicolor/scalable/apps/viewer.svg", in: shared)
        let large = try make("icons/hicolor/256x256/apps/viewer.png", in: shared)
        #expect(programs().map(\.icon) == [large, old, nil, vector])
        let fitting = try make("icons/hicolor/48x48/apps/viewer.png", in: shared)
        #expect(programs().first?.icon == fitting)
        let mine = try make("icons/hicolor/512x512/apps/viewer.png", in: own)
        #expect(programs().first?.icon == mine)
        try add("e.desktop", "Name=E", "Exec=e", "Icon=\(old)")
        #expect(programs().last?.icon == old)
        try add("f.desktop", "Name=F", "Exec=f", "Icon=\(vector)")
        #expect(programs().last?.icon == vector)
        try add("g.desktop", "Name=G", "Exec=g", "Icon=common-terminal")
        let common = try make("icons/Adwaita/48x48/legacy/common-terminal.png", in: shared)
        #expect(programs().last?.icon == common)
        try add("h.desktop", "Name=H", "Exec=h", "Icon=vector.svg")
        #expect(programs().last?.icon == vector)
        try add("i.desktop", "Name=I", "Exec=i", "Icon=\(shared.path)/applications/a.desktop")
        #expect(programs().last?.icon == nil)
    }

    @Test func whatIsOfNoUseHereIsLeftOut() throws {
        try add("a.desktop", "Name=A", "Exec=a", "TryExec=no-such-program-here")
        try add("b.desktop", "Name=B", "Exec=b", "TryExec=sh")
        try add("c.desktop", "Name=C", "Exec=c", "NoDisplay=true")
        try add("d.desktop", "Name=D", "Exec=d", "OnlyShowIn=GNOME;")
        try add("e.desktop", "Name=E", "Exec=e", "NotShowIn=Kagami;")
        #expect(programs().map(\.name) == ["B", "E"])
        #expect(programs(desktop: "Kagami:GNOME").map(\.name) == ["B", "D"])
    }

    @Test func filesThatAreNoneKeepNobodyWaiting() throws {
        #expect(mkfifo(shared.path + "/applications/pipe.desktop", 0o600) == 0)
        #expect(mkdir(shared.path + "/applications/folder.desktop", 0o700) == 0)
        #expect(symlink(shared.path, shared.path + "/applications/loop") == 0)
        try add("large.desktop", "Name=Large", "Exec=l", String(repeating: "#", count: 70_000))
        try add("bytes.desktop", "Name=\u{0}", "Exec=\u{0}")
        try add("good.desktop", "Name=Good", "Exec=g")
        #expect(programs().map(\.name) == ["Good"])
    }
}
