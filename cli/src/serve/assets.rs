//! The files of the page, which the program carries.

use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::refusal::Refusal;

/// The folder `web`, compiled in: no path of a request reaches the file system.
#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The file with this path; `/` is the page.
pub async fn asset(uri: Uri) -> Result<Response, Refusal> {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let file = Web::get(path).ok_or_else(|| Refusal::missing("there is no such file: the page is at /"))?;
    Ok(([(header::CONTENT_TYPE, content_type(path))], file.data).into_response())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "image/svg+xml",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_type_of_its_own() {
        let files: Vec<_> = Web::iter().collect();
        assert!(files.iter().any(|file| file == "index.html"), "{files:?}");
        for file in &files {
            let is_svg = content_type(file) == "image/svg+xml";
            assert_eq!(is_svg, file.ends_with(".svg"), "{file}");
        }
    }
}
