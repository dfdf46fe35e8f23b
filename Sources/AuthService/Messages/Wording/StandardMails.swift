extension MailTemplate.Name {
    /// The subject of a message whose template has none.
    var standardSubject: String {
        switch self {
        case .confirmation: "Confirm your email address"
        case .invite: "You've been invited"
        case .magicLink: "Your sign-in link"
        case .recovery: "Reset your password"
        case .emailChange: "Confirm your new email address"
        case .reauthentication: "{{ .Token }} is your verification code"
        case .passwordChanged: "Your password was changed"
        case .emailChanged: "Your email address was changed"
        case .phoneChanged: "Your phone number was changed"
        case .identityLinked: "A new sign-in method was linked to your account"
        case .identityUnlinked: "A sign-in method was removed from your account"
        case .mfaFactorEnrolled: "A new verification method was added to your account"
        case .mfaFactorUnenrolled: "A verification method was removed from your account"
        }
    }

    /// The words of a message without a template. Those of the hosted service do not show the code; here it can be typed in, too.
    var standardHTML: String {
        switch self {
        case .confirmation: Self.asking("Confirm your address", "Follow the link to confirm <b>{{ .Email }}</b>:", "Confirm the address")
        case .invite: Self.asking("You are invited", "You are invited to have an account at {{ .SiteURL }}:", "Accept the invitation")
        case .magicLink: Self.asking("Sign in", "Follow the link to sign in:", "Sign in")
        case .recovery: Self.asking("Set a new password", "Follow the link to set a new password:", "Set a password")
        case .emailChange:
            Self.asking(
                "Confirm the new address",
                "Follow the link to change {{ if .Email }}<b>{{ .Email }}</b> {{ end }}to <b>{{ .NewEmail }}</b>:",
                "Change the address")
        case .reauthentication: "<h2>Is it you?</h2>\n<p>Enter this code: <b>{{ .Token }}</b></p>\n"
        case .passwordChanged: Self.telling("The password of <b>{{ .Email }}</b> was changed.")
        case .emailChanged: Self.telling("The address <b>{{ .OldEmail }}</b> was changed to <b>{{ .Email }}</b>.")
        case .phoneChanged: Self.telling("The phone number of <b>{{ .Email }}</b> was changed from {{ .OldPhone }} to {{ .Phone }}.")
        case .identityLinked: Self.telling("{{ .Provider }} can be used to sign in as <b>{{ .Email }}</b> now.")
        case .identityUnlinked: Self.telling("{{ .Provider }} cannot be used to sign in as <b>{{ .Email }}</b> any more.")
        case .mfaFactorEnrolled: Self.telling("A factor of type {{ .FactorType }} was added to <b>{{ .Email }}</b>.")
        case .mfaFactorUnenrolled: Self.telling("A factor of type {{ .FactorType }} was removed from <b>{{ .Email }}</b>.")
        }
    }

    private static func asking(_ heading: String, _ sentence: String, _ link: String) -> String {
        """
        <h2>\(heading)</h2>
        <p>\(sentence)</p>
        <p><a href="{{ .ConfirmationURL }}">\(link)</a></p>
        <p>or enter this code: <b>{{ .Token }}</b></p>

        """
    }

    private static func telling(_ sentence: String) -> String {
        """
        <h2>\(sentence.contains("Factor") ? "Verification" : "Account") changed</h2>
        <p>\(sentence)</p>
        <p>If that was not you, see to it that your account is safe.</p>

        """
    }
}
