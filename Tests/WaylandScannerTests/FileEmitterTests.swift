import Foundation
import Testing

@testable import WaylandScanner

@Suite struct FileEmitterTests {
    private func emit(_ body: String) throws -> [String: String] {
        let data = Data("<protocol name=\"p\">\(body)</protocol>".utf8)
        return try FileEmitter([try ProtocolParser.parse(data, path: "thing.xml")]).files
    }

    @Test func requestsAreDecodedByType() throws {
        let text = try #require(
            try emit(
                """
                <interface name="a_thing" version="2">
                  <enum name="bits" bitfield="true"><entry name="none" value="0"/><entry name="one" value="1"/></enum>
                  <request name="set"><arg name="in" type="int"/><arg name="bits" type="uint" enum="bits"/>
                    <arg name="other" type="object" interface="a_thing"/></request>
                </interface>
                """)["thing"])
        #expect(
            text.contains(
                "func set(_ resource: Resource<AThing>, `in`: Int32, bits: AThing.Bits, other: Resource<AThing>)"))
        #expect(text.contains("guard let a2 = Resource<AThing>.lookUp(arguments[2].o) else { return }"))
        #expect(text.contains("static let one = Bits(rawValue: 1)"))
        #expect(!text.contains("static let none"))
    }

    @Test func eventsNewerThanTheObjectAreNotSent() throws {
        let text = try #require(
            try emit(
                """
                <interface name="a_thing" version="5">
                  <event name="old"/><event name="fresh" since="4"><arg name="title" type="string"/></event>
                </interface>
                """)["thing"])
        #expect(text.contains("package func sendOld() {\n        guard"))
        #expect(text.contains("package func sendFresh(title: String) {\n        if self.version < 4 { return }"))
    }

    @Test func destructorsEndTheObject() throws {
        let text = try #require(
            try emit("<interface name=\"a\" version=\"1\"><request name=\"go\" type=\"destructor\"/></interface>")[
                "thing"])
        #expect(text.contains("handler?.go(resource)\n            resource.destroy()"))
        #expect(text.contains("extension ARequests {\n    package func go(_ resource: Resource<A>) {}"))
    }

    @Test func interfacesThatNobodyDescribesAreRefused() {
        #expect(throws: ScannerError.unknownInterface("b", usedBy: "a")) {
            try emit(
                """
                <interface name="a" version="1"><event name="e"><arg name="x" type="object" interface="b"/></event></interface>
                """)
        }
    }

    @Test(arguments: [("wl_surface", "WlSurface"), ("zxdg_output_v1", "ZxdgOutputV1"), ("type", "TypeCode")])
    func typesAreCamelCase(name: String, expected: String) {
        #expect(SwiftName.type(name) == expected)
    }

    @Test func entriesThatStartWithADigitGetTheEnumsName() {
        #expect(SwiftName.entry("90", of: "transform") == "transform90")
        #expect(SwiftName.entry("default", of: "kind") == "`default`")
    }
}
