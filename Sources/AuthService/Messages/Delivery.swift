/// How messages leave the service.
extension AuthResponder {
    /// Words a message and hands it over, as a part of the transaction.
    nonisolated(nonsending)
        func deliver(_ transaction: AuthTransaction, _ message: AuthMessage) async throws
    {
        if try await sendByHook(transaction, message) { return }
        do {
            try await outbox.deliver(wording.worded(message), in: transaction.session)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw message.purpose.failure
        }
    }

    /// Tells of a change, where the settings ask for it. That it cannot be told is no reason to undo the change.
    nonisolated(nonsending)
        func notify(
            _ transaction: AuthTransaction, _ name: MailTemplate.Name, to recipient: String, user: User,
            _ details: AuthMessage.Details = .init()
        ) async throws
    {
        guard settings.email.notices.contains(name), !recipient.isEmpty else { return }
        try await transaction.run(["SAVEPOINT notice"])
        do {
            try await deliver(transaction, .notice(name, to: recipient, user: user, details, settings: settings))
        } catch is AuthError {
            try await transaction.run(["ROLLBACK TO SAVEPOINT notice"])
        }
    }
}

extension AuthMessage.Purpose {
    fileprivate var failure: AuthError {
        switch self {
        case .sms: AuthError(422, "sms_send_failed", "Error sending confirmation OTP to provider")
        case .mail(let name):
            switch name {
            case .confirmation: .unexpected("Error sending confirmation email")
            case .invite: .unexpected("Error sending invite email")
            case .magicLink: .unexpected("Error sending magic link email")
            case .recovery: .unexpected("Error sending recovery email")
            case .emailChange: .unexpected("Error sending email change email")
            case .reauthentication: .unexpected("Error sending reauthentication email")
            case .passwordChanged, .emailChanged, .phoneChanged, .identityLinked, .identityUnlinked, .mfaFactorEnrolled,
                .mfaFactorUnenrolled:
                .unexpected("Error sending notification email")
            }
        }
    }
}
