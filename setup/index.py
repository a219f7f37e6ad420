"""Finding a wheel on the package index that pip is configured for."""

from __future__ import annotations

import ast
import base64
import json
import os
import ssl
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from html.parser import HTMLParser
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

from failure import SetupError
from pins import Wheel

DEFAULT_INDEX = "https://pypi.org/simple"
"""What pip itself uses when nothing else is configured."""
TIMEOUT_SECONDS = 60
ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"


def pip_settings() -> Dict[str, str]:
    """pip's merged configuration (files and PIP_* variables), option name -> value."""
    listing = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if listing.returncode != 0:
        raise SetupError(
            "pip is missing: install it with `python3 -m ensurepip` or your package manager (python3-pip)."
        )
    return parse_pip_settings(listing.stdout)


def parse_pip_settings(listing: str) -> Dict[str, str]:
    """Reads `pip config list`; the environment wins over `[install]`, which wins over `[global]`."""
    settings: Dict[str, str] = {}
    for section in ("global.", "install.", ":env:."):
        for line in listing.splitlines():
            key, equals, value = line.partition("=")
            if equals and key.startswith(section):
                settings[key[len(section) :]] = str(ast.literal_eval(value)).strip()
    return settings


class Client:
    """HTTP as pip would do it: its index, certificates, proxy and credentials in URLs."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.index = settings.get("index-url", DEFAULT_INDEX).rstrip("/") + "/"
        handlers: List[urllib.request.BaseHandler] = [
            urllib.request.HTTPSHandler(context=_tls(settings.get("cert")))
        ]
        if settings.get("proxy"):
            handlers.append(
                urllib.request.ProxyHandler({"http": settings["proxy"], "https": settings["proxy"]})
            )
        self._opener = urllib.request.build_opener(*handlers)

    def open(self, url: str, headers: Optional[Mapping[str, str]] = None):
        """Opens a URL; the caller closes the response."""
        bare, authorization = _split_credentials(url)
        request = urllib.request.Request(bare, headers={"User-Agent": "tetreach-setup", **(headers or {})})
        if authorization:
            request.add_unredirected_header("Authorization", authorization)
        return self._opener.open(request, timeout=TIMEOUT_SECONDS)

    def files(self, project: str) -> List[Tuple[str, str, Optional[str]]]:
        """(file name, URL, SHA-256 if given) of every file of a project."""
        page_url = urllib.parse.urljoin(self.index, project + "/")
        try:
            with self.open(page_url, {"Accept": ACCEPT}) as response:
                body = response.read().decode("utf-8")
                return list(parse_links(body, response.headers.get_content_type(), response.geturl()))
        except (urllib.error.URLError, OSError) as error:
            raise SetupError(f"The package index {_public(page_url)} cannot be read ({error}).") from error

    def find(self, wheel: Wheel) -> str:
        """The URL of a pinned wheel."""
        for filename, url, sha256 in self.files(wheel.project):
            if filename == wheel.filename:
                if sha256 not in (None, wheel.sha256):
                    raise SetupError(
                        f"The package index offers {filename} with SHA-256 {sha256}, not {wheel.sha256}."
                    )
                return url
        raise SetupError(f"The package index {_public(self.index)} does not offer {wheel.filename}.")


def parse_links(body: str, content_type: str, base: str) -> Iterator[Tuple[str, str, Optional[str]]]:
    """(file name, absolute URL, SHA-256 if given) of each file on a page of the simple API, HTML or JSON."""
    if content_type.endswith("json"):
        for entry in json.loads(body)["files"]:
            yield entry["filename"], urllib.parse.urljoin(base, entry["url"]), entry["hashes"].get("sha256")
        return
    page = _Links()
    page.feed(body)
    for href in page.hrefs:
        url, fragment = urllib.parse.urldefrag(urllib.parse.urljoin(base, href))
        filename = urllib.parse.unquote(url.rsplit("/", 1)[-1])
        yield filename, url, fragment[len("sha256=") :] if fragment.startswith("sha256=") else None


class _Links(HTMLParser):
    """Collects the `href` of every anchor."""

    def __init__(self) -> None:
        super().__init__()
        self.hrefs: List[str] = []

    def handle_starttag(self, tag: str, attrs) -> None:
        if tag == "a":
            self.hrefs.extend(value for name, value in attrs if name == "href" and value)


def _tls(cert: Optional[str]) -> ssl.SSLContext:
    if not cert:
        return ssl.create_default_context()
    if not os.path.exists(cert):
        raise SetupError(
            f"pip's certificate bundle {cert} does not exist: correct pip's `cert` setting or PIP_CERT."
        )
    if os.path.isdir(cert):
        return ssl.create_default_context(capath=cert)
    return ssl.create_default_context(cafile=cert)


def _split_credentials(url: str) -> Tuple[str, Optional[str]]:
    """Takes `user:password@` out of a URL and makes the header it stands for."""
    parts = urllib.parse.urlsplit(url)
    userinfo, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, None
    token = base64.b64encode(urllib.parse.unquote(userinfo).encode()).decode()
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), f"Basic {token}"


def _public(url: str) -> str:
    return _split_credentials(url)[0]
