"""Texts of allauth's pages and mails that we translate ourselves: its own translations are stiff or wrong here, and
its English differs from the rest of the site ("Sign In" where we say "Log in"; locale/en holds only those).

Nothing imports these strings. Listing them here brings them into our catalogues, which take precedence over
allauth's."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

TEXTS = (
    # logging in and out
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
    # reauthentication, second factor, passkeys, sessions
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
    _("Signed out of all other sessions."),
    _("Sign Out Other Sessions"),
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
    # setting up a second factor, devices, mails about changes
    _("Username"),
    _("Email"),
    _("New Password"),
    _("Sessions"),
    _("Email address"),
    _("Current Password"),
    _("Warning:"),
    _("Incorrect password."),
    _("Incorrect code."),
    _("Please select only one."),
    _("You cannot remove your primary email address."),
    _("You cannot add more than %d email addresses."),
    _("Use your password"),
    _("Use a security key"),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("Master key"),
    _("Authenticator code"),
    _(
        "Enabling passwordless operation allows you to sign in using just this key, but imposes "
        "additional requirements such as biometrics or PIN protection."
    ),
    _("You are receiving this mail because the following change was made to your account:"),
    _(
        "If you do not recognize this change then please take proper security precautions immediately. "
        "The change to your account originates from:\n\n- IP address: %(ip)s\n- Browser: %(user_agent)s\n- "
        "Date: %(timestamp)s"
    ),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Your email has been confirmed."),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Your password has been changed."),
    _("Your password has been reset."),
    _("Your password has been set."),
    _(
        "You are receiving this email because you, or someone else, tried to access an account with "
        "email %(email)s. However, we do not have any record of such an account in our database."
    ),
    _("If it was you, you can sign up for an account using the link below."),
    _('<strong>Note:</strong> you can still <a href="%(email_url)s">change your email address</a>.'),
    _("Your account is protected by two-factor authentication. Please enter an authenticator code:"),
    _("Authenticator app activated."),
    _("Authenticator app deactivated."),
    _("Authenticator App"),
    _("Authentication using an authenticator app is active."),
    _("An authenticator app is not active."),
    _("Deactivate"),
    _("Activate"),
    _("Security Keys"),
    _("No security keys have been added."),
    _("Recovery Codes"),
    _("No recovery codes set up."),
    _("View"),
    _("Generate"),
    _("A new set of recovery codes has been generated."),
    _("Save them  in a secure location now — they won't be shown again."),
    _("Security key added."),
    _("Security key removed."),
    _("Enter an authenticator code:"),
    _("You are about to generate a new set of recovery codes for your account."),
    _("This action will invalidate your existing codes."),
    _("Are you sure?"),
    _("Unused codes"),
    _("Download codes"),
    _("Generate new codes"),
    _("I have saved my recovery codes"),
    _("Activate Authenticator App"),
    _(
        "To protect your account with two-factor authentication, scan the QR code below with your "
        "authenticator app. Then, input the verification code generated by the app below."
    ),
    _("Authenticator secret"),
    _("You can store this secret and use it to reinstall your authenticator app at a later time."),
    _("Deactivate Authenticator App"),
    _("You are about to deactivate authenticator app based authentication. Are you sure?"),
    _("Trust this Browser?"),
    _("If you choose to trust this browser, you will not be asked for a verification code the next time you sign in."),
    _("Trust for %(period)s"),
    _("Don't Trust"),
    _("Add Security Key"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Unspecified"),
    _("Edit Security Key"),
    _("This functionality requires JavaScript."),
    _("Started At"),
    _("IP Address"),
    _("Current"),
)

# the same for Django's own messages about passwords
DJANGO_TEXTS = (
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
    _("Your password can’t be entirely numeric."),
)

# texts with a context or a plural
TEXTS_IN_CONTEXT = (
    pgettext_lazy("field label", "Login"),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
        "min_length",
    ),
)
