import Mirroring
import Testing

@Suite struct FrameTimingTests {
    private let game = ContentCover(prefersTearing: true)
    private let film = ContentCover()

    @Test func refreshVariesByChoice() {
        func varies(_ choice: VariableRefresh, under cover: ContentCover?) -> Bool {
            TimingChoice(variableRefresh: choice).timing(under: cover).variesRefresh
        }
        #expect(!varies(.off, under: film))
        #expect(varies(.fullScreen, under: film))
        #expect(!varies(.fullScreen, under: nil))
        #expect(varies(.on, under: nil))
    }

    @Test func tearingNeedsTheUserAndTheClient() {
        let (strict, lenient) = (TimingChoice(), TimingChoice(allowsTearing: true))
        #expect(lenient.timing(under: game).tears)
        #expect(!lenient.timing(under: film).tears)
        #expect(!lenient.timing(under: nil).tears)
        #expect(!strict.timing(under: game).tears)
    }
}
