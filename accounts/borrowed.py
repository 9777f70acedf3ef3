"""Texts of allauth's pages and mails that we translate ourselves: its own translations are stiff or wrong here.

Nothing uses these strings from this module. They stand here so that they come into our catalogues, and what stands in
ours is shown instead of what allauth has."""

from django.utils.translation import gettext_noop as _

TEXTS = (
    # coming in and going out
    _("Sign In"),
    _("Sign Out"),
    _("Sign Up"),
    _("Signup"),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("Sign in with a passkey"),
    _("Are you sure you want to sign out?"),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("You are already logged in as %(user_display)s."),
    _("Login"),
    _("Remember Me"),
    _("Username or email"),
    _("Email (optional)"),
    _("Password (again)"),
    _("Forgot your password?"),
    _("Invalid login."),
    _("Too many failed login attempts. Try again later."),
    _("Be patient, you are sending too many requests."),
    _("The username and/or password you specified are not correct."),
    _("The email address and/or password you specified are not correct."),
    _("You must type the same password each time."),
    _("Username can not be used. Please use other username."),
    _("This account is currently inactive."),
    # e-mail
    _("Email Addresses"),
    _("The following email addresses are associated with your account:"),
    _("Make Primary"),
    _("Re-send Verification"),
    _("Verified"),
    _("Unverified"),
    _("Primary"),
    _("Add Email Address"),
    _("Add Email"),
    _("Do you really want to remove the selected email address?"),
    _(
        "You currently do not have any email address set up. You should really add an email address so you can receive "
        "notifications, reset your password, etc."
    ),
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Removed email address %(email)s."),
    _("Primary email address set."),
    _("Your primary email address must be verified."),
    _("You cannot remove your primary email address (%(email)s)."),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _("Confirm Email Address"),
    _('Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email address for user %(user_display)s.'),
    _(
        'This email confirmation link expired or is invalid. Please <a href="%(email_url)s">issue a new email '
        "confirmation request</a>."
    ),
    _("Verify Your Email Address"),
    _(
        "We have sent an email to you for verification. Follow the link provided to finalize the signup process. If "
        "you do not see the verification email in your main inbox, check your spam folder. Please contact us if you do "
        "not receive the verification email within a few minutes."
    ),
    # passwords
    _("Password Reset"),
    _("Forgotten your password? Enter your email address below, and we'll send you an email allowing you to reset it."),
    _("Reset My Password"),
    _("Please contact us if you have any trouble resetting your password."),
    _(
        "We have sent you an email. If you have not received it please check your spam folder. Otherwise contact us if "
        "you do not receive it in a few minutes."
    ),
    _("Bad Token"),
    _(
        "The password reset link was invalid, possibly because it has already been used.  Please request a "
        '<a href="%(passwd_reset_url)s">new password reset</a>.'
    ),
    _("Change Password"),
    _("Set Password"),
    _("Your password is now changed."),
    _("Password successfully changed."),
    _("Password successfully set."),
    _("Please type your current password."),
    _("New Password (again)"),
    # asking once more, second factor, passkeys, sessions
    _("Confirm Access"),
    _("Please reauthenticate to safeguard your account."),
    _("Alternative options"),
    _("Enter your password:"),
    _("Use authenticator app or code"),
    _("Two-Factor Authentication"),
    _("Passkey"),
    _("Create Passkey"),
    _("This key does not indicate whether it is a passkey."),
    _(
        "You are about to create a passkey for your account. As you can add additional keys later on, you can use a "
        "descriptive name to tell the keys apart."
    ),
    _("Sign Out Other Sessions"),
    _("Signed out of all other sessions."),
    _("Last seen at"),
    # mails
    _("Hello from %(site_name)s!"),
    _("Thank you for using %(site_name)s!\n%(site_domain)s"),
    _("Please Confirm Your Email Address"),
    _(
        "You're receiving this email because user %(user_display)s has given your email address to register an account "
        "on %(site_domain)s."
    ),
    _("To confirm this is correct, go to %(activate_url)s"),
    _("Password Reset Email"),
    _(
        "You're receiving this email because you or someone else has requested a password reset for your user "
        "account.\nIt can be safely ignored if you did not request a password reset. Click the link below to reset "
        "your password."
    ),
    _("In case you forgot, your username is %(username)s."),
    _("This mail can be safely ignored if you did not initiate this action."),
)
