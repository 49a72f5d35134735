import ConfigurationFiles
import Testing

@testable import kagami_remote

@Suite struct ViewerSizesTests {
    private let first = PointerButtonsTests.viewer(1)
    private let second = PointerButtonsTests.viewer(2)
    private let hd = PixelSize(width: 1920, height: 1080)
    private let phone = PixelSize(width: 360, height: 780)

    @Test func `nobody has wished for a size`() {
        var sizes = ViewerSizes()
        sizes.update([first])
        #expect(sizes.size == nil)
    }

    @Test func `of two wishes that of the viewer counts who came first`() {
        var sizes = ViewerSizes()
        sizes.update([first, second])
        let isSecond = sizes.wish(phone, second)
        #expect(isSecond && sizes.size == phone)
        let isFirst = sizes.wish(hd, first)
        #expect(isFirst && sizes.size == hd)
        let isSecondAgain = sizes.wish(PixelSize(width: 400, height: 300), second)
        #expect(!isSecondAgain && sizes.size == hd)
        sizes.update([second])
        #expect(sizes.size == PixelSize(width: 400, height: 300))
        sizes.update([])
        #expect(sizes.size == nil)
    }

    @Test(arguments: [(199, 300), (300, 199), (8193, 300), (300, 8193), (0, 0)])
    func `absurd sizes do not count`(_ width: Int, _ height: Int) {
        var sizes = ViewerSizes()
        sizes.update([first])
        let counts = sizes.wish(PixelSize(width: width, height: height), first)
        #expect(!counts && sizes.size == nil)
    }

    @Test func `who is not there wishes for nothing`() {
        var sizes = ViewerSizes()
        let counts = sizes.wish(hd, first)
        #expect(!counts)
    }
}
