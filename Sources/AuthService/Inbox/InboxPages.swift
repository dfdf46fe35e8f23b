import JSONText

/// The inbox as people see it. Links are relative: the same pages are served on the inbox's port and below the main one.
enum InboxPages {
    static func list(_ records: [JSON]) -> String {
        let rows = records.map { record in
            let text = field(record)
            return """
                <tr\(record["is_read"]?.bool == true ? "" : " class=\"new\"")><td>\(text("shown"))</td><td>\(text("recipient"))</td>\
                <td><a href="message/\(text("id"))">\(text("subject"))</a></td><td>\(text("purpose"))</td>\
                <td><code>\(text("code"))</code></td><td>\(link(record))</td></tr>
                """
        }
        let table = """
            <table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th><th>Kind</th><th>Code</th><th></th></tr></thead>
            <tbody>
            \(rows.joined(separator: "\n"))
            </tbody></table>
            """
        return page(
            "Inbox", "<h1>Inbox</h1>\n" + (records.isEmpty ? "<p>No message yet. What Auth sends appears here.</p>" : table), reloads: true)
    }

    static func message(_ record: JSON) -> String {
        let text = field(record)
        let isMail = record["html"]?.string?.isEmpty == false
        let words =
            isMail
            ? "<iframe sandbox=\"allow-popups allow-popups-to-escape-sandbox\" src=\"../view/\(text("id")).html\" title=\"The message\"></iframe>"
            : ""
        return page(
            record["subject"]?.string ?? "",
            """
            <p><a href="../">Inbox</a></p>
            <h1>\(text("subject"))</h1>
            <p>From \(text("sender_name")) &lt;\(text("sender_address"))&gt; to <b>\(text("recipient"))</b></p>
            <p>Code <code>\(text("code"))</code> \(link(record)) <a href="../api/v1/message/\(text("id"))/raw">source</a></p>
            \(words)
            <pre>\(text("text"))</pre>
            """, reloads: false)
    }

    private static func field(_ record: JSON) -> (String) -> String {
        { name in TemplateRendering.escaped(record[name]?.string ?? "") }
    }

    private static func link(_ record: JSON) -> String {
        let link = record["link"]?.string ?? ""
        return link.isEmpty ? "" : "<a href=\"\(TemplateRendering.escaped(link))\">open the link</a>"
    }

    private static func page(_ title: String, _ body: String, reloads: Bool) -> String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>\(TemplateRendering.escaped(title))</title>\(reloads ? "<meta http-equiv=\"refresh\" content=\"5\">" : "")
        <meta name="viewport" content="width=device-width"><style>
        body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222; background: #fff }
        table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .4em .6em; border-bottom: 1px solid #ddd }
        tr.new td { font-weight: bold } iframe { width: 100%; height: 20em; border: 1px solid #ddd } pre { white-space: pre-wrap }
        </style></head><body>
        \(body)
        </body></html>

        """
    }
}
