//! Colours, and gradients in equal perceptual steps.
//!
//! A gradient is interpolated in Oklab, where equal distances are equal differences to the eye, so the
//! brightness of a path of a thousand leaps changes evenly and its mixed hues stay clear.
//!
//! Reference: Björn Ottosson, *A perceptual color space for image processing*, 2020.

/// A colour as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Mixes in this share of another colour, channel by channel.
    pub(crate) fn mixed(self, other: Rgb, share: f64) -> Rgb {
        let mix = |a: u8, b: u8| (f64::from(a) * (1.0 - share) + f64::from(b) * share).round() as u8;
        Rgb(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Creates a colour from a number such as `0xf5f0dc`.
    pub(crate) const fn hex(hex: u32) -> Rgb {
        Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
    }

    /// The channels, each from 0 to 1.
    pub(crate) fn parts(self) -> [f32; 3] {
        [self.0, self.1, self.2].map(|part| f32::from(part) / 255.0)
    }

    /// Linear light of each channel, from 0 to 1; light adds up where colours share a pixel.
    pub(crate) fn light(self) -> [f32; 3] {
        self.parts().map(
            |part| {
                if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            },
        )
    }

    /// Colour of a linear light.
    pub(crate) fn from_light(light: [f32; 3]) -> Rgb {
        let [r, g, b] = light.map(|part| {
            let part = part.clamp(0.0, 1.0);
            let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
            (part * 255.0).round() as u8
        });
        Rgb(r, g, b)
    }

    /// Colour at this share of the way to another, in Oklab.
    pub(crate) fn mix_oklab(self, other: Rgb, share: f32) -> Rgb {
        let (from, to) = (oklab(self), oklab(other));
        from_oklab(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share))
    }
}

/// Colour stops at equal distances, written `0xf5f0dc`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gradient(pub(crate) &'static [u32]);

impl Gradient {
    /// Colour at a position from 0 to 1.
    ///
    /// ```
    /// use ktour::render::Theme;
    /// let gradient = Theme::Classic.palette().gradient;
    /// assert_ne!(gradient.at(0.0), gradient.at(1.0));
    /// ```
    pub fn at(self, place: f64) -> Rgb {
        let last = self.0.len() - 1;
        let place = place.clamp(0.0, 1.0) * last as f64;
        let stop = (place as usize).min(last.saturating_sub(1));
        let next = (stop + 1).min(last);
        Rgb::hex(self.0[stop]).mix_oklab(Rgb::hex(self.0[next]), (place - stop as f64) as f32)
    }
}

fn oklab(colour: Rgb) -> [f32; 3] {
    let [r, g, b] = colour.light();
    let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_995 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

fn from_oklab([lightness, a, b]: [f32; 3]) -> Rgb {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    Rgb::from_light([
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;

    #[test]
    fn there_and_back_is_the_same_colour() {
        for hex in [0x000000, 0xffffff, 0xf5f0dc, 0x1b4f8f, 0xff0000, 0x00ff00, 0x0000ff] {
            let Rgb(r, g, b) = from_oklab(oklab(Rgb::hex(hex)));
            let near = |a: u8, b: u32| a.abs_diff((b & 255) as u8) <= 1;
            assert!(near(r, hex >> 16) && near(g, hex >> 8) && near(b, hex), "{hex:06x}");
        }
    }

    #[test]
    fn equal_steps_look_equally_far_apart() {
        for (name, theme) in Theme::NAMED {
            let gradient = theme.palette().gradient;
            let places: Vec<[f32; 3]> =
                (0..=60).map(|step| oklab(gradient.at(f64::from(step) / 60.0))).collect();
            let far = |a: &[f32; 3], b: &[f32; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f32>().sqrt();
            let steps: Vec<f32> = places.windows(2).map(|pair| far(&pair[0], &pair[1])).collect();
            let (least, most) = steps.iter().fold((f32::MAX, 0f32), |(l, m), &s| (l.min(s), m.max(s)));
            assert!(most < 4.0 * least.max(0.002), "{name}: steps from {least} to {most}");
        }
    }
}
