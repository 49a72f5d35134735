import Mirroring
import Testing

@testable import Machine

/// What `pw-dump` says of sinks, cards and the user's choice.
@Suite struct SoundGraphTests {
    private static let sinks = """
        [
          { "id": 40, "type": "PipeWire:Interface:Device", "info": { "props": { "device.api": "alsa" }, "params": {
            "EnumProfile": [ { "index": 1, "classes": [ 2, [ "Audio/Sink", 1 ] ] } ],
            "EnumRoute": [
              { "index": 0, "direction": "Input", "available": "unknown", "info": [ 1, "port.type", "mic" ], "devices": [ 1 ] },
              { "index": 1, "direction": "Output", "available": "yes",
                "info": [ 3, "port.type", "hdmi", "device.product.name", "LG TV", "card.profile.port", 4 ], "devices": [ 3 ] },
              { "index": 2, "direction": "Output", "available": "no",
                "info": [ 2, "port.type", "hdmi", "device.product.name", "Gone" ], "devices": [ 7 ] } ] } } },
          { "id": 51, "type": "PipeWire:Interface:Node", "info": { "props": {
            "media.class": "Audio/Sink", "node.name": "card.analog", "node.description": "Speakers",
            "device.id": 40, "card.profile.device": 0 } } },
          { "id": 52, "type": "PipeWire:Interface:Node", "info": { "props": {
            "media.class": "Audio/Sink", "node.name": "card.hdmi", "node.description": "HDMI 1",
            "device.id": "40", "card.profile.device": 3, "priority.session": 696, "node.driver": true, "volume": 0.5 } } },
          { "id": 53, "type": "PipeWire:Interface:Node", "info": { "props": {
            "media.class": "Audio/Sink", "node.name": "card.gone", "device.id": 40, "card.profile.device": 7 } } },
          { "id": 54, "type": "PipeWire:Interface:Node", "info": { "props": {
            "media.class": "Stream/Output/Audio", "node.name": "player", "node.description": "LG TV" } } }
        ]

        """
    private static let choice = """
        [ { "id": 33, "type": "PipeWire:Interface:Metadata", "props": { "metadata.name": "default", "client.id": 3 },
            "metadata": [
              { "subject": 0, "key": "default.audio.sink", "type": "Spa:String:JSON", "value": { "name": "card.hdmi" } },
              { "subject": 0, "key": "default.configured.audio.sink", "type": "Spa:String:JSON",
                "value": { "name": "card.analog" } } ] },
          { "id": 34, "type": "PipeWire:Interface:Metadata", "props": { "metadata.name": "settings" },
            "metadata": [ { "subject": 0, "key": "clock.rate", "type": "", "value": 48000 } ] } ]

        """

    private func graph(_ texts: String...) throws -> SoundGraph {
        var graph = SoundGraph()
        for text in texts { graph.apply(try #require(PipeWireObject.all(in: Array(text.utf8)))) }
        return graph
    }

    @Test func theCardNamesTheDisplay() throws {
        let graph = try graph(Self.sinks)
        #expect(graph.sink(for: DisplayIdentity(model: "LG TV"), matching: nil)?.name == "card.hdmi")
        #expect(graph.sink(for: DisplayIdentity(model: "Gone"), matching: nil) == nil, "it is not plugged in any more")
        #expect(graph.sink(for: DisplayIdentity(), matching: nil) == nil)
    }

    @Test(arguments: [
        ("card.h*", "card.hdmi"), ("speakers", "card.analog"), ("card.*", "card.analog"), ("player", nil),
    ])
    func aPatternIsForTheNameAndTheDescription(_ pattern: String, _ name: String?) throws {
        let graph = try graph(Self.sinks)
        #expect(graph.sink(for: DisplayIdentity(model: "LG TV"), matching: TextPattern(pattern))?.name == name)
    }

    @Test func theChoiceIsTheUsersAndNotTheDefault() throws {
        var graph = try graph(Self.sinks)
        #expect(!graph.isComplete)
        graph = try self.graph(
            Self.sinks,
            #"[{"id":33,"type":"PipeWire:Interface:Metadata","props":{"metadata.name":"default"},"metadata":[]}]"#)
        #expect(!graph.isComplete, "its entries follow")
        graph = try self.graph(Self.sinks, Self.choice)
        #expect(graph.isComplete)
        #expect(graph.choice == SoundChoice(configured: "card.analog", current: "card.hdmi"))
    }

    @Test(arguments: [
        ("[ { \"volume\": 1.0, \"mute\": false, \"channelVolumes\": [ 0.064, 0.027 ] }, { } ]", 40),
        ("[ { \"channelVolumes\": [ 1 ] } ]", 100),
        ("[ { \"channelVolumes\": [ 1e300 ] } ]", 150), ("[ { \"channelVolumes\": [ ] } ]", nil), ("[ ]", nil),
    ])
    func theLoudestChannelIsTheVolume(_ controls: String, _ percent: Int?) throws {
        let graph = try graph(
            """
            [ { "id": 7, "type": "PipeWire:Interface:Node", "info": { "props": {
                "media.class": "Audio/Sink", "node.name": "a" }, "params": { "Props": \(controls) } } } ]

            """)
        #expect(graph.state(of: "a") == percent.map { SinkState(node: 7, volumePercent: $0) })
        #expect(graph.state(of: "b") == nil)
    }

    @Test func whatHasGoneIsNoSink() throws {
        let graph = try graph(Self.sinks, "[ { \"id\": 52, \"info\": null } ]\n")
        #expect(graph.sink(for: DisplayIdentity(model: "LG TV"), matching: nil) == nil)
        #expect(graph.sink(for: DisplayIdentity(), matching: TextPattern("card.*"))?.name == "card.analog")
    }

    @Test(arguments: ["", "[", "{}", "[1]", "[{\"id\":\"x\"}]", "[{}]", "null"])
    func whatIsNoArrayOfObjectsIsRefused(_ text: String) {
        #expect(PipeWireObject.all(in: Array(text.utf8)) == nil)
    }

    @Test func aNameIsHandedOverAsJSON() {
        #expect(PipeWireTools.command(for: .choose("a \"b\" \\\n"))[3] == #"{ "name": "a \"b\" \\\u000a" }"#)
        #expect(PipeWireTools.command(for: .forget) == ["pw-metadata", "-d", "0", "default.configured.audio.sink"])
    }
}
