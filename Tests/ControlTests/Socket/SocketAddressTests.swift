import Testing

@testable import Control

@Suite struct SocketAddressTests {
    @Test func optionBeatsVariableBeatsRuntimeDirectory() throws {
        let environment = ["KAGAMI_SOCKET": "/k", "XDG_RUNTIME_DIR": "/run/user/1"]
        #expect(try SocketAddress(explicit: "/x", environment: environment).path == "/x")
        #expect(try SocketAddress(explicit: nil, environment: environment).path == "/k")
        #expect(
            try SocketAddress(explicit: nil, environment: ["KAGAMI_SOCKET": "", "XDG_RUNTIME_DIR": "/run/user/1"]).path
                == "/run/user/1/kagami.sock")
    }

    @Test func nothingSetIsAnErrorThatSaysWhatToSet() {
        for directory in ["", "run"] {
            #expect(throws: ControlError.noPath) {
                try SocketAddress(explicit: nil, environment: ["XDG_RUNTIME_DIR": directory], isRoot: false)
            }
        }
        #expect(ControlError.noPath.description.contains("XDG_RUNTIME_DIR"))
    }

    @Test func rootHasAPlaceOfItsOwn() throws {
        #expect(try SocketAddress(explicit: nil, environment: [:], isRoot: true).path == "/run/kagami/kagami.sock")
    }

    @Test func pathMustFitTheKernelsField() throws {
        let longest = "/" + String(repeating: "a", count: 106)
        #expect(try SocketAddress(path: longest).path == longest)
        #expect(throws: ControlError.pathTooLong(longest + "a")) { try SocketAddress(path: longest + "a") }
        #expect(throws: ControlError.pathTooLong("")) { try SocketAddress(path: "") }
    }
}
