"""The Python client of Supabase Auth, supabase-auth from PyPI, against the server: what an application would do with it."""
import base64, hashlib, hmac, random, string, struct, subprocess, time, urllib.parse

from supabase_auth import SyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

import serving


def address():
    return "".join(random.choices(string.ascii_lowercase, k=12)) + "@example.com"


def expect(condition, what=""):
    if not condition:
        raise AssertionError(what or "not as expected")


def refused(code, call):
    try:
        call()
    except (AuthApiError, AuthWeakPasswordError) as error:
        expect(error.code == code, f"refused with {error.code}, expected {code}")
    else:
        raise AssertionError(f"not refused: {code}")


def totp(secret, at=None):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int((at or time.time()) // 30)), hashlib.sha1).digest()
    offset = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 1000000:06d}"


class Application:
    def __init__(self, served):
        self.served = served

    def client(self, key=None, **options):
        key = key or self.served.anon_key
        return SyncGoTrueClient(url=self.served.auth, headers={"apikey": key, "Authorization": f"Bearer {key}"},
                                auto_refresh_token=False, **options)

    def admin(self):
        return self.client(self.served.service_key).admin

    def member(self, password="walkies!"):
        """Signed up, confirmed by the code in the mail, and signed in."""
        client, email = self.client(), address()
        client.sign_up({"email": email, "password": password, "options": {"data": {"full_name": "Ann"}}})
        code = self.served.mail(email, "confirmation")["Auth"]["token"]
        expect(client.verify_otp({"email": email, "token": code, "type": "signup"}).session)
        return client, email

    # Tests

    def sign_up_and_confirm(self):
        client, email = self.client(), address()
        answer = client.sign_up({"email": email, "password": "walkies!", "options": {"data": {"full_name": "Ann"}}})
        expect(answer.session is None and answer.user.email == email)
        refused("email_not_confirmed", lambda: client.sign_in_with_password({"email": email, "password": "walkies!"}))
        refused("otp_expired", lambda: client.verify_otp({"email": email, "token": "000000", "type": "signup"}))
        mail = self.served.mail(email)
        expect(mail["Subject"] == "Confirm your email address")
        # The link is what a reader of the mail would open.
        page = serving.location(mail["Auth"]["action_link"])
        expect(page.startswith("http://127.0.0.1:3000#access_token="), page)
        session = client.sign_in_with_password({"email": email, "password": "walkies!"}).session
        expect(session.user.user_metadata["full_name"] == "Ann" and session.user.identities[0].provider == "email")
        refused("weak_password", lambda: client.sign_up({"email": address(), "password": "12"}))

    def refresh_and_sign_out(self):
        client, email = self.member()
        first = client.get_session()
        second = client.refresh_session().session
        expect(second.refresh_token != first.refresh_token and second.user.email == email)
        expect(client.set_session(second.access_token, second.refresh_token).session)
        expect(client.get_claims()["claims"]["email"] == email)
        other = self.client()
        other.sign_in_with_password({"email": email, "password": "walkies!"})
        client.sign_out({"scope": "local"})
        expect(client.get_session() is None and other.get_user().user.email == email)
        refused("refresh_token_not_found", lambda: self.client().refresh_session(second.refresh_token))

    def one_time_passwords(self):
        client, email = self.client(), address()
        client.sign_in_with_otp({"email": email, "options": {"data": {"full_name": "Otto"}}})
        code = self.served.mail(email, "confirmation")["Auth"]["token"]
        expect(client.verify_otp({"email": email, "token": code, "type": "email"}).user.user_metadata["full_name"] == "Otto")
        client.sign_in_with_otp({"email": email})
        hash = self.served.mail(email, "magic_link")["Auth"]["token_hash"]
        expect(client.verify_otp({"token_hash": hash, "type": "email"}).user.email == email)
        refused("otp_expired", lambda: client.verify_otp({"token_hash": hash, "type": "email"}))
        refused("otp_disabled", lambda: client.sign_in_with_otp({"email": address(), "options": {"should_create_user": False}}))
        phone = "1555" + "".join(random.choices(string.digits, k=7))
        client.sign_in_with_otp({"phone": "+" + phone})
        code = self.served.mail(phone, "sms")["Auth"]["otp"]
        expect(client.verify_otp({"phone": "+" + phone, "token": code, "type": "sms"}).user.phone == phone)

    def recovery(self):
        client, email = self.member()
        client.sign_out()
        client.reset_password_for_email(email, {"redirect_to": "http://127.0.0.1:3000/reset"})
        page = serving.location(self.served.mail(email, "recovery")["Auth"]["action_link"])
        expect(page.startswith("http://127.0.0.1:3000/reset#") and "type=recovery" in page, page)
        tokens = dict(urllib.parse.parse_qsl(page.split("#")[1]))
        client.set_session(tokens["access_token"], tokens["refresh_token"])
        client.update_user({"password": "fetch it!"})
        refused("invalid_credentials", lambda: self.client().sign_in_with_password({"email": email, "password": "walkies!"}))
        expect(self.client().sign_in_with_password({"email": email, "password": "fetch it!"}).session)

    def recovery_with_pkce(self):
        _, email = self.member()
        client = self.client(flow_type="pkce")
        client.reset_password_for_email(email, {"redirect_to": "http://127.0.0.1:3000/reset"})
        page = serving.location(self.served.mail(email, "recovery")["Auth"]["action_link"])
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query))["code"]
        expect(client.exchange_code_for_session({"auth_code": code}).session.user.email == email)

    def update(self):
        client, email = self.member()
        user = client.update_user({"data": {"full_name": None, "city": "Seoul"}}).user
        expect("full_name" not in user.user_metadata and user.user_metadata["city"] == "Seoul")
        refused("same_password", lambda: client.update_user({"password": "walkies!"}))
        new = address()
        expect(client.update_user({"email": new}).user.new_email == new)
        first = self.served.mail(new, "email_change")["Auth"]["token_hash"]
        second = self.served.mail(email, "email_change")["Auth"]["token_hash"]
        client.verify_otp({"token_hash": first, "type": "email_change"})
        expect(client.verify_otp({"token_hash": second, "type": "email_change"}).user.email == new)
        client.resend({"type": "signup", "email": new})
        refused("email_exists", lambda: self.member()[0].update_user({"email": new}))

    def anonymous(self):
        client = self.client()
        user = client.sign_in_anonymously({"options": {"data": {"cart": 1}}}).user
        expect(user.is_anonymous and user.user_metadata["cart"] == 1)
        email = address()
        client.update_user({"email": email})
        code = self.served.mail(email, "email_change")["Auth"]["token"]
        permanent = client.verify_otp({"email": email, "token": code, "type": "email_change"}).user
        expect(permanent.id == user.id and not permanent.is_anonymous)

    def factors(self):
        client, email = self.member()
        enrolled = client.mfa.enroll({"factor_type": "totp", "friendly_name": "phone"})
        expect("<svg" in enrolled.totp.qr_code)
        refused("mfa_verification_failed",
                lambda: client.mfa.challenge_and_verify({"factor_id": enrolled.id, "code": totp(enrolled.totp.secret, 1)}))
        client.mfa.challenge_and_verify({"factor_id": enrolled.id, "code": totp(enrolled.totp.secret)})
        expect(client.mfa.get_authenticator_assurance_level().current_level == "aal2")
        expect(len(client.mfa.list_factors().totp) == 1)
        other = self.client()
        other.sign_in_with_password({"email": email, "password": "walkies!"})
        levels = other.mfa.get_authenticator_assurance_level()
        expect(levels.current_level == "aal1" and levels.next_level == "aal2")
        refused("insufficient_aal", lambda: other.update_user({"password": "fetch it!"}))
        client.mfa.unenroll({"factor_id": enrolled.id})
        expect(client.refresh_session().session and not client.mfa.list_factors().totp)

    def identities(self):
        client, email = self.member()
        page = client.link_identity({"provider": "google", "options": {
            "redirect_to": "http://127.0.0.1:3000/linked", "query_params": {"login_hint": address()}}}).url
        end = serving.follow(page, "http://127.0.0.1:3000/linked")
        expect("access_token=" in end, end)
        identities = client.get_user_identities().identities
        expect([identity.provider for identity in identities] == ["email", "google"])
        client.unlink_identity(identities[1])
        expect(len(client.get_user_identities().identities) == 1)
        refused("single_identity_not_deletable", lambda: client.unlink_identity(identities[0]))

    def providers(self):
        client, email = self.client(flow_type="pkce"), address()
        page = client.sign_in_with_oauth({"provider": "google", "options": {
            "redirect_to": "http://127.0.0.1:3000/cb", "query_params": {"login_hint": email}}}).url
        end = serving.follow(page, "http://127.0.0.1:3000/cb")
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(end).query))["code"]
        session = client.exchange_code_for_session({"auth_code": code}).session
        expect(session.user.email == email and session.provider_token.startswith("fake-google-"))

    def id_tokens(self):
        for provider in ["apple", "google"]:
            client, email = self.client(), address()
            token = subprocess.run(
                [serving.PROGRAM, "id-token", "--project", serving.ROOT + "/Tests/Clients/project", "--provider", provider,
                 "--email", email, "--nonce", "raw"], check=True, capture_output=True, text=True).stdout.strip()
            session = client.sign_in_with_id_token({"provider": provider, "token": token, "nonce": "raw"}).session
            expect(session.user.email == email and session.user.app_metadata["provider"] == provider)

    def administration(self):
        admin, email = self.admin(), address()
        user = admin.create_user({"email": email, "password": "walkies!", "email_confirm": True, "app_metadata": {"role": "editor"}}).user
        expect(user.app_metadata["role"] == "editor" and admin.get_user_by_id(user.id).user.email == email)
        expect(any(one.id == user.id for one in admin.list_users(page=1, per_page=1000)))
        admin.update_user_by_id(user.id, {"ban_duration": "1h"})
        refused("user_banned", lambda: self.client().sign_in_with_password({"email": email, "password": "walkies!"}))
        admin.update_user_by_id(user.id, {"ban_duration": "none", "user_metadata": {"city": "Busan"}})
        session = self.client().sign_in_with_password({"email": email, "password": "walkies!"}).session
        expect(session.user.user_metadata["city"] == "Busan")
        link = admin.generate_link({"type": "magiclink", "email": email})
        expect(self.client().verify_otp({"token_hash": link.properties.hashed_token, "type": "email"}).session)
        guest = address()
        expect(admin.invite_user_by_email(guest, {"data": {"team": "dogs"}}).user.invited_at)
        expect("type=invite" in serving.location(self.served.mail(guest, "invite")["Auth"]["action_link"]))
        admin.sign_out(session.access_token)
        admin.delete_user(user.id)
        refused("user_not_found", lambda: admin.get_user_by_id(user.id))
        refused("not_admin", lambda: self.client().admin.list_users())


if __name__ == "__main__":
    with serving.server() as served:
        application = Application(served)
        names = ["sign_up_and_confirm", "refresh_and_sign_out", "one_time_passwords", "recovery", "recovery_with_pkce", "update",
                 "anonymous", "factors", "identities", "providers", "id_tokens", "administration"]
        serving.run([(name.replace("_", " "), getattr(application, name)) for name in names])
