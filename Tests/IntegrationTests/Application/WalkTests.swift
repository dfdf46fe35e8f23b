import Foundation
import SNMClient
import Testing

@Suite("Mates and walks")
struct WalkTests {
    @Test("a mate list comes page by page, the newest first, and only to its user")
    func mateList() async throws {
        let shared = try await SharedServer.running()
        let member = try await shared.member()
        var mates: [UUID] = []
        for _ in 0..<5 {
            let mate = try await shared.member()
            try await member.befriend(mate)
            mates.insert(mate.id, at: 0)
        }
        var pages: [UUID] = []
        for offset in stride(from: 0, to: 6, by: 2) {
            let page = try await member.database.rpc().setTable("get_user_info_from_mate_list").setBody(["user_id": member.id])
                .setQuery(.select(["id", "nickname", "introduction"])).setQuery(.limit(2)).setQuery(.offset(offset)).request()
            pages += try page.decoded(as: [Profile].self).map(\.id)
        }
        #expect(pages == mates)
        let spied = try await shared.member().database.rpc().setTable("get_user_info_from_mate_list").setBody(["user_id": member.id]).request()
        #expect(String(decoding: spied, as: UTF8.self) == "[]")
        let own = try await member.database.rpc().setTable("get_user_info_from_mate_list").setBody(SupabaseNoArguments())
            .setQuery(.select([.count()])).request()
        #expect(try own.decoded(as: [[String: Int]].self) == [["count": 5]])
    }

    @Test("a walk is asked for, noticed, answered, and the answer noticed")
    func walk() async throws {
        let shared = try await SharedServer.running()
        let (sender, receiver, stranger) = (try await shared.member(), try await shared.member(), try await shared.member())
        try await sender.befriend(receiver)
        let request = try await sender.askForWalk(receiver, "같이 산책해요?")
        #expect(request.state == "pending")

        let asked = try #require(try await receiver.notifications().first)
        #expect(asked.kind == "walk_request")
        #expect(asked.sender_nickname == sender.nickname)
        #expect(asked.message == "같이 산책해요?")
        #expect(asked.walk_request_id == request.id)

        // The sender cannot answer for the receiver, and a stranger neither sees nor answers.
        let own = await refusal { try await sender.answer(request, "accepted") }
        #expect(own?.statusCode == 403)
        #expect(own?.serverCode == "42501")
        #expect(try await stranger.answer(request, "declined").isEmpty)
        #expect(try await stranger.notifications().isEmpty)

        #expect(try await receiver.answer(request, "accepted").map(\.state) == ["accepted"])
        #expect(try await sender.notifications().map(\.kind) == ["walk_accepted"])
        let again = await refusal { try await receiver.answer(request, "declined") }
        #expect(again?.statusCode == 400)
        #expect(again?.serverCode == "P0001")
    }

    @Test("only a mate can be asked, and only the answer can be changed")
    func rules() async throws {
        let shared = try await SharedServer.running()
        let (sender, receiver) = (try await shared.member(), try await shared.member())
        let refused = await refusal { _ = try await sender.askForWalk(receiver, "no mate") }
        #expect(refused?.statusCode == 403)
        #expect(refused?.serverCode == "42501")
        try await sender.befriend(receiver)
        let request = try await sender.askForWalk(receiver, "a mate")
        let changed = await refusal {
            try await sender.database.updateData().setTable("walk_request").setBody(["message": "other"])
                .setQuery(.equal("id", request.id)).request()
        }
        #expect(changed?.statusCode == 403)
    }

    @Test("notifications are ticked off by whom they are for, and filtered by rpc")
    func notifications() async throws {
        let shared = try await SharedServer.running()
        let (sender, receiver) = (try await shared.member(), try await shared.member())
        try await sender.befriend(receiver)
        for message in ["first", "second", "third"] { _ = try await sender.askForWalk(receiver, message) }
        let all = try await receiver.notifications()
        #expect(all.map(\.message) == ["third", "second", "first"])
        try await receiver.database.updateData().setTable("notification").setBody(["is_read": true])
            .setQuery(.equal("id", all[0].id)).request()
        #expect(try await receiver.notifications(onlyUnread: true).map(\.message) == ["second", "first"])
        let page = try await receiver.database.rpc().setTable("notification_list").setBody(["only_unread": false])
            .setQuery(.limit(1)).setQuery(.offset(1)).request()
        #expect(try page.decoded(as: [News].self).map(\.message) == ["second"])
    }
}

private struct Walk: Codable, Sendable {
    var id: Int
    var state: String
}

private struct News: Codable, Sendable {
    var id: Int
    var kind: String
    var sender_nickname: String?
    var walk_request_id: Int?
    var message: String?
}

extension Member {
    fileprivate func befriend(_ other: Member) async throws {
        try await database.insertData().setTable("mate_list").setBody(["user_id": id, "mate_id": other.id]).request()
    }

    fileprivate func askForWalk(_ other: Member, _ message: String) async throws -> Walk {
        let answer = try await database.insertData().setTable("walk_request")
            .setBody(["receiver": other.id.uuidString, "message": message]).setQuery(.select(["id", "state"])).request()
        return try #require(try answer.decoded(as: [Walk].self).first)
    }

    /// The rows that were changed.
    @discardableResult
    fileprivate func answer(_ walk: Walk, _ state: String) async throws -> [Walk] {
        try await database.updateData().setTable("walk_request").setBody(["state": state])
            .setQuery(.equal("id", walk.id)).setQuery(.select(["id", "state"])).request().decoded()
    }

    fileprivate func notifications(onlyUnread: Bool = false) async throws -> [News] {
        try await database.rpc().setTable("notification_list").setBody(["only_unread": onlyUnread]).request().decoded()
    }
}
