import Foundation
import Testing

@testable import WaylandScanner

@Suite struct ProtocolParserTests {
    private func parse(_ body: String) throws -> ProtocolDescription {
        try ProtocolParser.parse(Data("<protocol name=\"p\">\(body)</protocol>".utf8), path: "/x/some-name.xml")
    }

    @Test func messagesKeepTheirOrderAndSignatures() throws {
        let description = try parse(
            """
            <interface name="a_thing" version="3">
              <request name="destroy" type="destructor"/>
              <request name="set" since="2">
                <arg name="who" type="object" interface="a_thing" allow-null="true"/>
                <arg name="where" type="fixed"/>
                <arg name="title" type="string" allow-null="true"/>
                <arg name="file" type="fd"/>
              </request>
              <event name="made"><arg name="id" type="new_id" interface="a_thing"/><arg name="keys" type="array"/></event>
            </interface>
            """)
        #expect(description.stem == "some-name")
        let interface = try #require(description.interfaces.first)
        #expect(interface.version == 3)
        #expect(interface.requests.map(\.signature) == ["", "2?of?sh"])
        #expect(interface.requests[0].isDestructor)
        #expect(interface.events.map(\.signature) == ["na"])
    }

    @Test func entriesMayBeHexadecimal() throws {
        let description = try parse(
            """
            <interface name="a" version="1"><enum name="flags" bitfield="true">
            <entry name="low" value="1"/><entry name="high" value="0x80000000"/></enum></interface>
            """)
        let flags = try #require(description.interfaces.first?.enums.first)
        #expect(flags.isBitfield)
        #expect(flags.entries.map(\.value) == [1, 0x8000_0000])
    }

    @Test(arguments: [
        "<interface version=\"1\"/>",
        "<interface name=\"a\" version=\"1\"><request name=\"r\"><arg name=\"x\" type=\"y\"/></request></interface>",
        "<interface name=\"a\" version=\"1\"><enum name=\"e\"><entry name=\"x\" value=\"many\"/></enum></interface>",
        "<interface name=\"a\" version=\"1\">",
    ])
    func malformedFilesAreRefused(body: String) {
        #expect(throws: ScannerError.self) { try parse(body) }
    }
}
