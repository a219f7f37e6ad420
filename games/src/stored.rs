//! Boards in files: width, height and the filled rows.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::Board;
use crate::size::Size;

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows: Vec<u16> = self.filled_rows().collect();
        (self.width(), self.height(), rows).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (width, height, rows) = <(u8, u8, Vec<u16>)>::deserialize(deserializer)?;
        let size = Size::new(width.into(), height.into()).map_err(D::Error::custom)?;
        let fits = rows.len() <= usize::from(height) && rows.iter().all(|row| row & !size.full_row() == 0);
        if fits {
            Ok(Board::from_rows(size, rows))
        } else {
            Err(D::Error::custom(format_args!("rows that do not fit on a {size} board")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_survive_a_round_trip_and_misfits_are_refused() {
        for board in
            [Board::empty(Size::STANDARD), Board::from_rows(Size::new(4, 6).unwrap(), [0b0110, 0, 0b1000])]
        {
            let bytes = postcard::to_stdvec(&board).unwrap();
            assert_eq!(postcard::from_bytes::<Board>(&bytes).unwrap(), board);
        }
        for text in ["[10,20,[1024]]", "[4,2,[1,1,1]]", "[40,2,[]]"] {
            assert!(serde_json::from_str::<Board>(text).is_err(), "{text}");
        }
    }
}
