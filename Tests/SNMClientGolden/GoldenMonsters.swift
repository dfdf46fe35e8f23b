import Foundation
import SNMClient

/// Texts that mean something in one of the grammars they pass through, in each place where a text can stand.
extension GoldenTable {
    static let monstersRows: [GoldenRow] = monstersPart + monsters2Part + monsters3Part

    private static let monstersPart: [GoldenRow] = [
        filter(
            "equal: quotes, parentheses, backslash", .equal("name", "O\"Brien, (Jr.)\\"), "name=eq.O%22Brien,%20(Jr.)%5C",
            where: "name = 'O\"Brien, (Jr.)\\'"),
        filter("equal: Hangul", .equal("name", "초코"), "name=eq.%EC%B4%88%EC%BD%94", where: "name = '초코'"),
        filter("equal: plus", .equal("name", "a+b"), "name=eq.a%2Bb", where: "name = 'a+b'"),
        filter("equal: percent", .equal("name", "100% %41"), "name=eq.100%25%20%2541", where: "name = '100% %41'"),
        filter("equal: line break", .equal("name", "line\nbreak"), "name=eq.line%0Abreak", where: "name = 'line\nbreak'"),
        filter("equal: comma", .equal("name", "x,y"), "name=eq.x,y", where: "name = 'x,y'"),
        filter("equal: parentheses", .equal("name", "(p)"), "name=eq.(p)", where: "name = '(p)'"),
        filter("equal: braces", .equal("name", "{c}"), "name=eq.%7Bc%7D", where: "name = '{c}'"),
        filter("equal: nothing", .equal("name", ""), "name=eq.", where: "name = ''"),
        filter("equal: outer blanks", .equal("name", " pad "), "name=eq.%20pad%20", where: "name = ' pad '"),
        filter(
            "equal: emoji and URL syntax", .equal("name", "🐶&=;#?/"), "name=eq.%F0%9F%90%B6%26%3D%3B%23%3F%2F", where: "name = '🐶&=;#?/'"),
        filter("equal: the word null", .equal("name", "null"), "name=eq.null", where: "name = 'null'"),
        filter("equal: an operator", .equal("name", "not.eq.1"), "name=eq.not.eq.1", where: "name = 'not.eq.1'"),
        filter("equal: backslashes", .equal("name", "back\\\\slash\\"), "name=eq.back%5C%5Cslash%5C", where: "name = 'back\\\\slash\\'"),
        filter("equal: a quote", .equal("name", "\""), "name=eq.%22", where: "name = '\"'"),
        filter("equal: apostrophe", .equal("name", "it's"), "name=eq.it%27s", where: "name = 'it''s'"),
        filter("equal: tab", .equal("name", "tab\there"), "name=eq.tab%09here", where: "name = 'tab\there'"),
        filter("equal: dots", .equal("name", "a.b.c"), "name=eq.a.b.c", where: "name = 'a.b.c'"),
        filter("equal: composed letters", .equal("name", "café é"), "name=eq.caf%C3%A9%20e%CC%81", where: "name = 'café é'"),
        filter("equal: closing", .equal("name", "a),b.eq.(c"), "name=eq.a),b.eq.(c", where: "name = 'a),b.eq.(c'"),
        filter("equal: a list", .equal("name", "(\"x\",\"y\")"), "name=eq.(%22x%22,%22y%22)", where: "name = '(\"x\",\"y\")'"),
        filter("equal: CRLF", .equal("name", "\r\n"), "name=eq.%0D%0A", where: "name = '\r\n'"),
        filter(
            "in: quotes, parentheses, backslash", .in("name", ["O\"Brien, (Jr.)\\"]), "name=in.(%22O%5C%22Brien,%20(Jr.)%5C%5C%22)",
            where: "name in ('O\"Brien, (Jr.)\\')"),
        filter("in: Hangul", .in("name", ["초코"]), "name=in.(%EC%B4%88%EC%BD%94)", where: "name in ('초코')"),
        filter("in: plus", .in("name", ["a+b"]), "name=in.(a%2Bb)", where: "name in ('a+b')"),
        filter("in: percent", .in("name", ["100% %41"]), "name=in.(100%25%20%2541)", where: "name in ('100% %41')"),
        filter("in: line break", .in("name", ["line\nbreak"]), "name=in.(line%0Abreak)", where: "name in ('line\nbreak')"),
        filter("in: comma", .in("name", ["x,y"]), "name=in.(%22x,y%22)", where: "name in ('x,y')"),
        filter("in: parentheses", .in("name", ["(p)"]), "name=in.(%22(p)%22)", where: "name in ('(p)')"),
        filter("in: braces", .in("name", ["{c}"]), "name=in.(%22%7Bc%7D%22)", where: "name in ('{c}')"),
        filter("in: nothing", .in("name", [""]), "name=in.(%22%22,%22%22)", where: "name in ('')"),
        filter("in: outer blanks", .in("name", [" pad "]), "name=in.(%22%20pad%20%22)", where: "name in (' pad ')"),
        filter(
            "in: emoji and URL syntax", .in("name", ["🐶&=;#?/"]), "name=in.(%F0%9F%90%B6%26%3D%3B%23%3F%2F)", where: "name in ('🐶&=;#?/')"),
        filter("in: the word null", .in("name", ["null"]), "name=in.(null)", where: "name in ('null')"),
        filter("in: an operator", .in("name", ["not.eq.1"]), "name=in.(not.eq.1)", where: "name in ('not.eq.1')"),
        filter(
            "in: backslashes", .in("name", ["back\\\\slash\\"]), "name=in.(%22back%5C%5C%5C%5Cslash%5C%5C%22)",
            where: "name in ('back\\\\slash\\')"),
        filter("in: a quote", .in("name", ["\""]), "name=in.(%22%5C%22%22)", where: "name in ('\"')"),
        filter("in: apostrophe", .in("name", ["it's"]), "name=in.(it%27s)", where: "name in ('it''s')"),
        filter("in: tab", .in("name", ["tab\there"]), "name=in.(tab%09here)", where: "name in ('tab\there')"),
        filter("in: dots", .in("name", ["a.b.c"]), "name=in.(a.b.c)", where: "name in ('a.b.c')"),
        filter("in: composed letters", .in("name", ["café é"]), "name=in.(caf%C3%A9%20e%CC%81)", where: "name in ('café é')"),
        filter("in: closing", .in("name", ["a),b.eq.(c"]), "name=in.(%22a),b.eq.(c%22)", where: "name in ('a),b.eq.(c')"),
        filter(
            "in: a list", .in("name", ["(\"x\",\"y\")"]), "name=in.(%22(%5C%22x%5C%22,%5C%22y%5C%22)%22)",
            where: "name in ('(\"x\",\"y\")')"),
        filter("in: CRLF", .in("name", ["\r\n"]), "name=in.(%22%0D%0A%22)", where: "name in ('\r\n')"),
    ]

    private static let monsters2Part: [GoldenRow] = [
        filter(
            "or: quotes, parentheses, backslash", .or([.equal("name", "O\"Brien, (Jr.)\\"), .equal("id", 1)]),
            "or=(name.eq.%22O%5C%22Brien,%20(Jr.)%5C%5C%22,id.eq.1)", where: "name = 'O\"Brien, (Jr.)\\' or id = 1"),
        filter(
            "or: Hangul", .or([.equal("name", "초코"), .equal("id", 1)]), "or=(name.eq.%EC%B4%88%EC%BD%94,id.eq.1)",
            where: "name = '초코' or id = 1"),
        filter("or: plus", .or([.equal("name", "a+b"), .equal("id", 1)]), "or=(name.eq.a%2Bb,id.eq.1)", where: "name = 'a+b' or id = 1"),
        filter(
            "or: percent", .or([.equal("name", "100% %41"), .equal("id", 1)]), "or=(name.eq.100%25%20%2541,id.eq.1)",
            where: "name = '100% %41' or id = 1"),
        filter(
            "or: line break", .or([.equal("name", "line\nbreak"), .equal("id", 1)]), "or=(name.eq.line%0Abreak,id.eq.1)",
            where: "name = 'line\nbreak' or id = 1"),
        filter(
            "or: comma", .or([.equal("name", "x,y"), .equal("id", 1)]), "or=(name.eq.%22x,y%22,id.eq.1)", where: "name = 'x,y' or id = 1"),
        filter(
            "or: parentheses", .or([.equal("name", "(p)"), .equal("id", 1)]), "or=(name.eq.%22(p)%22,id.eq.1)",
            where: "name = '(p)' or id = 1"),
        filter(
            "or: braces", .or([.equal("name", "{c}"), .equal("id", 1)]), "or=(name.eq.%22%7Bc%7D%22,id.eq.1)",
            where: "name = '{c}' or id = 1"),
        filter("or: nothing", .or([.equal("name", ""), .equal("id", 1)]), "or=(name.eq.%22%22,id.eq.1)", where: "name = '' or id = 1"),
        filter(
            "or: outer blanks", .or([.equal("name", " pad "), .equal("id", 1)]), "or=(name.eq.%22%20pad%20%22,id.eq.1)",
            where: "name = ' pad ' or id = 1"),
        filter(
            "or: emoji and URL syntax", .or([.equal("name", "🐶&=;#?/"), .equal("id", 1)]),
            "or=(name.eq.%F0%9F%90%B6%26%3D%3B%23%3F%2F,id.eq.1)", where: "name = '🐶&=;#?/' or id = 1"),
        filter(
            "or: the word null", .or([.equal("name", "null"), .equal("id", 1)]), "or=(name.eq.null,id.eq.1)",
            where: "name = 'null' or id = 1"),
        filter(
            "or: an operator", .or([.equal("name", "not.eq.1"), .equal("id", 1)]), "or=(name.eq.not.eq.1,id.eq.1)",
            where: "name = 'not.eq.1' or id = 1"),
        filter(
            "or: backslashes", .or([.equal("name", "back\\\\slash\\"), .equal("id", 1)]),
            "or=(name.eq.%22back%5C%5C%5C%5Cslash%5C%5C%22,id.eq.1)", where: "name = 'back\\\\slash\\' or id = 1"),
        filter(
            "or: a quote", .or([.equal("name", "\""), .equal("id", 1)]), "or=(name.eq.%22%5C%22%22,id.eq.1)", where: "name = '\"' or id = 1"
        ),
        filter(
            "or: apostrophe", .or([.equal("name", "it's"), .equal("id", 1)]), "or=(name.eq.it%27s,id.eq.1)",
            where: "name = 'it''s' or id = 1"),
        filter(
            "or: tab", .or([.equal("name", "tab\there"), .equal("id", 1)]), "or=(name.eq.tab%09here,id.eq.1)",
            where: "name = 'tab\there' or id = 1"),
        filter(
            "or: dots", .or([.equal("name", "a.b.c"), .equal("id", 1)]), "or=(name.eq.a.b.c,id.eq.1)", where: "name = 'a.b.c' or id = 1"),
        filter(
            "or: composed letters", .or([.equal("name", "café é"), .equal("id", 1)]), "or=(name.eq.caf%C3%A9%20e%CC%81,id.eq.1)",
            where: "name = 'café é' or id = 1"),
        filter(
            "or: closing", .or([.equal("name", "a),b.eq.(c"), .equal("id", 1)]), "or=(name.eq.%22a),b.eq.(c%22,id.eq.1)",
            where: "name = 'a),b.eq.(c' or id = 1"),
        filter(
            "or: a list", .or([.equal("name", "(\"x\",\"y\")"), .equal("id", 1)]),
            "or=(name.eq.%22(%5C%22x%5C%22,%5C%22y%5C%22)%22,id.eq.1)", where: "name = '(\"x\",\"y\")' or id = 1"),
        filter(
            "or: CRLF", .or([.equal("name", "\r\n"), .equal("id", 1)]), "or=(name.eq.%22%0D%0A%22,id.eq.1)",
            where: "name = '\r\n' or id = 1"),
        filter(
            "array element: quotes, parentheses, backslash", .contains("tags", ["O\"Brien, (Jr.)\\"]),
            "tags=cs.%7B%22O%5C%22Brien,%20(Jr.)%5C%5C%22%7D", where: "tags @> array['O\"Brien, (Jr.)\\']"),
        filter("array element: Hangul", .contains("tags", ["초코"]), "tags=cs.%7B%EC%B4%88%EC%BD%94%7D", where: "tags @> array['초코']"),
        filter("array element: plus", .contains("tags", ["a+b"]), "tags=cs.%7Ba%2Bb%7D", where: "tags @> array['a+b']"),
        filter(
            "array element: percent", .contains("tags", ["100% %41"]), "tags=cs.%7B%22100%25%20%2541%22%7D",
            where: "tags @> array['100% %41']"),
        filter(
            "array element: line break", .contains("tags", ["line\nbreak"]), "tags=cs.%7B%22line%0Abreak%22%7D",
            where: "tags @> array['line\nbreak']"),
        filter("array element: comma", .contains("tags", ["x,y"]), "tags=cs.%7B%22x,y%22%7D", where: "tags @> array['x,y']"),
        filter("array element: parentheses", .contains("tags", ["(p)"]), "tags=cs.%7B(p)%7D", where: "tags @> array['(p)']"),
        filter("array element: braces", .contains("tags", ["{c}"]), "tags=cs.%7B%22%7Bc%7D%22%7D", where: "tags @> array['{c}']"),
        filter("array element: nothing", .contains("tags", [""]), "tags=cs.%7B%22%22%7D", where: "tags @> array['']"),
        filter(
            "array element: outer blanks", .contains("tags", [" pad "]), "tags=cs.%7B%22%20pad%20%22%7D", where: "tags @> array[' pad ']"),
        filter(
            "array element: emoji and URL syntax", .contains("tags", ["🐶&=;#?/"]), "tags=cs.%7B%F0%9F%90%B6%26%3D%3B%23%3F%2F%7D",
            where: "tags @> array['🐶&=;#?/']"),
        filter("array element: the word null", .contains("tags", ["null"]), "tags=cs.%7B%22null%22%7D", where: "tags @> array['null']"),
        filter("array element: an operator", .contains("tags", ["not.eq.1"]), "tags=cs.%7Bnot.eq.1%7D", where: "tags @> array['not.eq.1']"),
        filter(
            "array element: backslashes", .contains("tags", ["back\\\\slash\\"]), "tags=cs.%7B%22back%5C%5C%5C%5Cslash%5C%5C%22%7D",
            where: "tags @> array['back\\\\slash\\']"),
        filter("array element: a quote", .contains("tags", ["\""]), "tags=cs.%7B%22%5C%22%22%7D", where: "tags @> array['\"']"),
        filter("array element: apostrophe", .contains("tags", ["it's"]), "tags=cs.%7Bit%27s%7D", where: "tags @> array['it''s']"),
        filter(
            "array element: tab", .contains("tags", ["tab\there"]), "tags=cs.%7B%22tab%09here%22%7D", where: "tags @> array['tab\there']"),
        filter("array element: dots", .contains("tags", ["a.b.c"]), "tags=cs.%7Ba.b.c%7D", where: "tags @> array['a.b.c']"),
        filter(
            "array element: composed letters", .contains("tags", ["café é"]), "tags=cs.%7B%22caf%C3%A9%20e%CC%81%22%7D",
            where: "tags @> array['café é']"),
        filter(
            "array element: closing", .contains("tags", ["a),b.eq.(c"]), "tags=cs.%7B%22a),b.eq.(c%22%7D",
            where: "tags @> array['a),b.eq.(c']"),
        filter(
            "array element: a list", .contains("tags", ["(\"x\",\"y\")"]), "tags=cs.%7B%22(%5C%22x%5C%22,%5C%22y%5C%22)%22%7D",
            where: "tags @> array['(\"x\",\"y\")']"),
        filter("array element: CRLF", .contains("tags", ["\r\n"]), "tags=cs.%7B%22%0D%0A%22%7D", where: "tags @> array['\r\n']"),
    ]

    private static let monsters3Part: [GoldenRow] = [
        filter(
            "any, in a tree: quotes, parentheses, backslash", .and([.any(.equal, "name", ["O\"Brien, (Jr.)\\", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22O%5C%5C%5C%22Brien,%20(Jr.)%5C%5C%5C%5C%5C%22,x%7D%22)",
            where: "name = any(array['O\"Brien, (Jr.)\\', 'x'])"),
        filter(
            "any, in a tree: Hangul", .and([.any(.equal, "name", ["초코", "x"])]), "and=(name.eq(any).%22%7B%EC%B4%88%EC%BD%94,x%7D%22)",
            where: "name = any(array['초코', 'x'])"),
        filter(
            "any, in a tree: plus", .and([.any(.equal, "name", ["a+b", "x"])]), "and=(name.eq(any).%22%7Ba%2Bb,x%7D%22)",
            where: "name = any(array['a+b', 'x'])"),
        filter(
            "any, in a tree: percent", .and([.any(.equal, "name", ["100% %41", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22100%25%20%2541%5C%22,x%7D%22)", where: "name = any(array['100% %41', 'x'])"),
        filter(
            "any, in a tree: line break", .and([.any(.equal, "name", ["line\nbreak", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22line%0Abreak%5C%22,x%7D%22)", where: "name = any(array['line\nbreak', 'x'])"),
        filter(
            "any, in a tree: comma", .and([.any(.equal, "name", ["x,y", "x"])]), "and=(name.eq(any).%22%7B%5C%22x,y%5C%22,x%7D%22)",
            where: "name = any(array['x,y', 'x'])"),
        filter(
            "any, in a tree: parentheses", .and([.any(.equal, "name", ["(p)", "x"])]), "and=(name.eq(any).%22%7B(p),x%7D%22)",
            where: "name = any(array['(p)', 'x'])"),
        filter(
            "any, in a tree: braces", .and([.any(.equal, "name", ["{c}", "x"])]), "and=(name.eq(any).%22%7B%5C%22%7Bc%7D%5C%22,x%7D%22)",
            where: "name = any(array['{c}', 'x'])"),
        filter(
            "any, in a tree: nothing", .and([.any(.equal, "name", ["", "x"])]), "and=(name.eq(any).%22%7B%5C%22%5C%22,x%7D%22)",
            where: "name = any(array['', 'x'])"),
        filter(
            "any, in a tree: outer blanks", .and([.any(.equal, "name", [" pad ", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22%20pad%20%5C%22,x%7D%22)", where: "name = any(array[' pad ', 'x'])"),
        filter(
            "any, in a tree: emoji and URL syntax", .and([.any(.equal, "name", ["🐶&=;#?/", "x"])]),
            "and=(name.eq(any).%22%7B%F0%9F%90%B6%26%3D%3B%23%3F%2F,x%7D%22)", where: "name = any(array['🐶&=;#?/', 'x'])"),
        filter(
            "any, in a tree: the word null", .and([.any(.equal, "name", ["null", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22null%5C%22,x%7D%22)", where: "name = any(array['null', 'x'])"),
        filter(
            "any, in a tree: an operator", .and([.any(.equal, "name", ["not.eq.1", "x"])]), "and=(name.eq(any).%22%7Bnot.eq.1,x%7D%22)",
            where: "name = any(array['not.eq.1', 'x'])"),
        filter(
            "any, in a tree: backslashes", .and([.any(.equal, "name", ["back\\\\slash\\", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22back%5C%5C%5C%5C%5C%5C%5C%5Cslash%5C%5C%5C%5C%5C%22,x%7D%22)",
            where: "name = any(array['back\\\\slash\\', 'x'])"),
        filter(
            "any, in a tree: a quote", .and([.any(.equal, "name", ["\"", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22%5C%5C%5C%22%5C%22,x%7D%22)", where: "name = any(array['\"', 'x'])"),
        filter(
            "any, in a tree: apostrophe", .and([.any(.equal, "name", ["it's", "x"])]), "and=(name.eq(any).%22%7Bit%27s,x%7D%22)",
            where: "name = any(array['it''s', 'x'])"),
        filter(
            "any, in a tree: tab", .and([.any(.equal, "name", ["tab\there", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22tab%09here%5C%22,x%7D%22)", where: "name = any(array['tab\there', 'x'])"),
        filter(
            "any, in a tree: dots", .and([.any(.equal, "name", ["a.b.c", "x"])]), "and=(name.eq(any).%22%7Ba.b.c,x%7D%22)",
            where: "name = any(array['a.b.c', 'x'])"),
        filter(
            "any, in a tree: composed letters", .and([.any(.equal, "name", ["café é", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22caf%C3%A9%20e%CC%81%5C%22,x%7D%22)", where: "name = any(array['café é', 'x'])"),
        filter(
            "any, in a tree: closing", .and([.any(.equal, "name", ["a),b.eq.(c", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22a),b.eq.(c%5C%22,x%7D%22)", where: "name = any(array['a),b.eq.(c', 'x'])"),
        filter(
            "any, in a tree: a list", .and([.any(.equal, "name", ["(\"x\",\"y\")", "x"])]),
            "and=(name.eq(any).%22%7B%5C%22(%5C%5C%5C%22x%5C%5C%5C%22,%5C%5C%5C%22y%5C%5C%5C%22)%5C%22,x%7D%22)",
            where: "name = any(array['(\"x\",\"y\")', 'x'])"),
        filter(
            "any, in a tree: CRLF", .and([.any(.equal, "name", ["\r\n", "x"])]), "and=(name.eq(any).%22%7B%5C%22%0D%0A%5C%22,x%7D%22)",
            where: "name = any(array['\r\n', 'x'])"),
        filter(
            "JSON value: quotes, parentheses, backslash", .not(.equal("info->>name", "O\"Brien, (Jr.)\\")),
            "info-%3E%3Ename=not.eq.O%22Brien,%20(Jr.)%5C", where: "not info->>'name' = 'O\"Brien, (Jr.)\\'"),
        filter(
            "JSON value: Hangul", .not(.equal("info->>name", "초코")), "info-%3E%3Ename=not.eq.%EC%B4%88%EC%BD%94",
            where: "not info->>'name' = '초코'"),
        filter("JSON value: plus", .not(.equal("info->>name", "a+b")), "info-%3E%3Ename=not.eq.a%2Bb", where: "not info->>'name' = 'a+b'"),
        filter(
            "JSON value: percent", .not(.equal("info->>name", "100% %41")), "info-%3E%3Ename=not.eq.100%25%20%2541",
            where: "not info->>'name' = '100% %41'"),
        filter(
            "JSON value: line break", .not(.equal("info->>name", "line\nbreak")), "info-%3E%3Ename=not.eq.line%0Abreak",
            where: "not info->>'name' = 'line\nbreak'"),
        filter("JSON value: comma", .not(.equal("info->>name", "x,y")), "info-%3E%3Ename=not.eq.x,y", where: "not info->>'name' = 'x,y'"),
        filter(
            "JSON value: parentheses", .not(.equal("info->>name", "(p)")), "info-%3E%3Ename=not.eq.(p)", where: "not info->>'name' = '(p)'"),
        filter(
            "JSON value: braces", .not(.equal("info->>name", "{c}")), "info-%3E%3Ename=not.eq.%7Bc%7D", where: "not info->>'name' = '{c}'"),
        filter("JSON value: nothing", .not(.equal("info->>name", "")), "info-%3E%3Ename=not.eq.", where: "not info->>'name' = ''"),
        filter(
            "JSON value: outer blanks", .not(.equal("info->>name", " pad ")), "info-%3E%3Ename=not.eq.%20pad%20",
            where: "not info->>'name' = ' pad '"),
        filter(
            "JSON value: emoji and URL syntax", .not(.equal("info->>name", "🐶&=;#?/")),
            "info-%3E%3Ename=not.eq.%F0%9F%90%B6%26%3D%3B%23%3F%2F", where: "not info->>'name' = '🐶&=;#?/'"),
        filter(
            "JSON value: the word null", .not(.equal("info->>name", "null")), "info-%3E%3Ename=not.eq.null",
            where: "not info->>'name' = 'null'"),
        filter(
            "JSON value: an operator", .not(.equal("info->>name", "not.eq.1")), "info-%3E%3Ename=not.eq.not.eq.1",
            where: "not info->>'name' = 'not.eq.1'"),
        filter(
            "JSON value: backslashes", .not(.equal("info->>name", "back\\\\slash\\")), "info-%3E%3Ename=not.eq.back%5C%5Cslash%5C",
            where: "not info->>'name' = 'back\\\\slash\\'"),
        filter("JSON value: a quote", .not(.equal("info->>name", "\"")), "info-%3E%3Ename=not.eq.%22", where: "not info->>'name' = '\"'"),
        filter(
            "JSON value: apostrophe", .not(.equal("info->>name", "it's")), "info-%3E%3Ename=not.eq.it%27s",
            where: "not info->>'name' = 'it''s'"),
        filter(
            "JSON value: tab", .not(.equal("info->>name", "tab\there")), "info-%3E%3Ename=not.eq.tab%09here",
            where: "not info->>'name' = 'tab\there'"),
        filter(
            "JSON value: dots", .not(.equal("info->>name", "a.b.c")), "info-%3E%3Ename=not.eq.a.b.c", where: "not info->>'name' = 'a.b.c'"),
        filter(
            "JSON value: composed letters", .not(.equal("info->>name", "café é")), "info-%3E%3Ename=not.eq.caf%C3%A9%20e%CC%81",
            where: "not info->>'name' = 'café é'"),
        filter(
            "JSON value: closing", .not(.equal("info->>name", "a),b.eq.(c")), "info-%3E%3Ename=not.eq.a),b.eq.(c",
            where: "not info->>'name' = 'a),b.eq.(c'"),
        filter(
            "JSON value: a list", .not(.equal("info->>name", "(\"x\",\"y\")")), "info-%3E%3Ename=not.eq.(%22x%22,%22y%22)",
            where: "not info->>'name' = '(\"x\",\"y\")'"),
        filter(
            "JSON value: CRLF", .not(.equal("info->>name", "\r\n")), "info-%3E%3Ename=not.eq.%0D%0A", where: "not info->>'name' = '\r\n'"),
    ]
}
