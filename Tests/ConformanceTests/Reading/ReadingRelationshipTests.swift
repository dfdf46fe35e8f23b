import Testing

/// Relationships that only rare schemas have, asked for and answered (rest.md 2, 4).
@Suite("Reading across relations")
struct ReadingRelationshipTests {
    @Test(
        "follows keys of several columns through views that rename and reorder them",
        arguments: [
            ("/city_top?select=label,country(name)&n=eq.1", #"[{"label":"Seoul","country":{"name": "Korea, Rep."}}]"#),
            ("/city_top?select=label,country_top!city_country(label)&n=eq.3", #"[{"label":"Naha","country_top":{"label": "Okinawa"}}]"#),
            ("/country_top?select=co,city_top(n)&co=eq.kr", #"[{"co":"kr","city_top":[{"n": 1}]}]"#),
            ("/country?select=name,city_top!inner(n)&city_top.label=eq.Naha", #"[{"name":"Okinawa","city_top":[{"n": 3}]}]"#),
            // The materialized view shows both keys of the table, the view of two columns only one of each.
            ("/city_stored?select=id,country!city_twin(region)&id=eq.3", #"[{"id":3,"country":{"region": 1}}]"#),
            // Through a view of the extra search path; a view that neither is exposed nor searched breaks the chain.
            ("/city_far?select=i,country(name)&i=eq.2", #"[{"i":2,"country":{"name": "Japan \"Nippon\""}}]"#),
            // Of the view itself, by its renamed key column.
            ("/city_top?select=n,paint(shade)&n=eq.1", ##"[{"n":1,"paint":[{"shade": "#0000ff"}]}]"##),
        ])
    func views(path: String, body: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == "200 0-0/* \(body)")
    }

    @Test(
        "tells one to one from many by constraints on the same set of columns",
        arguments: [
            ("/country?select=code,capital(mayor)&code=eq.kr", #"[{"code":"kr","capital":{"mayor": "Oh"}}]"#),
            ("/capital?select=mayor,country(name)&mayor=eq.Oh", #"[{"mayor":"Oh","country":{"name": "Korea, Rep."}}]"#),
            ("/country?select=code,anthem(tune)&code=eq.kr", #"[{"code":"kr","anthem":[{"tune": "Aegukga"}]}]"#),
            ("/country?select=code,...capital(mayor)&code=eq.fr", #"[{"code":"fr","mayor":null}]"#),
            ("/country?select=code&capital=not.is.null&order=capital(mayor).desc&limit=1", nil),
            ("/country?select=code,capital()&capital=not.is.null&order=capital(mayor).desc&limit=1", #"[{"code":"kr"}]"#),
        ])
    func cardinality(path: String, body: String?) async throws {
        let answer = try await ReadingServer.shared().ask("GET \(path)")
        #expect(answer == (body.map { "200 0-0/* \($0)" } ?? "400 PGRST108 'capital' is not an embedded resource in this request"))
    }

    @Test(
        "reaches the far side of a junction whose primary key holds both keys, and of no other",
        arguments: [
            (
                "/club?select=name,country(code)&id=eq.2&country.order=code",
                #"200 0-0/* [{"name":"Go","country":[{"code": "jp"}, {"code": "kr"}]}]"#
            ),
            ("/club?select=name,country!membership(code)&id=eq.1", #"200 0-0/* [{"name":"Chess","country":[{"code": "kr"}]}]"#),
            ("/club?select=name,c:country!inner(code)&c.code=eq.jp", #"200 0-0/* [{"name":"Go","c":[{"code": "jp"}]}]"#),
            ("/club?select=name,...country(code)&id=eq.1", #"200 0-0/* [{"name":"Chess","code":["kr"]}]"#),
            (
                "/club?select=name,country!loose(code)",
                "400 PGRST200 Could not find a relationship between 'club' and 'country' in the schema cache"
            ),
            (
                "/club?select=name,loose(n,country(name))&id=eq.1",
                #"200 0-0/* [{"name":"Chess","loose":[{"n": 1, "country": {"name": "Korea, Rep."}}]}]"#
            ),
        ])
    func junctions(path: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == answer)
    }

    @Test(
        "embeds a partitioned table as one, and knows no partition",
        arguments: [
            (
                "/visit?select=id,note(body),city(title)&id=eq.3",
                #"200 0-0/* [{"id":3,"note":[{"body": "sun"}],"city":{"title": "Tokyo"}}]"#
            ),
            ("/note?select=body,visit(at)&id=eq.1", #"200 0-0/* [{"body":"rain","visit":{"at": "2020-05-05"}}]"#),
            ("/city?select=id,visit(id)&id=eq.1&visit.order=id.desc", #"200 0-0/* [{"id":1,"visit":[{"id": 2}, {"id": 1}]}]"#),
            ("/visit_2020", "404 PGRST205 Could not find the table 'public.visit_2020' in the schema cache"),
            (
                "/visit?select=visit_2020(id)",
                "400 PGRST200 Could not find a relationship between 'visit' and 'visit_2020' in the schema cache"
            ),
        ])
    func partitions(path: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == answer)
    }

    @Test("reads foreign tables, and offers what can be written to them")
    func foreignTables() async throws {
        let server = try await ReadingServer.shared()
        #expect(try await server.ask("GET /outside?select=c_code&id=eq.2") == #"200 0-0/* [{"c_code":"jp"}]"#)
        #expect(try await server.ask("GET /outside?select=id.max(),count()") == #"200 0-0/* [{"max":2,"count":2}]"#)
        #expect(try await server.answer("OPTIONS /outside")["Allow"] == "OPTIONS,GET,HEAD")
        #expect(try await server.answer("OPTIONS /city_stored")["Allow"] == "OPTIONS,GET,HEAD")
    }

    @Test(
        "keeps schemas with the same names apart",
        arguments: [
            ("/country?select=title&code=eq.kr\nAccept-Profile: other", #"200 0-0/* [{"title":"K"}]"#),
            ("/country?select=title,city!second(id)&code=eq.jp\nAccept-Profile: other", #"200 0-0/* [{"title":"J","city":[{"id": 1}]}]"#),
            (
                "/country?select=title,city(id)\nAccept-Profile: other",
                "300 PGRST201 Could not embed because more than one relationship was found for 'country' and 'city'"
            ),
            ("/country?select=title&code=eq.kr", "400 42703 column country.title does not exist"),
            // A key that leads into another schema is no way there.
            (
                "/club?select=id,public(id)\nAccept-Profile: other",
                "400 PGRST200 Could not find a relationship between 'club' and 'public' in the schema cache"
            ),
            ("/capital\nAccept-Profile: other", "404 PGRST205 Could not find the table 'other.capital' in the schema cache"),
            ("/country\nAccept-Profile: hidden", "406 PGRST106 Invalid schema: hidden"),
        ])
    func schemas(request: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(request)") == answer)
    }

    @Test(
        "computes columns and relationships, which take the place of keys to a relation of their name",
        arguments: [
            ("/country?select=shout&code=eq.kr", #"200 0-0/* [{"shout":"KOREA, REP."}]"#),
            ("/country?select=code&shout=like.KOREA*", #"200 0-0/* [{"code":"kr"}]"#),
            ("/country?select=code,cities_of(title)&code=eq.kr", #"200 0-0/* [{"code":"kr","cities_of":[{"title": "Seoul"}]}]"#),
            ("/country?select=code,first_city(title)&code=eq.kr", #"200 0-0/* [{"code":"kr","first_city":{"title": "Seoul"}}]"#),
            ("/country?select=code,...first_city(title)&code=eq.kr", #"200 0-0/* [{"code":"kr","title":"Seoul"}]"#),
            ("/country?select=code,first_city!inner()&first_city.id=gt.2", #"200 0-0/* [{"code":"jp"}]"#),
            ("/country?select=code,first_city()&order=first_city(title).desc.nullslast&limit=1", #"200 0-0/* [{"code":"jp"}]"#),
            // `club(country)` is to one; the junction to the table would be to many.
            ("/country?select=code,club(name)&code=eq.kr", #"200 0-0/* [{"code":"kr","club":{"name": "Chess"}}]"#),
            (
                "/country?select=code,cities_of(title,country!city_twin(code))&code=eq.kr",
                #"200 0-0/* [{"code":"kr","cities_of":[{"title": "Seoul", "country": {"code": "jp"}}]}]"#
            ),
            (
                "/country?select=code,stranger(name)",
                "400 PGRST200 Could not find a relationship between 'country' and 'stranger' in the schema cache"
            ),
        ])
    func computed(path: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == answer)
    }

    @Test(
        "shows domains, and domains over domains, in the form that a cast of their own gives them",
        arguments: [
            ("/paint?id=eq.1", ##"200 0-0/* [{"id":1,"shade":"#0000ff","deep":"deep 16","city_id":1}]"##),
            ("/paint?select=s:shade,id&shade=eq.%230000ff", ##"200 0-0/* [{"s":"#0000ff","id":1}]"##),
            ("/paint?select=id&shade=in.(%230000ff,%23123456)", #"200 0-0/* [{"id":1}]"#),
            ("/paint?select=id&or=(shade.eq.%230000ff,id.eq.7)", #"200 0-0/* [{"id":1}]"#),
            ("/paint?select=id&deep=eq.16", #"200 0-0/* [{"id":1}]"#),
            (
                "/city?select=id,paint(*)&id=eq.1",
                ##"200 0-0/* [{"id":1,"paint":[{"id": 1, "deep": "deep 16", "shade": "#0000ff", "city_id": 1}]}]"##
            ),
            ("/city?select=id,...paint(shade)&id=eq.1", ##"200 0-0/* [{"id":1,"shade":["#0000ff"]}]"##),
            ("/paint?select=shade::text&id=eq.1", ##"200 0-0/* [{"shade":"\"#0000ff\""}]"##),
            ("/paint?shade=is.null", "200 */* []"),
        ])
    func representations(path: String, answer: String) async throws {
        #expect(try await ReadingServer.shared().ask("GET \(path)") == answer)
    }

    @Test(
        "counts what conditions on embeds leave, also planned",
        arguments: [
            ("/country?select=code,city!city_country!inner(id)&limit=1&order=code", "exact", "206 0-0/3"),
            ("/country?select=code,city!city_country()&city=is.null", "exact", "200 0-0/1"),
            (
                "/country?select=code,city!city_country!inner(id,visit!inner(id,note!inner(body)))&city.visit.note.body=eq.sun", "exact",
                "200 0-0/1"
            ),
            ("/club?select=name,country!inner(code)&country.or=(code.eq.jp,code.eq.fr)", "exact", "200 0-0/1"),
            ("/country?select=code,...capital!inner(mayor)&capital.mayor=eq.Oh", "exact", "200 0-0/1"),
            ("/country?select=code,capital(),city!city_country()&or=(capital.not.is.null,city.is.null)&order=code", "exact", "200 0-2/3"),
            ("/country?select=count()", "exact", "206 0-0/4"),
        ])
    func counts(path: String, count: String, answer: String) async throws {
        for method in ["GET", "HEAD"] {
            let text = try await ReadingServer.shared().ask("\(method) \(path)\nPrefer: count=\(count)")
            #expect(text.split(separator: " ").prefix(2).joined(separator: " ") == answer, "\(method)")
        }
    }
}
