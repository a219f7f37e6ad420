//! Event files, read by the letter of their format.

/// The payloads of an event file: length, masked checksum of the length, payload, masked checksum of the payload.
pub fn read_events(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut payloads = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_at(8);
        let (length_sum, rest) = rest.split_at(4);
        assert_eq!(masked(length), u32::from_le_bytes(length_sum.try_into().unwrap()));
        let (payload, rest) = rest.split_at(u64::from_le_bytes(length.try_into().unwrap()) as usize);
        let (payload_sum, rest) = rest.split_at(4);
        assert_eq!(masked(payload), u32::from_le_bytes(payload_sum.try_into().unwrap()));
        payloads.push(payload.to_vec());
        bytes = rest;
    }
    payloads
}

fn masked(bytes: &[u8]) -> u32 {
    crc32c(bytes).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// The checksum bit by bit, as the polynomial says it.
fn crc32c(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(
            sum ^ u32::from(*byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 },
        )
    })
}

#[test]
fn the_checksum_is_that_of_the_standard() {
    assert_eq!(crc32c(b"123456789"), 0xe306_9283);
}
