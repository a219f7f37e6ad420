//! The conditions on a window of the unfolded stack as clauses.

use rustc_hash::FxHashMap;

use super::formula::{Formula, Literal};
use super::part::WindowCell;
use super::window::StackWindow;

impl Formula {
    /// The conditions on a window; `None` if `is_spent` says in between that they are not wanted any more.
    pub fn of(window: &StackWindow, is_spent: impl Fn() -> bool) -> Option<Self> {
        let mut encoding = WindowEncoding::new(window);
        let stages = [
            WindowEncoding::cover,
            WindowEncoding::lines_vanish,
            WindowEncoding::pieces_are_one,
            WindowEncoding::reaching_over,
            WindowEncoding::columns,
            WindowEncoding::feet_are_held,
            WindowEncoding::rows_begin,
        ];
        for stage in stages {
            if is_spent() {
                return None;
            }
            stage(&mut encoding);
        }
        Some(encoding.formula)
    }
}

/// A formula in the making.
struct WindowEncoding<'w> {
    window: &'w StackWindow,
    formula: Formula,
    /// The number of each cell.
    number: FxHashMap<WindowCell, usize>,
    cells: Vec<WindowCell>,
    /// The rows that vanish.
    lines: Vec<usize>,
    /// Pairs of cells that some part holds both of, with the variable that says they lie in one piece and the parts.
    same: Vec<((usize, usize), Literal, Vec<Literal>)>,
    same_of: FxHashMap<(usize, usize), Literal>,
    /// By line and cell: the line vanished before the cell was filled. `None` for cells of the line.
    gone: Vec<Vec<Option<Literal>>>,
}

impl<'w> WindowEncoding<'w> {
    fn new(window: &'w StackWindow) -> Self {
        let rows = window.rows();
        let mut cells = Vec::new();
        for row in 0..rows.len() {
            let filled = (0..window.width()).filter(|&column| window.is_filled(row, column));
            cells.extend(filled.map(|column| (row as u8, column as u8)));
        }
        let number = cells.iter().enumerate().map(|(number, &cell)| (cell, number)).collect();
        let lines: Vec<usize> = (0..rows.len()).filter(|&row| rows[row].vanishes).collect();
        let mut formula = Formula { things: cells.len() + lines.len() + rows.len(), ..Formula::default() };
        formula.parts = window.parts();
        for _ in 0..formula.parts.len() {
            formula.variable();
        }
        let (same, same_of, gone) = Default::default();
        Self { window, formula, number, cells, lines, same, same_of, gone }
    }

    /// The thing that is the vanishing of a line.
    fn vanishing(&self, line: usize) -> usize {
        self.cells.len() + line
    }

    /// The thing that is the beginning of a row.
    fn beginning(&self, row: usize) -> usize {
        self.cells.len() + self.lines.len() + row
    }

    fn part(&self, index: usize) -> Literal {
        Literal(2 * index as u32)
    }

    /// The literal that a line had vanished before a cell was filled; `None` for cells of the line itself.
    fn gone(&self, row: usize, cell: usize) -> Option<Literal> {
        let line = self.lines.binary_search(&row).expect("invariant: only lines vanish");
        self.gone[line][cell]
    }

    fn vanishes(&self, row: usize) -> bool {
        self.window.rows()[row].vanishes
    }

    /// Every cell lies in exactly one part.
    fn cover(&mut self) {
        let mut covering = vec![Vec::new(); self.cells.len()];
        for (index, part) in self.formula.parts.iter().enumerate() {
            for cell in &part.cells {
                covering[self.number[cell]].push(self.part(index));
            }
        }
        for parts in covering {
            self.formula.at_most_one(&parts);
            self.formula.clause(parts);
        }
    }

    /// A line vanishes with the last of its cells; every other cell comes before that or after it.
    fn lines_vanish(&mut self) {
        for line in 0..self.lines.len() {
            let vanishing = self.vanishing(line);
            let mut last = Vec::new();
            let mut gone = Vec::new();
            for cell in 0..self.cells.len() {
                if usize::from(self.cells[cell].0) == self.lines[line] {
                    let is_last = self.formula.variable();
                    self.formula.before(None, cell, vanishing, false);
                    self.formula.before(Some(is_last), vanishing, cell, false);
                    last.push(is_last);
                    gone.push(None);
                } else {
                    let after = self.formula.variable();
                    self.formula.before(Some(after), vanishing, cell, true);
                    self.formula.before(Some(!after), cell, vanishing, false);
                    gone.push(Some(after));
                }
            }
            self.formula.clause(last);
            self.gone.push(gone);
        }
    }

    /// The cells of a piece are filled at the same time.
    fn pieces_are_one(&mut self) {
        for index in 0..self.formula.parts.len() {
            let numbers: Vec<usize> =
                self.formula.parts[index].cells.iter().map(|cell| self.number[cell]).collect();
            for (place, &one) in numbers.iter().enumerate() {
                for &other in &numbers[place + 1..] {
                    self.add_same((one.min(other), one.max(other)), index);
                }
            }
        }
        for ((one, other), same, parts) in std::mem::take(&mut self.same) {
            for &part in &parts {
                self.formula.clause([!part, same]);
            }
            self.formula.clause([parts, vec![!same]].concat());
            self.formula.before(Some(same), one, other, false);
            self.formula.before(Some(same), other, one, false);
            for line in 0..self.lines.len() {
                match (self.gone[line][one], self.gone[line][other]) {
                    (Some(one), Some(other)) => {
                        self.formula.clause([!same, !one, other]);
                        self.formula.clause([!same, one, !other]);
                    }
                    (Some(gone), None) | (None, Some(gone)) => self.formula.clause([!same, !gone]),
                    (None, None) => {}
                }
            }
        }
    }

    /// Notes that a part holds both cells.
    fn add_same(&mut self, pair: (usize, usize), part: usize) {
        let literal = self.part(part);
        match self.same_of.get(&pair) {
            // The places of pairs in the list are those of their variables.
            Some(same) => {
                let first = self.same[0].1.0;
                self.same[((same.0 - first) / 2) as usize].2.push(literal);
            }
            None => {
                let same = self.formula.variable();
                self.same_of.insert(pair, same);
                self.same.push((pair, same, vec![literal]));
            }
        }
    }

    /// A piece that reaches over a line comes after it has vanished.
    fn reaching_over(&mut self) {
        for index in 0..self.formula.parts.len() {
            let cell = self.number[&self.formula.parts[index].cells[0]];
            for place in 0..self.formula.parts[index].over.len() {
                let row = usize::from(self.formula.parts[index].over[place]);
                let gone =
                    self.gone(row, cell).expect("invariant: a part has no cell in a line it reaches over");
                self.formula.clause([!self.part(index), gone]);
            }
        }
    }

    /// In a column the lower cell comes first, unless the upper one has vanished with its line.
    fn columns(&mut self) {
        for upper in 0..self.cells.len() {
            let (row, column) = self.cells[upper];
            for below in 0..row {
                let Some(&lower) = self.number.get(&(below, column)) else { continue };
                let same = self.same_of.get(&(lower, upper)).copied();
                if !self.vanishes(usize::from(row)) {
                    self.formula.before(same.map(|same| !same), lower, upper, true);
                    continue;
                }
                let gone =
                    self.gone(usize::from(row), lower).expect("invariant: the cell lies in another row");
                match same {
                    None => self.formula.before(Some(!gone), lower, upper, true),
                    Some(same) => {
                        let first = self.formula.variable();
                        self.formula.clause([first, same, gone]);
                        self.formula.before(Some(first), lower, upper, true);
                    }
                }
            }
        }
    }

    /// One foot of every piece stands on the floor, or on a cell that was there and had only vanished lines over it.
    fn feet_are_held(&mut self) {
        let mut held: FxHashMap<WindowCell, Literal> = FxHashMap::default();
        for index in 0..self.formula.parts.len() {
            let feet = self.formula.parts[index].feet.clone();
            if feet.is_empty() {
                continue;
            }
            let mut clause = vec![!self.part(index)];
            for foot in feet {
                let literal = match held.get(&foot) {
                    Some(&literal) => literal,
                    None => {
                        let literal = self.held(foot);
                        held.insert(foot, literal);
                        literal
                    }
                };
                clause.push(literal);
            }
            self.formula.clause(clause);
        }
    }

    /// A variable that is true only if something holds this cell.
    fn held(&mut self, (row, column): WindowCell) -> Literal {
        let (held, upper) = (self.formula.variable(), self.number[&(row, column)]);
        let mut ways = vec![!held];
        // Literals that the lines passed on the way down had vanished.
        let mut passed: Vec<Literal> = Vec::new();
        for below in (0..row).rev() {
            let lower = self.number.get(&(below, column)).copied();
            let gone =
                self.vanishes(usize::from(below)).then(|| self.gone(usize::from(below), upper)).flatten();
            if let Some(lower) = lower {
                let way = self.way_down(&passed);
                if let Some(gone) = gone {
                    self.formula.clause([!way, !gone]);
                }
                if let Some(gone) =
                    self.vanishes(usize::from(row)).then(|| self.gone(usize::from(row), lower)).flatten()
                {
                    self.formula.clause([!way, !gone]);
                }
                ways.push(way);
            }
            match gone {
                Some(gone) => passed.push(gone),
                None => {
                    self.formula.clause(ways);
                    return held;
                }
            }
        }
        if self.window.has_floor() {
            let way = self.way_down(&passed);
            ways.push(way);
        }
        self.formula.clause(ways);
        held
    }

    /// A variable that is true only if all these lines had vanished.
    fn way_down(&mut self, passed: &[Literal]) -> Literal {
        let way = self.formula.variable();
        for &gone in passed {
            self.formula.clause([!way, gone]);
        }
        way
    }

    /// Rows begin from the lowest up; where every piece is held in the window that follows from the rest.
    fn rows_begin(&mut self) {
        if self.window.has_floor() && self.window.has_sky() {
            return;
        }
        for row in 0..self.window.rows().len() {
            let beginning = self.beginning(row);
            if row > 0 {
                self.formula.before(None, self.beginning(row - 1), beginning, false);
            }
            let mut first = Vec::new();
            for cell in 0..self.cells.len() {
                if usize::from(self.cells[cell].0) == row {
                    let is_first = self.formula.variable();
                    self.formula.before(None, beginning, cell, false);
                    self.formula.before(Some(is_first), cell, beginning, false);
                    first.push(is_first);
                }
            }
            self.formula.clause(first);
        }
    }
}
