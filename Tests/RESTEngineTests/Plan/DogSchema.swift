import PostgresLink

@testable import RESTEngine

/// The example schema of the REST specification, section 0.1, as a cache made by hand and as the SQL that creates it.
///
/// Beside its tables there are functions of every kind of argument and result, and a computed relationship `owner_of`.
enum DogSchema {
    static let cache: SchemaCache = {
        let computed = Relationship(
            source: name("dogs"), target: name("owners"), isSelf: false, kind: .computed(function: name("owner_of"), toOne: true))
        var cache = ExampleSchema.cache(computed: [computed])
        for (relation, columns) in columns { cache.relations[name(relation)]?.columns = columns }
        cache.relations[name("logs")] = Relation(name: name("logs"), columns: [column("line", "text")])
        cache.routines = Dictionary(grouping: routines, by: \.name)
        cache.timezones = ["Europe/Berlin"]
        return cache
    }()

    static let configuration: RESTConfiguration = {
        var configuration = RESTConfiguration()
        configuration.aggregatesEnabled = true
        configuration.planEnabled = true
        configuration.transactionEnd = .commitAllowOverride
        return configuration
    }()

    static let script = """
        create table owners (id int primary key, name text not null, email text unique);
        create table dogs (id int primary key, name text default 'Rex', owner_id int constraint dogs_owner_fk references owners(id)
          deferrable, born date, tags text[], info jsonb);
        create table walks (id int primary key, dog_id int constraint walks_dog_fk references dogs(id), km numeric, at timestamptz);
        create table passports (dog_id int primary key constraint passports_dog_fk references dogs(id), code text);
        create table groups (id int primary key, title text);
        create table mates (dog_id int constraint mates_dog_fk references dogs(id),
          group_id int constraint mates_group_fk references groups(id), since date, primary key (dog_id, group_id));
        create table staff (id int primary key, name text, boss_id int constraint staff_boss_fk references staff(id));
        create table logs (line text);
        create function owner_of(dogs) returns setof owners rows 1 stable language sql as 'select * from owners where id = $1.owner_id';
        create function add(a int, b int default 0) returns int immutable language sql as 'select a + b';
        create function longest(variadic words text[]) returns text immutable language sql as 'select max(w) from unnest(words) w';
        create function echo(json) returns json immutable language sql as 'select $1';
        create function size(bytea) returns int immutable language sql as 'select length($1)';
        create function some_dogs() returns setof dogs stable language sql as 'select * from dogs';
        create function one_dog(id int) returns dogs stable language sql as 'select * from dogs d where d.id = $1';
        create function numbers() returns setof int immutable language sql as 'select generate_series(1, 3)';
        create function nothing() returns void language sql as '';
        create function careful() returns int stable language sql set statement_timeout = '5s' as 'select 1';
        """

    static let rows = """
        insert into owners values (1, 'Ana', 'ana@x'), (2, 'Ben', null);
        insert into dogs values (1, 'Rex', 1, '2020-01-01', '{a,b}', '{"age": 3}'), (2, 'Ada', 2, null, null, null), (3, 'Bo', null, null, null, null);
        insert into walks values (1, 1, 2.5, '2024-01-01Z'), (2, 1, 3, '2024-01-02Z'), (3, 2, 1, '2024-01-03Z');
        """

    static func name(_ name: String) -> QualifiedName { ExampleSchema.name(name) }

    private static let columns: [String: [Column]] = [
        "owners": [column("id", "integer"), column("name", "text"), column("email", "text")],
        "dogs": [
            column("id", "integer"), column("name", "text", default: "'Rex'::text"), column("owner_id", "integer"), column("born", "date"),
            column("tags", "text[]"), column("info", "jsonb"),
        ],
        "walks": [column("id", "integer"), column("dog_id", "integer"), column("km", "numeric"), column("at", "timestamp with time zone")],
        "passports": [column("dog_id", "integer"), column("code", "text")],
        "groups": [column("id", "integer"), column("title", "text")],
        "mates": [column("dog_id", "integer"), column("group_id", "integer"), column("since", "date")],
        "staff": [column("id", "integer"), column("name", "text"), column("boss_id", "integer")],
    ]

    private static func column(_ name: String, _ type: String, default expression: String? = nil) -> Column {
        Column(name: name, type: type, nominalType: type, defaultExpression: expression)
    }

    private static let dogs = Routine.Result(isSet: true, isComposite: true, type: name("dogs"))
    private static let integer = Routine.Result(isSet: false, isComposite: false, type: QualifiedName("pg_catalog", "int4"))
    private static let text = Routine.Result(isSet: false, isComposite: false, type: QualifiedName("pg_catalog", "text"))
    private static let json = Routine.Result(isSet: false, isComposite: false, type: QualifiedName("pg_catalog", "json"))

    private static let routines = [
        Routine(
            name: name("add"), parameters: [parameter("a", "integer"), parameter("b", "integer", isRequired: false)], result: integer,
            volatility: .immutable),
        Routine(
            name: name("longest"), parameters: [.init(name: "words", type: "text[]", wideType: "text[]", isVariadic: true)], result: text,
            volatility: .immutable),
        Routine(name: name("echo"), parameters: [parameter("", "json")], result: json, volatility: .immutable),
        Routine(name: name("size"), parameters: [parameter("", "bytea")], result: integer, volatility: .immutable),
        Routine(name: name("some_dogs"), result: dogs, volatility: .stable),
        Routine(
            name: name("one_dog"), parameters: [parameter("id", "integer")],
            result: .init(isSet: false, isComposite: true, type: name("dogs")), volatility: .stable),
        Routine(name: name("numbers"), result: .init(isSet: true, isComposite: false, type: integer.type), volatility: .immutable),
        Routine(
            name: name("nothing"),
            result: .init(isSet: false, isComposite: false, isVoid: true, type: QualifiedName("pg_catalog", "void"))),
        Routine(
            name: name("careful"), result: integer, volatility: .stable, isolation: "repeatable read",
            hoistedSettings: [.init("statement_timeout", "5s")]),
    ]

    private static func parameter(_ name: String, _ type: String, isRequired: Bool = true) -> Routine.Parameter {
        Routine.Parameter(name: name, type: type, wideType: type, isRequired: isRequired)
    }
}
