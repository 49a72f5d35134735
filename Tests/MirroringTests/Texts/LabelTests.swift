import Mirroring
import Testing

@Suite struct LabelTests {
    @Test(arguments: [
        ("Letter", "Letter"), ("", ""), ("  two \n lines\t", "two lines"), ("a\u{0}\u{1B}[31mb", "a [31mb"),
        ("\u{202E}evil\u{2066}", "evil"), ("a\u{2028}b", "a b"), ("می‌خواهم", "می‌خواهم"), ("文書 – 表", "文書 – 表"),
        ("\u{E000}x", "x"),
    ])
    func namesAreOneLineThatSteersNothing(_ text: String, _ expected: String) {
        #expect(text.label == expected)
    }

    @Test func longNamesAreCut() {
        #expect(String(repeating: "long ", count: 100_000).label.count == 80)
    }

    @Test(
        arguments: [
            ("title", "app", "title"), (nil, "app", "app"), (" \n", "app", "app"), (nil, nil, ""),
        ] as [(String?, AppID?, String)])
    func windowsAreCalledByTheirTitles(_ title: String?, _ appID: AppID?, _ expected: String) {
        #expect(SwitchableWindow(number: 1, appID: appID, title: title).label == expected)
    }
}
