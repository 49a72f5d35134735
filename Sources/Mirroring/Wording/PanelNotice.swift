/// A notice on the panel, in each of the service's languages.
package enum PanelNotice: Hashable, Sendable {
    case pipFailed(PiPFailure)
    case playbackFailed(PlaybackFailure)
    case noPanelApplication
    case externalRefused(OutputID, ExternalObstacle?)
    /// A display that was plugged in beside the external, and whether it shows a copy.
    case anotherDisplay(String, isCopy: Bool)
    /// The controller is still zoomed in as it was left.
    case stillZoomed
    /// For a television, which is read from across a room.
    case largerText
    case commandFailed(name: String, ProgramFailure)
    case screenshotFailed(path: String?, ProgramFailure)
    /// Words from elsewhere, such as a player's, in any language.
    case verbatim(String)

    package func text(in language: Language) -> String {
        switch self {
        case .pipFailed(let failure): Self.noPicture.text(in: language) + failure.notice.text(in: language)
        case .playbackFailed(let failure): failure.notice.text(in: language)
        case .noPanelApplication: Self.noApplication.text(in: language)
        case .anotherDisplay(let name, let isCopy): name + (isCopy ? Self.copies : Self.isThere).text(in: language)
        case .stillZoomed: Self.zoomed.text(in: language)
        case .largerText: Self.larger.text(in: language)
        case .externalRefused(let output, let obstacle):
            "\(output): " + (obstacle?.notice ?? Self.noMode).text(in: language)
        case .commandFailed(let name, let failure):
            "\(PanelText.commandFailed.text(in: language))\(name): \(failure.notice.text(in: language))"
        case .screenshotFailed(let path, let failure):
            PanelText.screenshotFailed.text(in: language) + (path.map { "\($0): " } ?? "")
                + failure.notice.text(in: language)
        case .verbatim(let text): text
        }
    }

    private static let noPicture = LocalizedText("no picture in picture: ", "小窓を表示できません: ")
    private static let noApplication = LocalizedText(
        "no panel application is running", "パネルのアプリは起動していません")
    private static let isThere = LocalizedText(
        " is plugged in, too: Main display, in the menu, moves the content there",
        "も接続されました。メニューの「メイン画面」で切り替えられます")
    private static let copies = LocalizedText(
        " shows a copy: Main display, in the menu, lays the content out for it",
        "にも同じ画面を表示します。メニューの「メイン画面」で切り替えられます")
    private static let zoomed = LocalizedText(
        "zoomed in as last time: Zoom, in the menu, shows everything",
        "前回の拡大表示です。メニューの「ズーム」で全体を表示します")
    private static let larger = LocalizedText(
        "for reading from across the room: Larger text, in the menu",
        "離れて見るときは、メニューの「文字を大きく」で読みやすくなります")
    private static let noMode = LocalizedText("the display accepts none of its modes", "使用できる解像度がありません")
}

extension PiPFailure {
    /// The reason as the panel shows it.
    package var notice: LocalizedText {
        switch self {
        case .impossible(let obstacle): obstacle.notice
        case .timedOut: LocalizedText(description, "映像が時間内に届きませんでした")
        case .replaced: LocalizedText(description, "別の要求に置き換えられました")
        case .stopped: LocalizedText(description, "表示される前に停止されました")
        case .sourceGone: LocalizedText(description, "映像の元がなくなりました")
        case .sourceFailed(let reason): LocalizedText(reason, "映像の元を読み取れません")
        }
    }
}

extension PiPObstacle {
    /// The reason as the panel shows it.
    package var notice: LocalizedText {
        let japanese =
            switch self {
            case .noPanel: "パネルがオフです"
            case .noPanelApplication: "代わりに表示するパネルのアプリがありません"
            case .noExternal: "外部ディスプレイに内容が表示されていません"
            case .onExternal: "内容は外部ディスプレイに表示されています"
            case .noContent: "アプリは何も表示していません"
            case .noSuchWindow: "そのアプリのウィンドウはありません"
            case .cameraEnded: "カメラの表示が終了しました"
            case .noCameraPlayer: "カメラを表示できません"
            case .windowInFullView: "ウィンドウはパネル全体に表示されています"
            case .noHUD: "ステータスバーが設定されていません"
            }
        return LocalizedText(rawValue, japanese)
    }
}

extension PlaybackFailure {
    /// The reason as the panel shows it.
    package var notice: LocalizedText {
        let japanese =
            switch self {
            case .noTimeline: "再生位置を操作できません"
            case .notActive: "小窓は表示されていません"
            case .timedOut: "再生側から時間内に応答がありませんでした"
            case .sourceGone: "映像の元がなくなりました"
            }
        return LocalizedText(rawValue, japanese)
    }
}

extension ExternalObstacle {
    /// The reason as the panel shows it.
    package var notice: LocalizedText {
        let japanese =
            switch self {
            case .notConnected: "接続されていません"
            case .isPanel: "パネルとして使用中です"
            case .noPicture: "表示できる映像がありません"
            case .isController: "操作画面として使用中です"
            case .isOwn: "別のアプリを表示中です"
            case .notUsed: "使用していません"
            }
        return LocalizedText(rawValue, japanese)
    }
}

extension ProgramFailure {
    /// The reason as the panel shows it.
    package var notice: LocalizedText {
        switch self {
        case .tooMany(let count):
            LocalizedText(
                "\(count) programs of the menu are running already: end some",
                "メニューのプログラムが\(count)個起動中です。いくつか終了してください")
        case .noFolderForPictures:
            LocalizedText(
                "there is no folder for pictures: set HOME or XDG_PICTURES_DIR",
                "保存先がありません。HOMEかXDG_PICTURES_DIRを設定してください")
        case .exited(let code):
            LocalizedText("ended with \(code); see the service's log", "終了コード\(code)。サービスのログを見てください")
        case .signaled(let number): LocalizedText("ended by signal \(number)", "シグナル\(number)で終了しました")
        case .notStarted(let reason): LocalizedText(reason, reason)
        }
    }
}

/// A small sign on the panel that stays while its text is true.
package struct PanelSign: Hashable, Sendable {
    package enum Words: Hashable, Sendable {
        case fixed(PanelText)
        /// A text that is the same in every language, such as a time.
        case verbatim(String)

        package func text(in language: Language) -> String {
            switch self {
            case .fixed(let text): text.text(in: language)
            case .verbatim(let text): text
            }
        }
    }

    package let text: Words
    package let tone: SignTone

    package init(_ text: Words, _ tone: SignTone) {
        self.text = text
        self.tone = tone
    }

    /// The external keeps its last picture.
    package static let frozen = PanelSign(.fixed(.frozenSign), .notable)
    /// A display beside the external keeps its last picture.
    package static let displayFrozen = PanelSign(.fixed(.displayFrozenSign), .notable)
    /// The external has disconnected and may return.
    package static let away = PanelSign(.fixed(.awaySign), .notable)
    /// The audience sees black, but the user does not.
    package static let blank = PanelSign(.fixed(.blankSign), .notable)
    package static let displayBlank = PanelSign(.fixed(.displayBlankSign), .notable)
    package static let off = PanelSign(.fixed(.offSign), .notable)
}
