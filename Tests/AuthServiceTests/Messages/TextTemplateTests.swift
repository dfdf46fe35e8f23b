import JSONText
import Testing

@testable import AuthService

@Suite("Templates of messages")
struct TextTemplateTests {
    private static let values: JSON = [
        "Token": "123456", "Email": "a&b@example.org", "Empty": "", "Zero": 0, "Count": 3, "On": true,
        "Data": ["name": "Ann <x>", "tags": ["a", "b"], "deep": ["er": "end"]],
    ]

    @Test(
        "are filled in as Go fills them in",
        arguments: [
            ("Code: {{ .Token }}!", "Code: 123456!"), ("{{.Token}}{{.Token}}", "123456123456"), ("{{ .Email }}", "a&amp;b@example.org"),
            ("{{ .Data.name }}", "Ann &lt;x&gt;"), ("[{{ .Data.missing }}{{ .Nothing.at.all }}]", "[]"), ("{{ .Data.deep.er }}", "end"),
            ("{{ if .Data.name }}yes{{ else }}no{{ end }}", "yes"), ("{{ if .Empty }}yes{{ else }}no{{ end }}", "no"),
            ("{{ if .Zero }}a{{ else if .On }}b{{ else }}c{{ end }}", "b"), ("{{if .Zero}}a{{else if .Empty}}b{{else}}c{{end}}d", "cd"),
            ("{{ if eq .Count 3 }}three{{ end }}", "three"), ("{{ if ne .Token \"1\" }}other{{ end }}", "other"),
            ("{{ if and .On .Token }}both{{ end }}", "both"), ("{{ if not (or .Empty .Zero) }}none{{ end }}", "none"),
            ("{{ if gt .Count 2 }}more{{ end }}", "more"), ("{{ if eq .Token \"1\" \"123456\" }}one of{{ end }}", "one of"),
            ("{{ with .Data }}{{ .name }}{{ $.Token }}{{ end }}", "Ann &lt;x&gt;123456"), ("{{ with .Empty }}x{{ else }}y{{ end }}", "y"),
            ("{{ range .Data.tags }}<{{ . }}>{{ end }}", "<a><b>"),
            ("{{ range $i, $t := .Data.tags }}{{ $i }}{{ $t }} {{ end }}", "0a 1b "),
            ("{{ range .Data.none }}x{{ else }}none{{ end }}", "none"),
            ("{{ range $k, $v := .Data.deep }}{{ $k }}={{ $v }}{{ end }}", "er=end"),
            ("{{ $n := .Data.name }}{{ if $n }}{{ $n }}{{ end }}", "Ann &lt;x&gt;"), ("{{ .Token | len }}", "6"),
            ("{{ index .Data \"name\" }}", "Ann &lt;x&gt;"), ("{{ index .Data.tags 1 }}", "b"), ("{{ index .Data.tags 9 }}", ""),
            ("a {{- .Token -}} b", "a123456b"), ("a{{/* nothing */}}b", "ab"), ("a {{- /* nothing */ -}} b", "ab"),
            ("{{ \"{{ quoted }}\" }}", "{{ quoted }}"), ("{{ `raw \"x\"` }}", "raw &#34;x&#34;"),
            ("{{ urlquery .Email }}", "a%26b%40example.org"),
            ("{{ .Data.tags }} {{ .Count }} {{ .On }}", "[a b] 3 true"), ("no { braces } here }}", "no { braces } here }}"),
        ])
    func rendering(text: String, result: String) throws {
        #expect(try TextTemplate(text).rendered(with: Self.values) == result)
    }

    @Test(
        "are refused when they do not work",
        arguments: [
            "{{ if .A }}", "{{ end }}", "{{ else }}", "{{ .A", "{{ \"x }}", "{{ nothing .A }}", "{{ if }}x{{ end }}", "{{ (.A }}",
            "{{ .A) }}",
            "{{ template \"x\" }}", "{{ if .A }}x{{ else }}y{{ else }}z{{ end }}", "{{ $unknown }}", "{{ .A .B }}", "{{ | }}",
            "{{ .A..B }}",
            String(repeating: "{{ if .A }}", count: 100_000), "{{ " + String(repeating: "(", count: 100_000), "{{ ne .A }}", "{{ eq }}",
        ])
    func refusal(text: String) {
        #expect(throws: TemplateError.self) { try TextTemplate(text).rendered(with: Self.values) }
    }

    @Test("end, whatever lists a user has stored")
    func bombs() throws {
        let list = JSON.array(Array(repeating: "x", count: 5000))
        let template = try TextTemplate("{{ range .l }}{{ range $.l }}{{ range $.l }}x{{ end }}{{ end }}{{ end }}")
        #expect(throws: TemplateError.self) { try template.rendered(with: ["l": list]) }
    }

    @Test(
        "become plain text",
        arguments: [
            ("<h2>Hi</h2>\n<p>Code:  <b>123456</b>.</p>", "Hi\nCode: 123456.\n"),
            ("<p><a href=\"http://a/?b=1&amp;c=2\">open</a> it</p>", "open (http://a/?b=1&c=2) it\n"),
            ("<a href='http://a'>http://a</a>", "http://a\n"), ("a &lt; b<br>c&nbsp;d", "a < b\nc d\n"),
            ("<style>p { color: red }</style><p>x</p>", "x\n"), ("plain", "plain\n"), ("a < b", "a\n"), ("", ""),
        ])
    func plainText(html: String, text: String) {
        #expect(PlainText.of(html: html) == text)
    }
}
