import CLinux
import CRemote
import ConfigurationFiles
import Control
import Glibc
import KagamiCommands
import Mirroring
import Runtime

/// What comes from the service.
protocol ScreenConnectionObserver: AnyObject {
    func outputChanged(_ output: ListedOutput)
    func outputLeft(_ number: UInt32)
    /// A copy needs memory for a picture in this format.
    func copyNeeds(_ size: PixelSize, stride: Int, isXRGB: Bool)
    func copyDamaged(_ rect: kagami_rect)
    func copyDone()
    func copyFailed()
    func serviceEnded()
}

/// What happens to the service's clipboard.
protocol ClipboardObserver: AnyObject {
    /// The clipboard has changed; `isOwn` if it has what was offered here.
    func clipboardChanged(hasText: Bool, isOwn: Bool)
    /// A program pastes the offered text, which it reads from the descriptor, the callee's from now on.
    func clipboardWanted(_ descriptor: CInt)
    /// The offered text has been replaced.
    func clipboardLost()
}

/// An output as the service lists it for tools.
struct ListedOutput: Hashable {
    var number: UInt32
    var name: String
    var size: PixelSize
}

/// The connection to the service's Wayland socket for tools.
final class ScreenConnection {
    weak var observer: (any ScreenConnectionObserver)?
    weak var clipboardObserver: (any ClipboardObserver)?
    /// The outputs that are there, in the service's order.
    private(set) var outputs: [ListedOutput] = []
    // Set once, by `init`.
    private var screens: OpaquePointer?
    private var source: DescriptorSource?
    private let loop: EventLoop

    /// Connects to the socket of this name or path.
    init(to socket: String, loop: EventLoop) throws {
        self.loop = loop
        var events = kagami_screens_events()
        events.context = Unmanaged.passUnretained(self).toOpaque()
        events.output = { context, number, name, width, height in
            guard let name else { return }
            let size = PixelSize(width: Int(width), height: Int(height))
            ScreenConnection.from(context)?.changed(
                ListedOutput(number: number, name: String(cString: name), size: size))
        }
        events.output_left = { context, number in ScreenConnection.from(context)?.left(number) }
        events.wants_buffer = { context, format, width, height, stride in
            // wl_shm's numbers of ARGB and XRGB with 8 bits each
            ScreenConnection.from(context)?.observer?.copyNeeds(
                PixelSize(width: Int(width), height: Int(height)), stride: Int(stride), isXRGB: format <= 1)
        }
        events.damaged = { context, x, y, width, height in
            ScreenConnection.from(context)?.observer?.copyDamaged(
                kagami_rect(
                    x: UInt16(clamping: x), y: UInt16(clamping: y), width: UInt16(clamping: width),
                    height: UInt16(clamping: height)))
        }
        events.copied = { context in ScreenConnection.from(context)?.observer?.copyDone() }
        events.failed = { context in ScreenConnection.from(context)?.observer?.copyFailed() }
        events.clipboard = { context, hasText, isOwn in
            ScreenConnection.from(context)?.clipboardObserver?.clipboardChanged(hasText: hasText, isOwn: isOwn)
        }
        events.wants_text = { context, descriptor in
            guard let observer = ScreenConnection.from(context)?.clipboardObserver else {
                close(descriptor)
                return
            }
            observer.clipboardWanted(descriptor)
        }
        events.lost_clipboard = { context in ScreenConnection.from(context)?.clipboardObserver?.clipboardLost() }
        screens = kagami_screens_connect(socket, &events)
        guard screens != nil else {
            throw CommandFailure(
                "cannot connect to kagami's socket for tools, \(socket): \(String(cString: strerror(errno))); "
                    + "run as the user who runs kagami, with the same XDG_RUNTIME_DIR")
        }
        if let missing = kagami_screens_lack(screens) {
            throw CommandFailure(
                "\(socket) has no \(String(cString: missing)): is it kagami's socket for tools? "
                    + "kagami status prints its name")
        }
        source = try loop.watch(kagami_screens_descriptor(screens)) { [weak self] _ in self?.dispatch() }
        loop.beforeSleep { [weak self] in self?.flush() }
    }

    deinit {
        source?.cancel()
        if let screens { kagami_screens_close(screens) }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ScreenConnection? {
        context.map { Unmanaged<ScreenConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func changed(_ output: ListedOutput) {
        if let index = outputs.firstIndex(where: { $0.number == output.number }) {
            outputs[index] = output
        } else {
            outputs.append(output)
        }
        observer?.outputChanged(output)
    }

    private func left(_ number: UInt32) {
        outputs.removeAll { $0.number == number }
        observer?.outputLeft(number)
    }

    private func dispatch() {
        if !kagami_screens_dispatch(screens) { end() }
    }

    /// Sends what is queued, as the loop does before it sleeps.
    func flush() {
        if source != nil, !kagami_screens_flush(screens) { end() }
    }

    private func end() {
        source?.cancel()
        source = nil
        observer?.serviceEnded()
    }

    // MARK: Copies

    func beginCopy(of output: UInt32) -> Bool { kagami_screens_copy(screens, output) }

    func fill(_ pixels: SharedPixels, whenChanged: Bool) {
        if let shared = pixels.shared { kagami_screens_fill(screens, shared, whenChanged) }
    }

    func cancelCopy() {
        kagami_screens_cancel(screens)
    }

    func makePixels(_ size: PixelSize, stride: Int) -> SharedPixels? {
        let xrgb8888: UInt32 = 1
        return kagami_pixels_make(screens, xrgb8888, UInt32(size.width), UInt32(size.height), UInt32(stride))
            .flatMap { SharedPixels(shared: $0, over: self, size: size, stride: stride) }
    }

    // MARK: The clipboard

    /// Follows the clipboard from now on; false if the service has no protocol for it.
    func openClipboard() -> Bool { kagami_clipboard_open(screens) }

    /// Puts a text into the clipboard, which the observer is asked for.
    func offerText() -> Bool { kagami_clipboard_offer(screens) }

    /// The pipe that the clipboard's text comes through; nil without a text.
    func receiveText() -> CInt? {
        let descriptor = kagami_clipboard_receive(screens)
        return descriptor < 0 ? nil : descriptor
    }

    // MARK: Input

    /// The time of an event in milliseconds.
    private var time: UInt32 { UInt32(truncatingIfNeeded: loop.turnTime / 1000) }

    func openPointer(on output: UInt32) {
        _ = kagami_pointer_open(screens, output)
    }

    func perform(_ actions: [PointerAction], on size: PixelSize) {
        for action in actions {
            switch action {
            case .move(let x, let y):
                kagami_pointer_move(
                    screens, time, UInt32(clamping: x), UInt32(clamping: y), UInt32(clamping: size.width),
                    UInt32(clamping: size.height))
            case .button(let code, let isPressed): kagami_pointer_button(screens, time, code, isPressed)
            case .scroll(let isSideways, let clicks): kagami_pointer_scroll(screens, time, isSideways, clicks)
            }
            kagami_pointer_frame(screens)
        }
    }

    func perform(_ actions: [KeyboardAction]) {
        for action in actions {
            switch action {
            case .map(let text):
                let bytes = Array(text.utf8) + [0]
                let file = kagami_sealed_memfd("kagami-remote-keymap", bytes, bytes.count)
                guard file >= 0 else { continue }
                kagami_keyboard_map(screens, file, UInt32(bytes.count))
                close(file)
            case .modifiers(let pressed): kagami_keyboard_modifiers(screens, pressed, 0)
            case .key(let code, let isPressed): kagami_keyboard_key(screens, time, code, isPressed)
            }
        }
    }
}
