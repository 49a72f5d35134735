import ControlSupport
import Mirroring
import Testing
import TestSupport

@testable import Control

/// Whatever the service publishes its clients can read back, as it was.
@Suite struct StrangersTextTests {
    private static let seeds = Effort.seeds(sample: 100, torture: 20000)

    /// What is decoded of the line that `value` makes, which breaks nowhere else and steers no terminal.
    private func returned<Value: Codable>(_ value: Value) throws -> Value {
        let json = JSONLine()
        let line = json.encode(value)
        let text = String(decoding: line, as: UTF8.self).unicodeScalars
        #expect(text.dropLast().allSatisfy { $0.isPrintable } && text.last == "\n")
        return try json.decode(Value.self, from: line.dropLast())
    }

    @Test(arguments: seeds)
    func statusAndPiPStatusAndMenuAndHUD(seed: UInt64) throws {
        var random = RandomStatus(seed: seed)
        let answer = ControlAnswer.success(StatusRequest.Reply(random.status()))
        #expect(try returned(answer) == answer)
    }

    @Test(arguments: seeds)
    func outputs(seed: UInt64) throws {
        var random = RandomStatus(seed: seed)
        let answer = ControlAnswer.success(random.outputs())
        #expect(try returned(answer) == answer)
    }

    @Test(arguments: seeds)
    func windows(seed: UInt64) throws {
        var random = RandomStatus(seed: seed)
        let windows = random.windows()
        let answer = ControlAnswer.success(WindowsRequest.Reply(windows))
        #expect(try returned(answer) == answer)
        for id in windows.compactMap(\.appID) {
            #expect(try returned(ActivateWindowRequest(appID: id)).appID == id)
            #expect(try returned(RegionRequest(.window(id))).part == .window(id))
        }
    }

    @Test(arguments: seeds)
    func configuration(seed: UInt64) throws {
        var random = RandomStatus(seed: seed)
        let answer = ControlAnswer.success(ShowConfigurationRequest.Reply(random.configuration()))
        #expect(try returned(answer) == answer)
    }

    @Test(arguments: seeds)
    func eventsAndHooks(seed: UInt64) throws {
        var random = RandomStatus(seed: seed)
        for _ in 0..<20 {
            let event = random.event()
            #expect(try returned(event) == event)
            let variables = event.variables
            #expect(variables["KAGAMI_EVENT"] == event.kind.rawValue)
            #expect(variables.values.allSatisfy { !$0.unicodeScalars.contains("\0") })
        }
    }

    @Test(arguments: seeds)
    func refusals(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let answer = ControlAnswer<Done>.failure(StrangersText.make(using: &random))
        #expect(try returned(answer) == answer)
    }

    /// A window without an application id has null there: no id is empty.
    @Test func anEmptyIDIsNone() {
        let line =
            #"{"app_id":"","application":"content","keyboard":false,"minimized":false,"title":null,"urgent":false}"#
        #expect(throws: ControlRequestError("app_id is not valid")) { try decoded(WindowStatus.self, line) }
        #expect(throws: ControlRequestError("app_id must not be empty")) {
            try decoded(ActivateWindowRequest.self, #"{"app_id":""}"#)
        }
    }
}
