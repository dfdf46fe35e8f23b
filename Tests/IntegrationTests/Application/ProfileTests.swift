import Foundation
import SNMClient
import Testing

@Suite("Profiles and reports")
struct ProfileTests {
    @Test("are inserted, read and updated by their owner")
    func ownProfile() async throws {
        let shared = try await SharedServer.running()
        let device = try shared.device()
        let id = try await device.auth.signInAnonymously().user.id
        let profile = Profile(id: id, nickname: Unique.name(), introduction: "안녕 \"초코\"")
        let inserted = try await device.database.insertData().setTable("user_info").setBody(profile)
            .setQuery(.select(["id", "nickname", "introduction"])).response()
        #expect(inserted.statusCode == 201)
        #expect(try inserted.data.decoded(as: [Profile].self) == [profile])

        try await device.database.updateData().setTable("user_info").setBody(["introduction": "walks, at night"])
            .setQuery(.equal("id", id)).request()
        let read = try await device.database.fetchData().setTable("user_info")
            .setQuery(.select(["id", "nickname", "introduction"])).setQuery(.equal("nickname", profile.nickname)).request()
        #expect(try read.decoded(as: [Profile].self) == [Profile(id: id, nickname: profile.nickname, introduction: "walks, at night")])
    }

    @Test("are seen by members, changed by nobody else, and hidden from who is not signed in")
    func isolation() async throws {
        let shared = try await SharedServer.running()
        let (owner, other) = (try await shared.member(), try await shared.member())
        let seen = try await other.database.fetchData().setTable("user_info").setQuery(.select(["id"]))
            .setQuery(.equal("id", owner.id)).request()
        #expect(try seen.decoded(as: [[String: UUID]].self) == [["id": owner.id]])

        let changed = try await other.database.updateData().setTable("user_info").setBody(["introduction": "mine now"])
            .setQuery(.equal("id", owner.id)).setQuery(.select(["id"])).request()
        #expect(String(decoding: changed, as: UTF8.self) == "[]")
        let deleted = try await other.database.deleteData().setTable("user_info")
            .setQuery(.equal("id", owner.id)).setQuery(.select(["id"])).request()
        #expect(String(decoding: deleted, as: UTF8.self) == "[]")
        let forged = Profile(id: owner.id, nickname: Unique.name(), introduction: "")
        let refusal = await refusal { try await other.database.insertData().setTable("user_info").setBody(forged).request() }
        #expect(refusal?.statusCode == 403)
        #expect(refusal?.serverCode == "42501")
        #expect(
            try await shared.value("SELECT introduction FROM user_info WHERE id = \(parameter: owner.id.uuidString)::uuid") == "")

        let stranger = try await shared.device().database.fetchData().setTable("user_info").setQuery(.equal("id", owner.id)).request()
        #expect(String(decoding: stranger, as: UTF8.self) == "[]")
    }

    @Test("have dogs, embedded by the foreign key")
    func dogs() async throws {
        struct Dog: Codable, Hashable {
            var name: String
            var age: Int
            var sex = "female"
            var size = "small"
            var keywords: [String]
        }
        struct Owner: Codable {
            var dog_profile: [Dog]
        }
        let member = try await SharedServer.running().member()
        let dogs = [Dog(name: "초코", age: 3, keywords: ["a,b", "\"c\""]), Dog(name: "Bori", age: 7, keywords: [])]
        try await member.database.insertData().setTable("dog_profile").setBody(dogs).request()
        let answer = try await member.database.fetchData().setTable("user_info").setQuery(.equal("id", member.id))
            .setQuery(.select([.embed("dog_profile", ["name", "age", "sex", "size", "keywords"])]))
            .setQuery(.order("age", .descending, on: "dog_profile")).request()
        #expect(try answer.decoded(as: [Owner].self).first?.dog_profile == dogs.reversed())
    }

    @Test("have nicknames that are checked by rpc, before there is a profile")
    func nickname() async throws {
        let shared = try await SharedServer.running()
        let nickname = try await shared.member().nickname
        let database = try shared.device().database
        for (text, isTaken) in [(nickname, true), (" \(nickname.uppercased()) ", true), (Unique.name(), false)] {
            let answer = try await database.rpc().setTable("is_duplicate_nickname").setBody(["nickname": text]).request()
            #expect(try answer.decoded(as: Bool.self) == isTaken)
        }
        let taken = Profile(id: UUID(), nickname: nickname, introduction: "")
        let other = try shared.device()
        let id = try await other.auth.signInAnonymously().user.id
        let refusal = await refusal {
            try await other.database.insertData().setTable("user_info")
                .setBody(Profile(id: id, nickname: taken.nickname, introduction: "")).request()
        }
        #expect(refusal?.statusCode == 409)
        #expect(refusal?.serverCode == "23505")
    }

    @Test("are reported in one's own name, and the report is nobody else's business")
    func report() async throws {
        struct Report: Encodable {
            var reported: UUID
            var reason: String
            var reporter: UUID?
        }
        let shared = try await SharedServer.running()
        let (reporter, reported) = (try await shared.member(), try await shared.member())
        let answer = try await reporter.database.insertData().setTable("report_list")
            .setBody(Report(reported: reported.id, reason: "barks")).setQuery(.select(["reporter", "reason"])).request()
        #expect(try answer.decoded(as: [[String: String]].self) == [["reporter": reporter.id.uuidString.lowercased(), "reason": "barks"]])
        let seen = try await reported.database.fetchData().setTable("report_list").request()
        #expect(String(decoding: seen, as: UTF8.self) == "[]")
        let forged = await refusal {
            try await reported.database.insertData().setTable("report_list")
                .setBody(Report(reported: reported.id, reason: "bites", reporter: reporter.id)).request()
        }
        #expect(forged?.statusCode == 403 || forged?.statusCode == 400)
    }
}
