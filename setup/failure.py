"""The one exception a user sees: a sentence that says what is wrong and what to do."""


class SetupError(Exception):
    """Set-up cannot go on; the text is one sentence for the user."""
