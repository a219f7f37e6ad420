//! The trunks.

use super::background::Background;
use super::bordered::Bordered;
use super::dense::Dense;
use super::lanes::{LANES, Vector, padded, vectors, vectors_mut};
use super::norm::ChannelNorm;
use super::stem::Stem;
use super::weights::Tensors;
use super::winograd::{TILE, Tiles, Winograd};
use crate::nn::{EncodingShape, NetworkPlan, Trunk, WeightsError};

/// The weights of a trunk.
#[derive(Debug)]
pub enum TrunkWeights {
    /// Residual convolutions.
    Conv(ConvTrunk),
    /// Residual dense layers.
    Mlp(MlpTrunk),
    /// Nothing: actions are judged without it.
    PerAction,
}

/// Residual convolutions, each with a norm and a ReLU in front.
#[derive(Debug)]
pub struct ConvTrunk {
    stem: Stem,
    blocks: Vec<([ChannelNorm; 2], [Winograd; 2])>,
    norm: ChannelNorm,
    channels: usize,
    wraps: bool,
}

/// Residual dense layers.
#[derive(Debug)]
pub struct MlpTrunk {
    stem: Dense,
    blocks: Vec<(ChannelNorm, [Dense; 2])>,
    norm: ChannelNorm,
}

/// Room for one forward pass, and what it leaves for the heads.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Of a convolution: what the heads see of each cell, `[rows, width, width of channels]`; rows above are those of
    /// the background.
    pub cells: Vec<f32>,
    /// The rows of `cells` that were computed.
    pub rows: usize,
    /// All cells in one vector: means and maxima of the channels, or the features of a dense trunk.
    pub pooled: Vec<f32>,
    planes: Option<Bordered>,
    inner: Option<Bordered>,
    stream: Vec<f32>,
    middle: Vec<f32>,
    tiles: Tiles,
}

impl TrunkWeights {
    /// Takes a trunk from a file.
    pub fn take(tensors: &mut Tensors, plan: &NetworkPlan) -> Result<Self, WeightsError> {
        let shape = plan.shape;
        let sub = |block: usize, layer: &str| format!("trunk.block{block}.{layer}");
        match plan.settings.trunk {
            Trunk::Conv { channels, blocks } => {
                let block = |index: usize, tensors: &mut Tensors| {
                    let norm = |name: &str, tensors: &mut Tensors| {
                        ChannelNorm::take(tensors, &sub(index, name), channels)
                    };
                    let conv = |name: &str, tensors: &mut Tensors| {
                        Winograd::take(tensors, &sub(index, name), channels)
                    };
                    let norms = [norm("norm0", tensors)?, norm("norm1", tensors)?];
                    Ok((norms, [conv("conv0", tensors)?, conv("conv1", tensors)?]))
                };
                Ok(TrunkWeights::Conv(ConvTrunk {
                    stem: Stem::take(tensors, "trunk.stem", shape.planes, channels)?,
                    blocks: (0..blocks)
                        .map(|index| block(index, tensors))
                        .collect::<Result<_, WeightsError>>()?,
                    norm: ChannelNorm::take(tensors, "trunk.norm", channels)?,
                    channels,
                    wraps: plan.settings.wraps,
                }))
            }
            Trunk::Mlp { width, blocks } => {
                let block = |index: usize, tensors: &mut Tensors| {
                    let norm = ChannelNorm::take(tensors, &sub(index, "norm"), width)?;
                    let first = Dense::take(tensors, &sub(index, "layer0"), width, width)?;
                    Ok((norm, [first, Dense::take(tensors, &sub(index, "layer1"), width, width)?]))
                };
                Ok(TrunkWeights::Mlp(MlpTrunk {
                    stem: Dense::take(tensors, "trunk.stem", shape.inputs(), width)?,
                    blocks: (0..blocks)
                        .map(|index| block(index, tensors))
                        .collect::<Result<_, WeightsError>>()?,
                    norm: ChannelNorm::take(tensors, "trunk.norm", width)?,
                }))
            }
            Trunk::PerAction { .. } => Ok(TrunkWeights::PerAction),
        }
    }
}

impl ConvTrunk {
    /// Numbers per cell: the channels, padded to whole vectors.
    pub fn width(&self) -> usize {
        padded(self.channels)
    }

    /// What the layers make of a picture, to be kept.
    #[inline(always)]
    pub fn background<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        planes: &[f32],
        shape: EncodingShape,
    ) -> Background {
        let mut scratch = Scratch::default();
        let mut kept = Background {
            planes: planes.to_vec(),
            height: shape.height,
            width: shape.width,
            inputs: Vec::new(),
            streams: Vec::new(),
            cells: Vec::new(),
            sums: Vec::new(),
            peaks: Vec::new(),
        };
        self.run::<V, TOGETHER, BLOCKS>(planes, shape, None, &mut scratch, Some(&mut kept));
        kept.cells = scratch.cells;
        kept.sum_up(self.width());
        kept
    }

    /// Fills in `scratch.cells` and `scratch.pooled`.
    #[inline(always)]
    pub fn forward<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        planes: &[f32],
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
    ) {
        self.run::<V, TOGETHER, BLOCKS>(planes, shape, background, scratch, None);
        self.pool::<V>(shape, background, scratch);
    }

    #[inline(always)]
    fn run<V: Vector, const TOGETHER: usize, const BLOCKS: usize>(
        &self,
        planes: &[f32],
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
        mut keep: Option<&mut Background>,
    ) {
        let (height, width, channels) = (shape.height, shape.width, self.width());
        let Scratch { cells, rows, planes: bordered, inner, stream, middle, tiles, .. } = scratch;
        let bordered = fitting(bordered, height, width, shape.planes);
        let inner = fitting(inner, height, width, channels);
        for size in [&mut *stream, &mut *middle, &mut *cells] {
            size.resize(height * width * channels, 0.0);
        }
        let line = width * channels;
        let grown = |rows: usize| height.min(rows + 1);
        // The rows below `valid` are computed, those above are the background's.
        let differing = background.map_or(height, |background| background.rows_that_differ(planes));
        let mut valid = grown(differing);
        spread(planes, shape, grown(valid), bordered);
        if self.wraps {
            bordered.wrap(height, width);
        }
        self.stem.forward::<V, 5>(bordered, valid, width, stream);
        for (index, (norms, convs)) in self.blocks.iter().enumerate() {
            let (first, second) = (grown(valid), grown(grown(valid)));
            if let Some(background) = background {
                let above = valid * line..second * line;
                stream[above.clone()].copy_from_slice(&background.streams[index][above]);
            }
            if let Some(keep) = keep.as_deref_mut() {
                keep.streams.push(stream.clone());
            }
            for (half, (norm, conv)) in norms.iter().zip(convs).enumerate() {
                let (known, wanted) = if half == 0 { (valid, first) } else { (first, second) };
                let source: &[f32] = if half == 0 { stream } else { middle };
                normalise::<V>(norm, source, known, width, inner);
                if self.wraps {
                    inner.wrap(height, width);
                }
                if let Some(background) = background {
                    let needed = height.min(wanted.next_multiple_of(TILE) + 1);
                    inner.copy_rows(&background.inputs[2 * index + half], known..needed.max(known));
                }
                if let Some(keep) = keep.as_deref_mut() {
                    keep.inputs.push(inner.clone());
                }
                // The second convolution closes the residual branch.
                let (out, adds) = if half == 0 { (&mut *middle, false) } else { (&mut *stream, true) };
                conv.forward::<V, TOGETHER, BLOCKS>(inner, wanted, width, adds, tiles, out);
            }
            valid = second;
        }
        self.norm.forward::<V, true>(&stream[..valid * line], &mut cells[..valid * line]);
        *rows = valid;
    }

    /// Mean and maximum of each channel over all cells.
    #[inline(always)]
    fn pool<V: Vector>(&self, shape: EncodingShape, background: Option<&Background>, scratch: &mut Scratch) {
        let (parts, channels) = (self.width() / LANES, self.channels);
        let Scratch { cells, rows, pooled, .. } = scratch;
        let cells = &vectors(cells)[..*rows * shape.width * parts];
        let share = V::splat(1.0 / shape.cells() as f32);
        pooled.resize(2 * self.width(), 0.0);
        for part in 0..parts {
            let above = |numbers: &[f32]| V::load(&vectors(numbers)[*rows * parts + part]);
            let (mut sum, mut peak) = match background {
                Some(background) => (above(&background.sums), above(&background.peaks)),
                None => (V::splat(0.0), V::splat(0.0)),
            };
            for cell in cells.iter().skip(part).step_by(parts) {
                let numbers = V::load(cell);
                sum = sum.plus(numbers);
                peak = peak.max(numbers);
            }
            let pooled = vectors_mut(pooled);
            sum.times(share).store(&mut pooled[part]);
            peak.store(&mut pooled[parts + part]);
        }
        // The heads know of no padding.
        pooled.copy_within(parts * LANES..parts * LANES + channels, channels);
        pooled.truncate(2 * channels);
    }
}

impl MlpTrunk {
    /// Fills in `scratch.pooled`.
    #[inline(always)]
    pub fn forward<V: Vector>(&self, planes: &[f32], scratch: &mut Scratch) {
        let Scratch { pooled, stream, middle, .. } = scratch;
        self.stem.forward::<V>(planes, stream);
        let width = self.stem.outputs();
        for (norm, layers) in &self.blocks {
            pooled.resize(self.stem.width(), 0.0);
            norm.forward::<V, false>(stream, pooled);
            layers[0].forward::<V>(pooled, middle);
            middle.iter_mut().for_each(|number| *number = number.max(0.0));
            layers[1].forward::<V>(middle, pooled);
            stream.iter_mut().zip(pooled.iter()).for_each(|(sum, number)| *sum += number);
        }
        pooled.resize(self.stem.width(), 0.0);
        self.norm.forward::<V, true>(stream, pooled);
        pooled.truncate(width);
    }
}

/// The picture, made again if it has another size.
fn fitting(picture: &mut Option<Bordered>, height: usize, width: usize, channels: usize) -> &mut Bordered {
    let fits = picture.as_ref().is_some_and(|picture| picture.fits(height, width, channels));
    if !fits {
        *picture = None;
    }
    picture.get_or_insert_with(|| Bordered::new(height, width, channels))
}

/// The lowest `rows` rows of `[planes, height, width]` as `[rows, width, planes]` with a border.
#[inline(always)]
fn spread(planes: &[f32], shape: EncodingShape, rows: usize, out: &mut Bordered) {
    for (plane, numbers) in planes.chunks_exact(shape.cells()).enumerate() {
        for (row, line) in numbers.chunks_exact(shape.width).enumerate().take(rows) {
            let at = out.at(row, 0) + plane;
            for (column, &number) in line.iter().enumerate() {
                out.numbers[at + column * shape.planes] = number;
            }
        }
    }
}

/// Norm and ReLU of the lowest `rows` rows.
#[inline(always)]
fn normalise<V: Vector>(norm: &ChannelNorm, source: &[f32], rows: usize, width: usize, out: &mut Bordered) {
    let channels = out.channels;
    for row in 0..rows {
        let begin = out.at(row, 0);
        let line = &source[row * width * channels..][..width * channels];
        norm.forward::<V, true>(line, &mut out.numbers[begin..][..width * channels]);
    }
}
