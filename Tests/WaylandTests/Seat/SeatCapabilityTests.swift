import Geometry
import Mirroring
import Testing
import WaylandBinding

@testable import Wayland

/// The seat has touch from the first touchscreen on.
@Suite struct SeatCapabilityTests {
    private static let withoutTouch: UInt32 = 3
    private static let withTouch: UInt32 = 7

    private let server: TestServer
    private let surfaces: SurfaceClient
    private let seat: UInt32

    init() throws {
        server = try TestServer(layout: .filling, hasTouchscreen: false)
        surfaces = SurfaceClient(server)
        seat = surfaces.wire.bind("wl_seat")
        surfaces.wire.roundTrip()
    }

    /// The capabilities that a seat's object was sent, oldest first.
    private func told(_ seat: UInt32) -> [UInt32] {
        surfaces.wire.roundTrip()
        return surfaces.wire.events(of: seat, 0).map { $0.words[0] }
    }

    @Test func touchComesWithTheFirstTouchscreenAndStays() {
        #expect(told(seat) == [Self.withoutTouch])
        server.content.deliver(.touchscreenCame)
        #expect(told(seat) == [Self.withoutTouch, Self.withTouch])
        server.content.deliver(.touchscreenCame)
        #expect(told(seat) == [Self.withoutTouch, Self.withTouch])
        #expect(told(surfaces.wire.bind("wl_seat")) == [Self.withTouch])
    }

    @Test func touchOfASeatThatNeverHadAnyIsAnError() {
        _ = surfaces.wire.create(seat, 2)
        surfaces.wire.roundTrip()
        #expect(surfaces.wire.error?.object == seat)
        #expect(surfaces.wire.error?.code == WlSeat.ErrorCode.missingCapability.rawValue)
    }

    /// Until it has asked for touch.
    @Test func aClientFromBeforeGetsFingersAsAPointerAndThenAsTouches() {
        let pointer = surfaces.wire.create(seat, 0)
        let base = surfaces.wire.bind("xdg_wm_base")
        let surface = surfaces.makeSurface()
        let shell = surfaces.wire.create(base, 2, [.uint(surface)])
        _ = surfaces.wire.create(shell, 1)
        surfaces.commit(surface)
        surfaces.wire.send(shell, 4, [.uint(surfaces.wire.events(of: shell, 0)[0].words[0])])
        surfaces.show(surfaces.makeBuffer(640, 480), on: surface)
        server.content.deliver(.touchscreenCame)
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        surfaces.wire.roundTrip()
        #expect(surfaces.wire.events(of: pointer, 3).count == 2, "a click")
        let touch = surfaces.wire.create(seat, 2)
        surfaces.wire.roundTrip()
        server.touch(.down(0, 100, 50))
        server.touch(.up(0))
        surfaces.wire.roundTrip()
        #expect(surfaces.wire.events(of: touch, 0).count == 1)
        #expect(surfaces.wire.events(of: pointer, 3).count == 2)
    }
}
