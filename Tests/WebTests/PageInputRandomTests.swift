import Control
import Geometry
import Mirroring
import TestSupport
import Testing

@testable import kagami_web

/// Pages that press, release and leave at random, with whatever numbers they like.
@Suite struct PageInputRandomTests {
    /// What the service knows to be down.
    private struct Service {
        var fingers: Set<Int32> = []
        var buttons: Set<UInt32> = []
        var keys: Set<UInt32> = []
        var pen = (isNear: false, isDown: false)
        var penButtons: Set<UInt32> = []
        var (isScrolling, isGesturing) = (false, false)

        mutating func take(_ command: any ControlCommand) {
            switch command {
            case TouchRequest.down(let slot, _): #expect(fingers.insert(slot).inserted, "finger \(slot) is down twice")
            case TouchRequest.move(let slot, _): #expect(fingers.contains(slot), "finger \(slot) is not down")
            case TouchRequest.up(let slot), TouchRequest.cancel(let slot):
                #expect(fingers.remove(slot) != nil, "finger \(slot) is not down")
            case PointerRequest.button(let button, let isPressed): buttons.change(button, isPressed)
            case PointerRequest.fingerScroll(let dx, let dy): isScrolling = dx != 0 || dy != 0
            case GestureRequest.begin: isGesturing = true
            case GestureRequest.end: isGesturing = false
            case let key as KeyRequest: keys.change(key.code, key.pressed)
            case PenRequest.near: pen.isNear = true
            case PenRequest.down: pen.isDown = true
            case PenRequest.up: pen.isDown = false
            case PenRequest.away: pen = (false, false)
            case PenRequest.button(let button, let isPressed): penButtons.change(button, isPressed)
            default: break
            }
        }
    }

    @Test(arguments: Effort.seeds(sample: 20, torture: 2000))
    func nothingStaysDown(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let fingers = PageInput.Fingers()
        var pages = (0..<3).map { _ in PageInput(.full, fingers) }
        var service = Service()
        for _ in 0..<300 {
            let page = Int.random(in: 0..<3, using: &random)
            if random.chance(5) {
                for command in pages[page].release() { service.take(command) }
            } else if let command = try? pages[page].admit(command(&random)) {
                service.take(command)
            }
        }
        for page in pages.indices {
            for command in pages[page].release() { service.take(command) }
            #expect(pages[page].release().isEmpty)
        }
        #expect(service.fingers.isEmpty && service.buttons.isEmpty && service.keys.isEmpty)
        #expect(!service.pen.isNear && !service.pen.isDown && service.penButtons.isEmpty)
        #expect(!service.isScrolling && !service.isGesturing)
    }

    private func command(_ random: inout SplitMix64) -> any ControlCommand {
        let point = Point<PanelSpace>(x: 1, y: 2)
        let slot =
            random.chance(90) ? Int32.random(in: 0...3, using: &random) : .random(in: .min ... .max, using: &random)
        let code = UInt32.random(in: 28...31, using: &random)
        return switch Int.random(in: 0..<14, using: &random) {
        case 0...1: TouchRequest.down(slot: slot, point)
        case 2: TouchRequest.move(slot: slot, point)
        case 3: TouchRequest.up(slot: slot)
        case 4: TouchRequest.cancel(slot: slot)
        case 5: PointerRequest.button(code, pressed: random.chance(60))
        case 6: KeyRequest(code: code, pressed: random.chance(60))
        case 7: PenRequest.near(.pen, point, ToolAxes())
        case 8: random.chance(50) ? PenRequest.down(point, ToolAxes()) : PenRequest.up
        case 9: PenRequest.button(code, pressed: random.chance(60))
        case 10: PointerRequest.fingerScroll(dx: 0, dy: random.chance(60) ? 3 : 0)
        case 11: GestureRequest.begin(.swipe, fingers: 3)
        case 12: GestureRequest.end(isCancelled: false)
        default: PenRequest.away
        }
    }
}

extension Set {
    fileprivate mutating func change(_ member: Element, _ isIn: Bool) {
        if isIn { insert(member) } else { remove(member) }
    }
}
