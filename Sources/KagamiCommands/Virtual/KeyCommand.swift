import ArgumentParser
import ConfigurationFiles
import Control

/// `kagami virtual key ...`: one key or chord, or a text.
struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Press keys of the virtual keyboard.",
        subcommands: [Send.self, TypeText.self], defaultSubcommand: Send.self)

    /// `kagami virtual key KEY [press|release|tap]`.
    struct Send: ParsableCommand {
        enum Action: String, ExpressibleByArgument, CaseIterable {
            case press, release, tap
        }

        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Press and release a key or a chord (the default).",
            discussion: "Example: kagami virtual key leftctrl+c")
        @Argument(
            help: "A key such as enter, f1 or leftctrl, a chord such as leftctrl+c, or a Linux event code.",
            transform: KeyChord.parse)
        var key: KeyChord
        @Argument(help: "The action.") var action = Action.tap
        @OptionGroup var connection: SocketOption

        func run() throws {
            let client = try connection.connect()
            for stroke in strokes { try client.perform(stroke) }
        }

        /// A chord's keys go down in order and up in the reverse.
        var strokes: [KeyRequest] {
            let down = key.codes.map { KeyRequest(code: $0, pressed: true) }
            let up = key.codes.reversed().map { KeyRequest(code: $0, pressed: false) }
            return switch action {
            case .press: down
            case .release: up
            case .tap: down + up
            }
        }
    }

    /// `kagami virtual key type TEXT`.
    struct TypeText: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "type", abstract: "Type text on a keyboard of the US layout.",
            discussion: "Example: kagami virtual key type 'echo hello\\n'")
        @Argument(help: "Printable ASCII; \\n and \\t in it are Enter and Tab.")
        var text: String
        @OptionGroup var connection: SocketOption

        func validate() throws {
            _ = try strokes
        }

        func run() throws {
            let client = try connection.connect()
            for stroke in try strokes { try client.perform(stroke) }
        }

        var strokes: [KeyRequest] {
            get throws {
                do throws(KeyboardText.Untypable) {
                    return try KeyboardText.strokes(for: text)
                } catch {
                    throw ValidationError("'\(error.character)' is not on a US keyboard.")
                }
            }
        }
    }
}

/// Keys held together, by names joined with `+` or by Linux event codes.
struct KeyChord: Hashable {
    let codes: [UInt32]

    /// Parses a chord; the error names the word that is not a key, and a key that may be meant.
    static func parse(_ argument: String) throws -> KeyChord {
        let names = argument.split(separator: "+", omittingEmptySubsequences: false).map { $0.lowercased() }
        let codes = try names.map { name in
            guard let code = KeyNames.code(of: name) else {
                let meant = KeyNames.nearest(to: name).map { ": did you mean \($0)?" } ?? ""
                throw ValidationError("'\(name)' is no key\(meant); use names such as enter, esc or leftctrl+c")
            }
            return code
        }
        guard Set(codes).count == codes.count else { throw ValidationError("a key is in it twice") }
        return KeyChord(codes: codes)
    }
}
