//! What stands before every route: who may ask, how long it may take, and what browsers are told.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::limits::REQUEST_TIME;
use super::refusal::Refusal;

/// Scripts, styles and connections of this server alone; pictures may be made in the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Lets a request through if it comes from this page, and puts the headers on the answer.
pub async fn guard(State(port): State<u16>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = match admit(request.method(), request.headers(), is_api, port) {
        Err(refusal) => refusal.into_response(),
        Ok(()) => match tokio::time::timeout(REQUEST_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive")
                .into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Refuses other methods, other names of this machine, and requests that another site's page sent.
fn admit(method: &Method, headers: &HeaderMap, is_api: bool, port: u16) -> Result<(), Refusal> {
    if ![Method::GET, Method::HEAD, Method::POST, Method::DELETE].contains(method) {
        let sentence = format!("the method {method} is not used here: use GET, POST or DELETE");
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, sentence));
    }
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    // A name that was made to point to this machine is how a site on the internet would get here.
    if !text(header::HOST).is_some_and(|host| is_own(host, port)) {
        let sentence = format!("ask for http://127.0.0.1:{port}/ or http://localhost:{port}/");
        return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, sentence));
    }
    let foreign = || Refusal::new(StatusCode::FORBIDDEN, "requests from pages of other origins are refused");
    if let Some(origin) = text(header::ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|host| is_own(host, port))
    {
        return Err(foreign());
    }
    // A link on another site may lead to the page, but another site's page may not use the interface.
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if is_api && site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(foreign());
    }
    Ok(())
}

fn is_own(host: &str, port: u16) -> bool {
    let names = ["127.0.0.1", "localhost"];
    host.rsplit_once(':').map_or(port == 80 && names.contains(&host), |(name, asked)| {
        names.contains(&name) && asked.parse() == Ok(port)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(headers: &[(&'static str, &'static str)], is_api: bool) -> u16 {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        admit(&Method::GET, &headers, is_api, 8080).map_or_else(|refusal| refusal.status.as_u16(), |()| 200)
    }

    #[test]
    fn only_the_own_page_is_admitted() {
        let host = ("host", "localhost:8080");
        assert_eq!(status(&[host], true), 200);
        assert_eq!(status(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")], true), 200);
        assert_eq!(status(&[], true), 421);
        assert_eq!(status(&[("host", "example.org:8080")], true), 421);
        assert_eq!(status(&[("host", "localhost:8081")], true), 421);
        assert_eq!(status(&[host, ("origin", "http://example.org")], true), 403);
        assert_eq!(status(&[host, ("origin", "http://localhost:8081")], true), 403);
        assert_eq!(status(&[host, ("origin", "https://localhost:8080")], true), 403);
        assert_eq!(status(&[host, ("origin", "null")], true), 403);
        assert_eq!(status(&[host, ("sec-fetch-site", "cross-site")], true), 403);
        assert_eq!(status(&[host, ("sec-fetch-site", "same-site")], true), 403);
        assert_eq!(status(&[host, ("sec-fetch-site", "cross-site")], false), 200, "a link may lead here");
    }
}
