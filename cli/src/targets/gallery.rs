//! Boards drawn side by side, standing on one floor, with a few numbers under each.

use super::fewest_pieces;
use tetreach::reach::Sketch;

/// Spaces between two boards.
const GAP: usize = 3;
/// Room for the words under a board.
const CAPTION: usize = 18;

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gallery {
    /// Characters in a line.
    pub line: usize,
    /// Whether filled cells are coloured blocks; otherwise they are `#` as in board text.
    pub coloured: bool,
}

impl Gallery {
    /// Draws all boards, as many in a line as fit.
    pub fn draw<'a>(&self, sketches: impl Iterator<Item = &'a Sketch>) -> String {
        let sketches: Vec<&Sketch> = sketches.collect();
        let widest = sketches.iter().map(|sketch| self.board_width(sketch)).max().unwrap_or(0);
        let cell = widest.max(CAPTION);
        let across = ((self.line + GAP) / (cell + GAP)).max(1);
        let strips: Vec<String> = sketches.chunks(across).map(|strip| self.draw_strip(strip, cell)).collect();
        strips.join("\n")
    }

    fn draw_strip(&self, strip: &[&Sketch], cell: usize) -> String {
        let rows = strip.iter().map(|sketch| sketch.board.stack_height().max(1)).max().unwrap_or(0);
        let mut text = String::new();
        for row in (0..rows).rev() {
            let drawn: Vec<(String, usize)> = strip.iter().map(|sketch| self.draw_row(sketch, row)).collect();
            push_line(&mut text, &drawn, cell);
        }
        for caption in [name_of, size_of, bound_of] {
            let words: Vec<(String, usize)> = strip
                .iter()
                .map(|sketch| {
                    let words: String = caption(sketch).chars().take(cell).collect();
                    let width = words.chars().count();
                    (words, width)
                })
                .collect();
            push_line(&mut text, &words, cell);
        }
        text
    }

    /// One row of one board and how wide it looks; rows above the stack are blank.
    fn draw_row(&self, sketch: &Sketch, row: usize) -> (String, usize) {
        let board = &sketch.board;
        if row >= board.stack_height().max(1) {
            return (String::new(), 0);
        }
        let cells = (0..usize::from(board.width())).map(|column| {
            match (board.is_filled(row, column), self.coloured) {
                (true, true) => "\u{1b}[46m  \u{1b}[0m",
                (false, true) => "\u{1b}[2m· \u{1b}[0m",
                (true, false) => "#",
                (false, false) => ".",
            }
        });
        (cells.collect(), self.board_width(sketch))
    }

    fn board_width(&self, sketch: &Sketch) -> usize {
        usize::from(sketch.board.width()) * if self.coloured { 2 } else { 1 }
    }
}

/// Puts texts beside each other in columns of `cell` characters, without spaces at the end.
fn push_line(text: &mut String, parts: &[(String, usize)], cell: usize) {
    let (mut line, mut owed) = (String::new(), 0);
    for (part, width) in parts {
        if *width > 0 {
            line.push_str(&" ".repeat(owed));
            line.push_str(part);
            owed = 0;
        }
        owed += cell + GAP - width;
    }
    text.push_str(&line);
    text.push('\n');
}

fn name_of(sketch: &Sketch) -> String {
    sketch.name.clone().unwrap_or_else(|| "(no name)".to_owned())
}

fn size_of(sketch: &Sketch) -> String {
    format!("{} cells, {} rows", sketch.board.cells(), sketch.board.stack_height())
}

fn bound_of(sketch: &Sketch) -> String {
    match sketch.check() {
        Ok(target) => format!("at least {} pieces", fewest_pieces(target.board())),
        Err(_) => "unreachable".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketches() -> Vec<Sketch> {
        let tee = ".#........\n###.......".parse().unwrap();
        let pair: tetreach::game::Board = "##........".parse().unwrap();
        vec![
            Sketch::named("tee", tee),
            Sketch::named("odd", "#.........".parse().unwrap()),
            Sketch::from(pair),
        ]
    }

    #[test]
    fn boards_stand_on_one_floor_with_their_numbers() {
        let gallery = Gallery { line: 40, coloured: false };
        let wanted = "\
.#........
###.......           #.........
tee                  odd
4 cells, 2 rows      1 cells, 1 rows
at least 1 pieces    unreachable

##........
(no name)
2 cells, 1 rows
at least 3 pieces
";
        assert_eq!(gallery.draw(sketches().iter()), wanted);
    }

    #[test]
    fn colour_comes_only_when_asked_for() {
        let drawn = |coloured| Gallery { line: 80, coloured }.draw(sketches().iter());
        assert!(drawn(true).contains('\u{1b}'));
        assert!(!drawn(false).contains('\u{1b}'));
    }
}
