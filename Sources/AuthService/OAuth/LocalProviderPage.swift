import JSONText

/// The page on which somebody signs in at a provider that is not there: picks an account or makes one up, refuses, or fails.
struct LocalProviderPage {
    let provider: String
    let state: String
    let scope: String
    /// Those who have signed in before.
    let accounts: [LocalAccount]

    var html: String {
        let title = "Sign in with \(TemplateRendering.escaped(provider))"
        let known = accounts.map { account in
            """
            <form method="post" action="local">\(hidden)\(Self.field("email", account.email))\(Self.field("name", account.name))\
            \(Self.field("sub", account.subject))\(account.isEmailVerified ? Self.field("email_verified", "on") : "")\
            <button name="action" value="continue">\(TemplateRendering.escaped(account.email.isEmpty ? account.subject : account.email))</button></form>
            """
        }
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title><meta name="viewport" content="width=device-width"><style>
            body { font: 16px/1.5 system-ui, sans-serif; margin: 3em auto; max-width: 26em; padding: 0 1em; color: #222; background: #fff }
            label { display: block; margin: .8em 0 } input:not([type=checkbox]) { width: 100%; font: inherit; padding: .4em; box-sizing: border-box }
            button { font: inherit; padding: .4em .9em; margin: .2em .4em .2em 0 } small { color: #666 }
            </style></head><body>
            <h1>\(title)</h1>
            <p><small>A stand-in for \(TemplateRendering.escaped(provider)) on this machine: whoever you say you are, you are.
            Asked for: \(TemplateRendering.escaped(scope.isEmpty ? "nothing" : scope)).</small></p>
            \(known.joined(separator: "\n"))
            <form method="post" action="local">\(hidden)
            <label>Email <input id="email" name="email" type="email" value="ann@example.com" autofocus></label>
            <label>Name <input id="name" name="name" value="Ann"></label>
            <label>Subject <input id="sub" name="sub" placeholder="follows from the address"></label>
            <label><input id="email_verified" name="email_verified" type="checkbox" checked> the address is verified</label>
            <button id="continue" name="action" value="continue">Continue</button>
            <button id="deny" name="action" value="deny" formnovalidate>Deny</button>
            <button id="fail" name="action" value="fail" formnovalidate>Fail</button>
            </form>
            </body></html>

            """
    }

    private var hidden: String {
        Self.field("provider", provider) + Self.field("state", state)
    }

    private static func field(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(TemplateRendering.escaped(value))\">"
    }
}
