//! Pictures of solutions: they decode, have the right frames and show the right cells.

use proptest::prelude::*;
use tetreach::draw::{
    Canvas, Film, Rgb, TextStyle, board_grid, board_image, contact_sheet, gif, png, stages, step_lines,
};
use tetreach::game::{
    ActionId, Actions, Board, Orientation, Piece, Placement, Size, Solution, SolutionError,
};

/// The word HI of the thesis.
fn hi() -> Board {
    let rows = ["#.#.#####.", "#.#...#...", "###...#...", "#.#...#...", "#.#.#####."];
    let bits = rows.map(|row| row.bytes().enumerate().fold(0, |b, (i, c)| b | u16::from(c == b'#') << i));
    Board::from_rows(Size::STANDARD, bits)
}

/// A way to HI in 11 pieces as (piece, rotation, column).
const HI_MOVES: [(Piece, u8, u8); 11] = [
    (Piece::I, 0, 6),
    (Piece::I, 0, 0),
    (Piece::O, 0, 4),
    (Piece::J, 0, 6),
    (Piece::J, 1, 0),
    (Piece::I, 1, 2),
    (Piece::T, 1, 0),
    (Piece::J, 1, 6),
    (Piece::Z, 0, 7),
    (Piece::J, 0, 2),
    (Piece::T, 2, 4),
];

fn hi_solution() -> Solution {
    let actions = HI_MOVES.map(|(piece, rotation, column)| -> ActionId {
        let orientation = Orientation::of(piece, rotation).unwrap();
        Actions::of_width(10).id(Placement { orientation, column }).unwrap()
    });
    Solution::replay(&hi(), actions).unwrap()
}

/// A walk of legal placements, as the solution of the board where it ends.
fn walk(size: Size, choices: &[u16]) -> Solution {
    let (mut board, mut actions) = (Board::empty(size), Vec::new());
    for choice in choices {
        let legal: Vec<ActionId> = board.legal_actions().collect();
        let Some(&action) = legal.get(usize::from(*choice) % legal.len().max(1)) else { break };
        board.play_action(action).unwrap();
        actions.push(action);
    }
    Solution::replay(&board, actions).unwrap()
}

fn size(width: usize, height: usize) -> Size {
    Size::new(width, height).unwrap()
}

/// The pictures of a GIF as a viewer shows them, with their times.
fn decoded(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut decoder = options.read_info(bytes).unwrap();
    let palette = decoder.global_palette().unwrap().to_vec();
    let width = usize::from(decoder.width());
    let mut screen = vec![0; 3 * width * usize::from(decoder.height())];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, colour) in frame.buffer.iter().enumerate() {
            let x = usize::from(frame.left) + index % usize::from(frame.width);
            let y = usize::from(frame.top) + index / usize::from(frame.width);
            if frame.transparent == Some(*colour) {
                continue;
            }
            let (to, from) = (3 * (y * width + x), 3 * usize::from(*colour));
            screen[to..to + 3].copy_from_slice(&palette[from..from + 3]);
        }
        pictures.push((screen.clone(), frame.delay));
    }
    pictures
}

#[test]
fn the_gif_shows_exactly_the_pictures_of_the_film() {
    let solution = hi_solution();
    let film = Film::new(&solution, "HI", 22);
    let bytes = gif(&film).unwrap();
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let mut shown = Vec::new();
    film.play(|canvas, time| {
        shown.push((canvas.into_bytes(), time));
        Ok::<_, ()>(())
    })
    .unwrap();
    let pictures = decoded(&bytes);
    assert_eq!(pictures.len(), shown.len());
    assert!(pictures.len() > 3 * solution.pieces());
    assert!(pictures == shown, "the decoded pictures differ from those painted");
    assert!(pictures.iter().all(|(_, time)| *time >= 2), "browsers slow such frames down");
    assert!(pictures.last().unwrap().1 > 200, "the last picture stays");
    assert_eq!(pictures.last().unwrap().0, film.stills().last().unwrap().into_bytes());
}

#[test]
fn long_solutions_still_make_small_films() {
    // Two lying I twice and an O fill two rows, which vanish: a film of any length.
    let round = [(Piece::I, 0), (Piece::I, 4), (Piece::I, 0), (Piece::I, 4), (Piece::O, 8)];
    let action = |(piece, column)| {
        Actions::of_width(10)
            .id(Placement { orientation: Orientation::of(piece, 0).unwrap(), column })
            .unwrap()
    };
    let actions = round.into_iter().cycle().take(200).map(action);
    let long = Solution::replay(&Board::empty(Size::STANDARD), actions).unwrap();
    let tall = walk(Size::STANDARD, &(0..300).map(|i: u16| i.wrapping_mul(7919) % 97).collect::<Vec<_>>());
    for solution in [tall, long] {
        let bytes = gif(&Film::new(&solution, "a long name of a target", 22)).unwrap();
        let seconds = decoded(&bytes).iter().map(|(_, time)| f64::from(*time)).sum::<f64>() / 100.0;
        assert!(bytes.len() < 600_000, "{} bytes for {} pieces", bytes.len(), solution.pieces());
        assert!(seconds < 60.0, "{seconds} s for {} pieces", solution.pieces());
    }
}

#[test]
fn stills_are_one_more_than_steps_and_survive_png() {
    let solution = hi_solution();
    let film = Film::new(&solution, "HI", 20);
    let stills: Vec<Canvas> = film.stills().collect();
    assert_eq!(stills.len(), 12);
    for still in &stills {
        let bytes = png(still).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width as usize, info.height as usize), (still.width(), still.height()));
        assert_eq!(pixels, still.bytes());
    }
}

#[test]
fn the_contact_sheet_is_xml_with_one_panel_a_step_and_the_result() {
    let sheet = contact_sheet(&hi_solution(), "H&I <\"1\">\u{7}");
    let document = roxmltree::Document::parse(&sheet).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    let panels: Vec<_> = root.children().filter(|node| node.has_tag_name("g")).collect();
    assert_eq!(panels.len(), 12);
    let texts: Vec<String> = panels.iter().map(|panel| text_of(*panel)).collect();
    assert_eq!(texts[2], "3O col 4-1");
    assert_eq!(texts[11], "=reached");
    assert!(text_of(root).starts_with("H&I <\"1\">: 11 pieces, 2 rows cleared"));
    assert!(sheet.len() < 20_000, "{} bytes", sheet.len());
}

/// All text within a node, without the line ends that only lay out the file.
fn text_of(node: roxmltree::Node<'_, '_>) -> String {
    node.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect::<String>().replace('\n', "")
}

#[test]
fn a_solution_without_pieces_has_pictures_too() {
    let empty = Solution::replay(&Board::empty(size(6, 5)), []).unwrap();
    let film = Film::new(&empty, "nothing", 12);
    assert_eq!(film.stills().count(), 1);
    assert_eq!(decoded(&gif(&film).unwrap()).len(), 1);
    roxmltree::Document::parse(&contact_sheet(&empty, "nothing")).unwrap();
    let style = TextStyle { width: 80, colour: false };
    assert_eq!(board_grid(&empty, style), "= end\n......\n");
}

#[test]
fn text_shows_new_pieces_in_capitals_and_marks_rows_that_vanish() {
    let solution = hi_solution();
    let style = TextStyle { width: 30, colour: false };
    let lines = step_lines(&solution, style);
    assert_eq!(lines.lines().nth(4), Some(" 5  J  ##/#./#.  column  0"));
    assert_eq!(lines.lines().nth(10), Some("11  T  ###/.#.   column  4  clears row 4"));
    let grid = board_grid(&solution, style);
    assert!(grid.lines().any(|line| line == "iiiiOOiiii<   :.:.ooJJJ."), "{grid}");
    assert!(grid.lines().all(|line| line.len() <= 30));
    assert!(grid.trim_end().ends_with("J.I.OOJJJ."));
    assert!(!grid.contains('\u{1b}'));
    assert!(board_grid(&solution, TextStyle { width: 30, colour: true }).contains("\u{1b}[0m"));
}

#[test]
fn a_board_image_tells_matching_cells_from_others() {
    let board = Board::from_rows(size(4, 4), [0b0011, 0b0001]);
    let goal = Board::from_rows(size(4, 4), [0b0110, 0b0000]);
    let image = board_image(&board, Some(&goal), 8);
    assert_eq!((image.width(), image.height(), image.bytes().len()), (32, 32, 32 * 32 * 3));
    let middle = |row: usize, column: usize| image.pixel(8 * column + 4, 8 * (3 - row) + 4).unwrap();
    assert_eq!(middle(0, 0), Rgb::EXTRA);
    assert_eq!(middle(0, 1), Rgb::MATCH);
    assert_eq!(middle(1, 0), Rgb::EXTRA);
    assert_eq!(middle(3, 3), Rgb::WELL);
    assert_eq!(image.pixel(8 * 3 - 1, 31), Some(Rgb::LIGHT), "the outline runs along the goal's edge");
    let tiny = board_image(&board, None, 1);
    assert_eq!((tiny.pixel(1, 3), tiny.pixel(1, 2)), (Some(Rgb::PLAIN), Some(Rgb::WELL)));
}

#[test]
fn what_lay_there_at_the_start_is_shown_without_a_piece() {
    let [start, target]: [Board; 2] = ["####......", "####..####"].map(|text| text.parse().unwrap());
    let bar =
        Actions::of_width(10).id(Placement { orientation: Orientation::of(Piece::I, 0).unwrap(), column: 6 });
    let solution = Solution::replay_from(&start, &target, bar).unwrap();
    assert_eq!(solution.boards().collect::<Vec<_>>(), [start, target]);
    assert_eq!(Solution::replay(&target, bar), Err(SolutionError::EndsElsewhere));
    let stage = stages(&solution).next().unwrap();
    assert_eq!((stage.before.board(), stage.after.board()), (start, target));
    let lay = stage.after.tile(0, 0).unwrap();
    assert_eq!((lay.piece, lay.step, lay.colour()), (None, 0, Rgb::PLAIN));
    assert_eq!(stage.after.tile(0, 6).unwrap().piece, Some(Piece::I));
    let film = Film::new(&solution, "gap", 20);
    let (first, last) = (film.stills().next().unwrap(), film.stills().last().unwrap());
    let has = |canvas: &Canvas, colour: Rgb| canvas.bytes().chunks(3).any(|pixel| pixel == colour.0);
    assert!(has(&first, Rgb::PLAIN) && has(&last, Rgb::PLAIN));
    assert!(!has(&first, Rgb::of(Piece::I)) && has(&last, Rgb::of(Piece::I)));
    let sheet = contact_sheet(&solution, "gap");
    assert!(sheet.contains(&Rgb::PLAIN.to_string()) && sheet.contains(&Rgb::PLAIN.dimmed().to_string()));
    let text = board_grid(&solution, TextStyle { width: 40, colour: false });
    assert!(text.contains("####::IIII") || text.contains("####..IIII"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn mosaics_agree_with_the_game(
        width in 4_usize..8, height in 4_usize..14, choices in prop::collection::vec(any::<u16>(), 0..60)
    ) {
        let solution = walk(size(width, height), &choices);
        for (stage, step) in stages(&solution).zip(solution.steps()) {
            prop_assert_eq!(stage.after.board(), step.board);
            let new = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
            let new: Vec<_> = new
                .filter(|(r, c)| stage.landed.tile(*r, *c).is_some_and(|tile| tile.step == stage.number))
                .collect();
            prop_assert_eq!(new, step.cells().collect::<Vec<_>>());
        }
        roxmltree::Document::parse(&contact_sheet(&solution, "walk")).unwrap();
    }
}
