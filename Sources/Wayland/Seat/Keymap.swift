import CLinux
import CXKB
import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// A keyboard layout compiled by xkbcommon, in the form sent to clients.
final class Keymap {
    let handle: OpaquePointer
    /// A sealed memory file with the keymap's text and its final NUL, opened read-only: clients older than version 7
    /// map it shared, which is impossible for a writable descriptor of a sealed file.
    let descriptor: CInt
    /// The size of the file in bytes.
    let size: Int
    /// False if the configured layout did not compile, so that this is the default layout.
    let isAsConfigured: Bool

    /// Compiles the layout that the configuration names.
    init(_ configuration: KeyboardConfiguration) throws(RuntimeError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { throw RuntimeError("xkb_context_new") }
        defer { xkb_context_unref(context) }
        let wanted = Self.compile(configuration, in: context)
        guard let keymap = wanted ?? Self.compile(KeyboardConfiguration(), in: context) else {
            throw RuntimeError("xkb_keymap_new_from_names", configuration.layout, errorNumber: EINVAL)
        }
        do {
            (descriptor, size) = try Self.file(of: keymap)
        } catch {
            xkb_keymap_unref(keymap)
            throw error
        }
        handle = keymap
        isAsConfigured = wanted != nil
    }

    /// Compiles a client's layout from `size` bytes of text in a file.
    init(reading file: CInt, size: Int) throws(RuntimeError) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { throw RuntimeError("xkb_context_new") }
        defer { xkb_context_unref(context) }
        let text = try Self.read(file, size: size)
        let keymap = text.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                xkb_keymap_new_from_buffer(
                    context, $0.baseAddress, $0.count, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
        }
        guard let keymap else { throw RuntimeError("xkb_keymap_new_from_buffer", errorNumber: EINVAL) }
        do {
            (descriptor, self.size) = try Self.file(of: keymap)
        } catch {
            xkb_keymap_unref(keymap)
            throw error
        }
        handle = keymap
        isAsConfigured = true
    }

    /// Far above the size of any real keymap, in bytes.
    private static let longestText = 1 << 20

    /// Reads the text without its final NUL. Only regular files are read: others might block.
    private static func read(_ file: CInt, size: Int) throws(RuntimeError) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw RuntimeError("fstat", "keymap") }
        guard status.st_mode & S_IFMT == S_IFREG, (1...longestText).contains(size), size <= Int(status.st_size) else {
            throw RuntimeError("read", "keymap", errorNumber: EINVAL)
        }
        var text = [UInt8](repeating: 0, count: size)
        let count = pread(file, &text, size, 0)
        guard count > 0 else { throw RuntimeError("read", "keymap") }
        return Array(text[..<count].prefix { $0 != 0 })
    }

    /// The key press that types a keysym: a key with its layout and the modifiers of its level.
    struct Stroke: Hashable {
        /// A Linux key code.
        var code: UInt32
        var modifiers: UInt32
        var layout: UInt32
    }

    /// The press with the fewest modifiers, of the first layout that has the keysym; nil if no key types it.
    func stroke(for keysym: UInt32) -> Stroke? {
        guard keysym != XKB_KEY_NoSymbol else { return nil }
        for layout in 0..<xkb_keymap_num_layouts(handle) {
            let found = (0...KeyboardState.lastCode).flatMap { strokes(for: keysym, with: $0, in: layout) }
            if let best = found.min(by: { $0.modifiers.nonzeroBitCount < $1.modifiers.nonzeroBitCount }) {
                return best
            }
        }
        return nil
    }

    /// The presses of one key that type a keysym: one for each level that has it.
    private func strokes(for keysym: UInt32, with code: UInt32, in layout: UInt32) -> [Stroke] {
        let key = code + KeyboardState.codeOffset
        guard layout < xkb_keymap_num_layouts_for_key(handle, key) else { return [] }
        return (0..<xkb_keymap_num_levels_for_key(handle, key, layout)).compactMap { level in
            var keysyms: UnsafePointer<xkb_keysym_t>?
            guard xkb_keymap_key_get_syms_by_level(handle, key, layout, level, &keysyms) == 1,
                keysyms?.pointee == keysym
            else { return nil }
            var masks = [xkb_mod_mask_t](repeating: 0, count: 16)
            let count = xkb_keymap_key_get_mods_for_level(handle, key, layout, level, &masks, masks.count)
            let fewest = masks.prefix(count).min { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
            return fewest.map { Stroke(code: code, modifiers: $0, layout: layout) }
        }
    }

    /// The character of a keysym; nil for keysyms of functions, and for control characters.
    static func character(of keysym: UInt32) -> Character? {
        guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(keysym)), scalar.value >= 0x20, scalar.value != 0x7f
        else { return nil }
        return Character(scalar)
    }

    /// The mask of a modifier; 0 for an unknown name.
    func mask(ofModifier name: String) -> UInt32 {
        let index = xkb_keymap_mod_get_index(handle, name)
        return index < 32 ? 1 << index : 0
    }

    deinit {
        close(descriptor)
        xkb_keymap_unref(handle)
    }

    private static func compile(_ configuration: KeyboardConfiguration, in context: OpaquePointer) -> OpaquePointer? {
        configuration.model.withCString { model in
            configuration.layout.withCString { layout in
                configuration.variant.withCString { variant in
                    configuration.options.withCString { options in
                        // Null means the default options, which the environment may set; an empty string means no options.
                        var names = xkb_rule_names(
                            rules: nil, model: model, layout: layout, variant: variant,
                            options: configuration.options.isEmpty ? nil : options)
                        return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
                    }
                }
            }
        }
    }

    private static func file(of keymap: OpaquePointer) throws(RuntimeError) -> (descriptor: CInt, size: Int) {
        guard let text = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else {
            throw RuntimeError("xkb_keymap_get_as_string", errorNumber: ENOMEM)
        }
        defer { free(text) }
        let size = strlen(text) + 1
        let writable = kagami_sealed_memfd("keymap", text, size)
        if writable < 0 { throw RuntimeError("memfd_create", "keymap") }
        let readOnly = open("/proc/self/fd/\(writable)", O_RDONLY | O_CLOEXEC)
        if readOnly < 0 { return (writable, size) }
        close(writable)
        return (readOnly, size)
    }
}
