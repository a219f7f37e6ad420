//! `POST /api/read`: a board from what was pasted or dropped: rows of text, a picture, or a Fumen.

use axum::Json;
use axum::body::Bytes;
use fumen::{CellColor, Fumen};
use tetreach::game::{Board, Size, SizeRule};
use tetreach::reach::{LoadOptions, suite_from_bytes};

use super::board_text::BoardText;
use super::refusal::Refusal;

/// Where the data of a Fumen begins.
const FUMEN: &str = "v115@";

/// Answers the request.
pub async fn read(body: Bytes) -> Result<Json<BoardText>, Refusal> {
    read_board(&body).map(|board| Json(BoardText::from(&board)))
}

/// The board that the bytes hold; of a suite the first, of a Fumen the last page.
fn read_board(bytes: &[u8]) -> Result<Board, Refusal> {
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some(at) = text.find(FUMEN)
    {
        return last_page(&text[at..]);
    }
    // Pictures of the standard board may have blocks of any size; everything else gives its own width.
    let standard = LoadOptions::default();
    let any = LoadOptions { size: SizeRule::WidthOfText { height: Size::STANDARD.height() }, ..standard };
    let tallest = LoadOptions { size: SizeRule::WidthOfText { height: Size::MAX_HEIGHT }, ..standard };
    let load = |options| suite_from_bytes("what was pasted", None, bytes, options);
    let suite = load(&standard).or_else(|first| load(&any).or_else(|_| load(&tallest)).map_err(|_| first));
    let suite = suite.map_err(Refusal::bad)?;
    let first = suite.sketches.first().ok_or_else(|| Refusal::bad("what was pasted holds no board"))?;
    Ok(first.board)
}

/// The filled cells of a Fumen's last page.
fn last_page(text: &str) -> Result<Board, Refusal> {
    let damaged = || Refusal::bad("the Fumen is damaged: copy it again as a whole");
    let is_data = |c: &char| c.is_ascii_alphanumeric() || "+/?@".contains(*c);
    let data: String = text.chars().take_while(is_data).collect();
    // The decoder panics on pieces outside of the field; what it returns is checked by its types.
    let decoded = std::panic::catch_unwind(|| Fumen::decode(&data)).map_err(|_| damaged())?;
    let fumen = decoded.map_err(|_| damaged())?;
    let page = fumen.pages.last().ok_or_else(damaged)?;
    let rows = page.field.iter().map(|row| {
        row.iter()
            .enumerate()
            .fold(0_u16, |bits, (column, cell)| bits | u16::from(*cell != CellColor::Empty) << column)
    });
    let height = usize::from(Size::STANDARD.height());
    let rows: Vec<u16> = rows.collect();
    let used = rows.iter().rposition(|row| *row != 0).map_or(0, |row| row + 1);
    let size = Size::new(10, height.max(used)).map_err(Refusal::bad)?;
    Ok(Board::from_rows(size, rows))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tetreach::game::{ActionId, Actions, to_fumen};
    use tetreach::reach::board_to_png;

    #[test]
    fn text_pictures_and_fumens_give_the_same_board() {
        let board: Board = "..##......\n.####.....".parse().unwrap();
        let fumen = to_fumen(&board, []).unwrap();
        let link = format!("https://fumen.zui.jp/?{fumen}");
        for bytes in [
            board.to_string().into_bytes(),
            format!("= name\n{board}\n").into_bytes(),
            board_to_png(&board, 1).unwrap(),
            board_to_png(&board, 9).unwrap(),
            fumen.into_bytes(),
            link.into_bytes(),
        ] {
            assert_eq!(read_board(&bytes), Ok(board));
        }
        let narrow = read_board(b"#..#\n####").unwrap();
        assert_eq!(narrow.size().to_string(), "4x20");
    }

    #[test]
    fn the_last_page_of_an_answer_is_its_target() {
        let lying = Actions::of_width(10).placement(ActionId(0));
        let fumen = to_fumen(&Board::empty(Size::STANDARD), lying).unwrap();
        assert_eq!(read_board(fumen.as_bytes()).unwrap().to_string(), "####......");
    }

    #[test]
    fn what_is_no_board_is_refused_with_a_sentence() {
        for bytes in [&b""[..], b"hello", b"\xFF\xFE", b"v115@", b"v115@vhAA", b"\x89PNG\r\n\x1a\nxx"] {
            let refusal = read_board(bytes).unwrap_err();
            assert_eq!(refusal.status.as_u16(), 400);
            assert!(!refusal.sentence.contains('\n'), "{refusal}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_bytes_end_the_server(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read_board(&bytes);
        }

        #[test]
        fn no_fumen_ends_the_server(data in "v115@[A-Za-z0-9+/?]{0,60}") {
            let _ = read_board(data.as_bytes());
        }
    }
}
