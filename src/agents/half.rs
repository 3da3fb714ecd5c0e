//! Numbers of half precision, as which weights are sent.

/// A number of half precision (IEEE 754): a sign, 5 bits of exponent, 10 of fraction.
#[must_use]
pub fn half(bits: u16) -> f32 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 31), u32::from(bits & 1023));
    let size = match exponent {
        0 => fraction as f32 / (1 << 24) as f32,
        31 if fraction == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => f32::from_bits((exponent + 127 - 15) << 23 | fraction << 13),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::half;

    #[test]
    fn numbers_of_half_precision_are_read() {
        let (least, normal) = (2.0_f32.powi(-24), 2.0_f32.powi(-14));
        for (bits, number) in [
            (0x0000, 0.0),
            (0x0001, least),
            (0x03ff, 1023.0 * least),
            (0x0400, normal),
            (0x3555, 0.333_251_95),
            (0xc000, -2.0),
            (0x7bff, 65_504.0),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(half(bits).to_bits(), f32::to_bits(number), "{bits:x}");
        }
        assert!(half(0x7e00).is_nan());
    }
}
