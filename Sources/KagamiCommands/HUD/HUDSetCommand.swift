import ArgumentParser
import Control

/// `kagami hud set`.
struct HUDSetCommand: ParsableCommand {
    enum Microphone: String, ExpressibleByArgument, CaseIterable {
        case on, off, none
    }

    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Change the status bar's values; those not named stay.",
        discussion: """
            Pictures are PNG or JPEG files; an empty name removes a picture.

            Example: kagami hud set --text 'Evening stream' --viewers 12
            """)

    @Option(help: "Add a comment below the others.")
    var comment: String?

    @Option(help: ArgumentHelp("Keep a comment above the others; an empty one removes it.", valueName: "comment"))
    var pin: String?

    @Option(help: "The author of the comment, or the giver of the gift.")
    var author: String?

    @Flag(help: "Remove all comments first.")
    var clearComments = false

    // A negative number is reported as a bad number, not as an unknown option.
    @Option(parsing: .unconditional, help: "The number of gifts.", transform: HUDCount.parse)
    var gifts: Int?

    @Option(help: ArgumentHelp("Show a gift below the comments and count it.", valueName: "name"))
    var gift: String?

    @Option(help: ArgumentHelp("The gift's picture.", valueName: "file"))
    var giftPicture: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of the gift. (default: 1)", valueName: "count"),
        transform: HUDCount.parse)
    var giftCount: Int?

    @Option(parsing: .unconditional, help: "The number of people watching.", transform: HUDCount.parse)
    var viewers: Int?

    @Option(
        help: ArgumentHelp("The start of the elapsed time: now, none, or seconds since 1970.", valueName: "instant"))
    var start: StartArgument?

    @Option(help: ArgumentHelp("The elapsed time so far.", valueName: "hh:mm:ss"))
    var elapsed: ElapsedArgument?

    @Option(help: "The microphone's state, or none to hide it.")
    var microphone: Microphone?

    @Option(help: ArgumentHelp("A picture of the streamer.", valueName: "file"))
    var avatar: String?

    @Option(help: ArgumentHelp("The picture behind everything.", valueName: "file"))
    var background: String?

    @Option(help: "Free text, such as a title.")
    var text: String?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if author != nil, comment == nil, gift == nil, pin == nil {
            throw ValidationError("--author needs a --comment, --pin or --gift")
        }
        if giftPicture != nil || giftCount != nil, gift == nil {
            throw ValidationError("--gift-picture and --gift-count need a --gift")
        }
        if start != nil, elapsed != nil { throw ValidationError("--start and --elapsed exclude each other") }
    }

    func run() throws {
        let opened = try OpenedValues(values())
        try connection.perform(
            HUDRequest.set(opened.values), with: opened.files, patienceSeconds: HUDCommand.decodingPatienceSeconds)
    }

    func values() -> HUDValues {
        var values = HUDValues()
        values.clearsComments = clearComments
        values.comment = comment.map { HUDValues.Comment(author: author ?? "", text: $0) }
        if let pin {
            values.pin = pin.isEmpty ? .remove : .set(HUDValues.Comment(author: author ?? "", text: pin))
        }
        values.gifts = gifts
        values.gift = gift.map {
            HUDValues.Gift(
                name: $0, count: giftCount ?? 1, author: author ?? "",
                picture: giftPicture.map { HUDValues.File.path($0) })
        }
        values.viewers = viewers
        if let start { values.start = start.setting }
        values.elapsed = elapsed?.seconds
        switch microphone {
        case .on: values.microphone = .set(true)
        case .off: values.microphone = .set(false)
        case .some(.none): values.microphone = .remove
        case nil: break
        }
        if let avatar { values.avatar = .set(.path(avatar)) }
        if let background { values.background = .set(.path(background)) }
        values.text = text
        return values
    }
}

/// A count that the bar shows.
enum HUDCount {
    static func parse(_ argument: String) throws -> Int {
        guard let number = Int(argument), (0...HUDValues.maximumCount).contains(number) else {
            throw ValidationError("use a whole number, 0 to \(HUDValues.maximumCount)")
        }
        return number
    }
}

/// `now`, `none` or seconds since 1970.
struct StartArgument: ExpressibleByArgument {
    let setting: HUDValues.Setting<HUDValues.Start>

    init?(argument: String) {
        switch argument {
        case "now": setting = .set(.now)
        case "none": setting = .remove
        default:
            guard let seconds = Double(argument), (0...1e11).contains(seconds) else { return nil }
            setting = .set(.unixTime(seconds))
        }
    }
}

/// Hours, minutes and seconds, or fewer of them.
struct ElapsedArgument: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for part in parts {
            guard let part, (0...999_999).contains(part) else { return nil }
            seconds = seconds * 60 + part
        }
        guard seconds <= 1_000_000_000 else { return nil }
        self.seconds = Double(seconds)
    }
}
