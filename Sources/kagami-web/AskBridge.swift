import Control
import Mirroring

/// Asks at the panel whether a stranger's page gets in, over a connection to the control socket of its own.
///
/// The page and the panel show the same code. A page that leaves takes its question back.
final class AskBridge {
    /// What a page is told, as a line of JSON.
    struct News: Encodable, Hashable {
        enum Answer: String, Encodable {
            case allowed, refused, unanswered
            /// Somebody else asks, or too many questions have been asked.
            case busy
            /// The service asks nobody now.
            case impossible
        }

        var code: String?
        var answer: Answer?
        /// What lets the browser in.
        var token: String?
    }

    private let page: Wire
    private let service: Wire
    private let invite: () -> String
    private let json = JSONLine()
    private var received: [UInt8] = []

    /// `invite` makes a token once the panel has allowed it; `ended` is called once, when another page may ask.
    init(
        page: Wire, service: Wire, from peer: String, _ access: Doorkeeper.Access, invite: @escaping () -> String,
        ended: @escaping () -> Void
    ) {
        self.page = page
        self.service = service
        self.invite = invite
        service.onBytes = { [self] bytes, _ in take(bytes) }
        service.onClosed = { [page] in
            page.finish()
            ended()
        }
        page.onBytes = { [page] _, _ in page.finish(code: 1008, "nothing is to be said here") }
        page.onClosed = { [service] in service.cut() }
        let code = Self.makeCode()
        service.send(json.encode(RequestLine(Self.question(from: peer, access, code))))
        page.send(json.encode(News(code: code)))
    }

    /// Tells a page why it cannot ask now.
    static func turnAway(_ page: Wire, _ reason: News.Answer) {
        page.send(JSONLine().encode(News(answer: reason)))
        page.finish()
    }

    static func question(from peer: String, _ access: Doorkeeper.Access, _ code: String) -> AskRequest {
        switch access {
        case .full:
            AskRequest("Code \(code): let \(peer) be a panel?", japanese: "コード\(code): \(peer)をパネルとして使いますか")
        case .view:
            AskRequest("Code \(code): let \(peer) watch?", japanese: "コード\(code): \(peer)に画面を見せますか")
        }
    }

    /// Four digits, to tell two questions apart.
    private static func makeCode() -> String {
        String(Int.random(in: 1000...9999))
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        received.append(contentsOf: bytes)
        guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let answer = try? json.decode(ControlAnswer<AskRequest.Reply>.self, from: Array(received[..<end]))
        page.send(json.encode(news(answer)))
        page.finish()
        service.cut()
    }

    private func news(_ answer: ControlAnswer<AskRequest.Reply>?) -> News {
        guard case .success(let reply) = answer else { return News(answer: .impossible) }
        return switch reply.answer {
        case .allowed: News(answer: .allowed, token: invite())
        case .refused: News(answer: .refused)
        case .unanswered: News(answer: .unanswered)
        }
    }
}
