import Glibc
import Testing

@testable import Runtime

/// What the service manager says about the sockets that it hands over.
@Suite struct ActivationSocketsTests {
    private func handed(_ environment: [String: String]) -> [String] {
        ActivationSockets.handed(environment, to: 42).map { "\($0.number) \($0.name)" }
    }

    @Test func descriptorsBeginAtThreeAndHaveNames() {
        let environment = ["LISTEN_PID": "42", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "control::tools"]
        #expect(handed(environment) == ["3 control", "4 ", "5 tools"])
        #expect(handed(["LISTEN_PID": "42", "LISTEN_FDS": "2"]) == ["3 ", "4 "])
        #expect(handed(["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "wayland"]) == ["3 wayland", "4 "])
    }

    @Test func whatIsForAnotherProcessOrNonsenseIsNothing() {
        for environment in [
            [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "41", "LISTEN_FDS": "1"], ["LISTEN_PID": "42"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "-1"], ["LISTEN_PID": "42", "LISTEN_FDS": "99999999999999999999"],
            ["LISTEN_PID": "42", "LISTEN_FDS": "0"], ["LISTEN_PID": "x", "LISTEN_FDS": "1"],
        ] { #expect(handed(environment) == []) }
    }

    @Test func purposesComeFromTheNameElseFromTheFile() {
        typealias Purpose = ActivationSockets.Purpose
        #expect(Purpose(name: "tools", path: "/run/kagami.sock") == .tools)
        #expect(Purpose(name: "kagami@kiosk.socket", path: "/run/kagami/kiosk/wayland-0") == .wayland)
        #expect(Purpose(name: "", path: "/run/kagami/kiosk/kagami-tools") == .tools)
        #expect(Purpose(name: "", path: "/run/kagami/kiosk/wayland-0-tools") == .tools)
        #expect(Purpose(name: "unknown", path: "/run/kagami/kiosk/kagami.sock") == .control)
    }
}
