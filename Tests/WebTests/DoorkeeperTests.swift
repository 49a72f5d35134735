import Testing

@testable import kagami_web

@Suite struct DoorkeeperTests {
    @Test func aTokenLetsOneBrowserIn() throws {
        var door = Doorkeeper(names: [])
        let token = door.invite(.full, until: nil, now: 0)
        let entered = door.enter(token, now: 1_000_000_000)
        let secret = try #require(entered)
        #expect(door.access(of: secret) == .full)
        let again = door.enter(token, now: 0)
        #expect(again == nil)
        #expect(door.access(of: token) == nil)
        #expect(door.access(of: "") == nil)
    }

    @Test func aViewersTokenOnlyViews() throws {
        var door = Doorkeeper(names: [])
        let entered = door.enter(door.invite(.view, until: nil, now: 0), now: 0)
        let secret = try #require(entered)
        #expect(door.access(of: secret) == .view)
    }

    @Test func tokensOfThePageEnd() {
        var door = Doorkeeper(names: [])
        let token = door.invite(.full, until: 100, now: 0)
        let entered = door.enter(token, now: 100)
        #expect(entered == nil)
    }

    @Test func tokensAreLongAndDiffer() {
        var door = Doorkeeper(names: [])
        let tokens = (0..<20).map { _ in door.invite(.full, until: 10, now: 0) }
        #expect(Set(tokens).count == 20)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 })
    }

    @Test func theOldestGoWhenThereAreTooMany() throws {
        var door = Doorkeeper(names: [])
        let entered = door.enter(door.invite(.full, until: nil, now: 0), now: 0)
        let first = try #require(entered)
        for _ in 0..<Doorkeeper.limit { _ = door.enter(door.invite(.view, until: nil, now: 0), now: 0) }
        #expect(door.access(of: first) == nil)
        let printed = door.invite(.full, until: nil, now: 0)
        for end in 0..<200 { _ = door.invite(.full, until: Int64(1000 + end), now: 0) }
        // One that ends by itself goes before the one that was printed.
        let late = door.enter(printed, now: 0)
        #expect(late != nil)
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:8390", "[::1]:8390", "192.168.1.20:8390", "localhost:8390", "LocalHost", "Panel.lan:1",
    ])
    func ownNames(host: String) {
        #expect(Doorkeeper(names: ["panel.lan"]).isOwn(host: host))
    }

    @Test(arguments: [
        "example.org", "example.org:8390", "127.0.0.1.example.org:8390", "127.0.0.1:x", "localhost.example.org",
        "::1:8390x", "[127.0.0.1]", "", ":8390",
    ])
    func foreignNames(host: String) {
        #expect(!Doorkeeper(names: ["panel.lan"]).isOwn(host: host))
    }

    @Test func anOriginIsThePageItself() {
        let door = Doorkeeper(names: [])
        #expect(door.isOwn(origin: "http://127.0.0.1:8390", host: "127.0.0.1:8390"))
        #expect(door.isOwn(origin: "https://LOCALHOST:8390", host: "localhost:8390"))
        #expect(!door.isOwn(origin: "http://127.0.0.1:8391", host: "127.0.0.1:8390"))
        #expect(!door.isOwn(origin: "http://example.org", host: "127.0.0.1:8390"))
        #expect(!door.isOwn(origin: "http://example.org", host: "example.org"))
        #expect(!door.isOwn(origin: "null", host: "127.0.0.1:8390"))
    }

    @Test func cookiesAreFoundByName() {
        #expect(cookie("kagami-1", in: "a=b; kagami-1=secret; c=d") == "secret")
        #expect(cookie("kagami-1", in: "xkagami-1=a;kagami-1=b=c") == "b=c")
        #expect(cookie("kagami-1", in: "kagami-12=a; kagami-1") == nil)
    }
}

@Suite struct PageAddressTests {
    @Test func addressesOfProxies() throws {
        let proxy = try #require(PageAddress("https://Kagami.example.org/"))
        #expect(proxy.isSecure)
        #expect(proxy.authority == "kagami.example.org")
        #expect(proxy.name == "kagami.example.org")
        let other = try #require(PageAddress("http://desk:8390"))
        #expect(!other.isSecure)
        #expect(other.authority == "desk:8390")
        #expect(other.name == "desk")
        for text in ["", "desk", "https://", "ftp://desk", "https://desk:x", "https://a/b", "https://a b"] {
            #expect(PageAddress(text) == nil, "\(text)")
        }
    }
}
