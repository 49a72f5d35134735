import ControlSupport
import Geometry
import TestSupport
import Testing

@testable import Control
@testable import Mirroring

/// Schemas are made from the code that encodes; here they are compared with what it encodes.
@Suite struct JSONSchemaTests {
    @Test func everyStatusFitsAndEveryKeyOccurs() throws {
        var check = SchemaCheck(try JSONSchema(of: .status))
        for seed in Effort.seeds(sample: 300, torture: 20000) {
            var random = RandomStatus(seed: seed)
            try check.check(text(random.status()))
        }
        #expect(check.complaints.isEmpty, "\(check.complaints.prefix(5))")
        #expect(SchemaCheck.everything(of: check.schema).subtracting(check.seen) == [])
    }

    @Test func everyOutputFitsAndEveryKeyOccurs() throws {
        var check = SchemaCheck(try JSONSchema(of: .outputs))
        for seed in Effort.seeds(sample: 100, torture: 2000) {
            var random = RandomStatus(seed: seed)
            try check.check(text([random.output(), random.output()]))
        }
        #expect(check.complaints.isEmpty, "\(check.complaints.prefix(5))")
        #expect(SchemaCheck.everything(of: check.schema).subtracting(check.seen) == [])
    }

    @Test func everyWindowFitsAndEveryKeyOccurs() throws {
        var check = SchemaCheck(try JSONSchema(of: .windows))
        for (appID, title) in [("foot", nil), (nil, "~")] as [(AppID?, String?)] {
            let window = WindowStatus(
                application: .content, appID: appID, title: title, hasKeyboard: true, isMinimized: false, isUrgent: true
            )
            try check.check(text([window]))
        }
        #expect(check.complaints.isEmpty, "\(check.complaints.prefix(5))")
        #expect(SchemaCheck.everything(of: check.schema).subtracting(check.seen) == [])
    }

    @Test func everyEventFitsAndEveryKeyOccurs() throws {
        var check = SchemaCheck(try JSONSchema(of: .events))
        let other: [ServiceEvent.Occurrence] = [
            .applicationExited(pid: 1, status: 2, signal: nil), .panelApplicationExited(pid: 1, status: nil, signal: 9),
            .hookFailed(hook: "sleep", program: "a", status: nil, signal: 9, reason: "was killed by signal 9"),
        ]
        for occurrence in ServiceEventTests.cases.map(\.0) + other {
            try check.check(text(ServiceEvent(occurrence, at: Timestamp(microseconds: 42))))
        }
        #expect(check.complaints.isEmpty, "\(check.complaints.prefix(5))")
        #expect(SchemaCheck.everything(of: check.schema).subtracting(check.seen) == [])
    }

    @Test func theCheckHasTeeth() throws {
        for (line, complaint) in [
            (
                #"[{"application":"content","app_id":null,"title":null,"keyboard":true,"minimized":1,"urgent":true}]"#,
                "minimized"
            ),
            (
                #"[{"application":"other","app_id":null,"title":null,"keyboard":true,"minimized":true,"urgent":true}]"#,
                "application"
            ),
            (
                #"[{"application":"content","app_id":null,"title":null,"keyboard":true,"urgent":true}]"#,
                "minimized is missing"
            ),
            (
                #"[{"application":"content","app_id":4,"title":null,"keyboard":true,"minimized":true,"urgent":true}]"#,
                "app_id"
            ),
            (
                #"[{"a":1,"application":"content","app_id":"","title":"","keyboard":true,"minimized":true,"urgent":true}]"#,
                "a is not"
            ),
            (#"{}"#, "is not list"),
        ] {
            var check = SchemaCheck(try JSONSchema(of: .windows))
            try check.check(line)
            #expect(check.complaints.count == 1, "\(line)")
            #expect(check.complaints.first?.contains(complaint) == true, "\(check.complaints)")
        }
    }

    @Test func theSchemaIsJSONSchema() throws {
        let schema = text(try JSONSchema(of: .windows))
        for part in [
            #""$schema":"https://json-schema.org/draft/2020-12/schema""#, ##""items":{"$ref":"#/$defs/WindowStatus"}"##,
            #""title":{"anyOf":[{"type":"string"},{"type":"null"}]}"#, #""keyboard":{"type":"boolean"}"#,
            #""required":["app_id","application","keyboard","minimized","title","urgent"]"#,
        ] { #expect(schema.contains(part), "\(part)") }
    }

    /// A value that writes null or an object of no type would be described wrongly, so that it is refused instead.
    @Test func whatCannotBeDescribedIsRefused() {
        struct Odd: Codable {
            enum CodingKeys: CodingKey { case a }
            init(from _: any Decoder) {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encodeNil(forKey: .a)
            }
        }
        struct Bare: Codable {
            enum CodingKeys: CodingKey { case a }
            init(from _: any Decoder) {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
                try inner.encode(1, forKey: .a)
            }
        }
        struct Listing: Codable {
            init(from _: any Decoder) {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
            }
        }
        for type: any Encodable.Type in [Odd.self, Bare.self, Listing.self] {
            #expect(throws: ShapeError.self) { try ShapeFinder().shape(of: type) }
        }
        #expect(throws: ShapeError.self) { try ShapeFinder().shape(of: [[String: Int]].self) }
    }
}
