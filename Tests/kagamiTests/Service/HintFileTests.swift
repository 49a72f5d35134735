import Foundation
import Mirroring
import Testing

@testable import kagami

/// Files of the user's that the panel's menu and hints write.
@Suite struct HintFileTests {
    @Test func whatWasLearnedIsRemembered() throws {
        let folder = try TemporaryDirectory()
        let environment = ["XDG_STATE_HOME": "\(folder.path)/state/of/mine"]
        #expect(HintFile(environment: environment).load() == [])
        HintFile(environment: environment).save([.twoFingers])
        #expect(HintFile(environment: environment).load() == [.twoFingers])
        HintFile(environment: environment).save([.handle, .twoFingers])
        let text = try String(contentsOfFile: "\(folder.path)/state/of/mine/kagami/hints", encoding: .utf8)
        #expect(text == "handle\ntwo-fingers\n")
        HintFile(environment: environment).save([])
        #expect(HintFile(environment: environment).load() == [])
    }

    @Test func foreignLinesAndFilesAreSurvived() throws {
        let folder = try TemporaryDirectory()
        let environment = ["HOME": folder.path]
        HintFile(environment: environment).save([.handle])
        let path = "\(folder.path)/.local/state/kagami/hints"
        try "nonsense\nhandle\n\u{0}\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(HintFile(environment: environment).load() == [.handle])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(HintFile(environment: environment).load() == [])
        HintFile(environment: environment).save([.handle])
        // Without a folder no hint is shown.
        #expect(HintFile(environment: [:]).load() == Set(Hint.allCases))
    }

    @Test func theServiceManagersFolderComesFirst() throws {
        let folder = try TemporaryDirectory()
        let environment = ["STATE_DIRECTORY": "\(folder.path)/var:/elsewhere", "HOME": "\(folder.path)/home"]
        HintFile(environment: environment).save([.handle])
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/var/hints"))
        #expect(HintFile(environment: environment).load() == [.handle])
        #expect(HintFile(environment: ["STATE_DIRECTORY": "relative"]).load() == Set(Hint.allCases))
    }

    @Test func screenshotsGetNamesOfTheirOwn() throws {
        let folder = try TemporaryDirectory()
        func next(_ environment: [String: String]) -> String? { ScreenshotPath(environment: environment).next() }
        #expect(next([:]) == nil)
        let first = try #require(next(["HOME": folder.path]))
        #expect(first.hasPrefix("\(folder.path)/kagami-2") && first.hasSuffix(".png"))
        try FileManager.default.createDirectory(atPath: "\(folder.path)/Pictures", withIntermediateDirectories: false)
        #expect(next(["HOME": folder.path])?.hasPrefix("\(folder.path)/Pictures/kagami-") == true)
        let chosen = try #require(next(["HOME": folder.path, "XDG_PICTURES_DIR": folder.path]))
        #expect(FileManager.default.createFile(atPath: chosen, contents: nil))
        #expect(next(["XDG_PICTURES_DIR": folder.path]) != chosen)
    }
}
