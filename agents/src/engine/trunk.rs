//! The trunks.

use super::background::Background;
use super::dense::Dense;
use super::lanes::{LANES, padded};
use super::network::EngineError;
use super::norm::ChannelNorm;
use super::stem::Stem;
use super::weights::Tensors;
use super::winograd::{Bordered, Tiles, Winograd};
use crate::nn::{EncodingShape, Trunk};

/// The weights of a trunk.
#[derive(Debug)]
pub enum TrunkWeights {
    /// Residual convolutions.
    Conv(ConvTrunk),
    /// Residual dense layers.
    Mlp(MlpTrunk),
}

/// Residual convolutions, each with a norm and a ReLU in front.
#[derive(Debug)]
pub struct ConvTrunk {
    stem: Stem,
    blocks: Vec<([ChannelNorm; 2], [Winograd; 2])>,
    norm: ChannelNorm,
    channels: usize,
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
    /// Of a convolution: what the heads see of each cell, `[rows, width, width of channels]`; rows above are those of the
    /// background.
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
    pub fn take(tensors: &mut Tensors, trunk: Trunk, shape: EncodingShape) -> Result<Self, EngineError> {
        let sub = |block: usize, layer: &str| format!("trunk.block{block}.{layer}");
        match trunk {
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
                        .collect::<Result<_, EngineError>>()?,
                    norm: ChannelNorm::take(tensors, "trunk.norm", channels)?,
                    channels,
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
                        .collect::<Result<_, EngineError>>()?,
                    norm: ChannelNorm::take(tensors, "trunk.norm", width)?,
                }))
            }
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
    pub fn background<const TOGETHER: usize, const BLOCKS: usize, const FUSED: bool>(
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
        self.run::<TOGETHER, BLOCKS, FUSED>(planes, shape, None, &mut scratch, Some(&mut kept));
        kept.cells = scratch.cells;
        kept.sum_up(self.width());
        kept
    }

    /// Fills in `scratch.cells` and `scratch.pooled`.
    #[inline(always)]
    pub fn forward<const TOGETHER: usize, const BLOCKS: usize, const FUSED: bool>(
        &self,
        planes: &[f32],
        shape: EncodingShape,
        background: Option<&Background>,
        scratch: &mut Scratch,
    ) {
        self.run::<TOGETHER, BLOCKS, FUSED>(planes, shape, background, scratch, None);
        self.pool(shape, background, scratch);
    }

    #[inline(always)]
    fn run<const TOGETHER: usize, const BLOCKS: usize, const FUSED: bool>(
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
        self.stem.forward::<FUSED>(bordered, valid, width, stream);
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
                normalise(norm, source, known, width, inner);
                if let Some(background) = background {
                    let needed = height.min(wanted.next_multiple_of(2) + 1);
                    inner.copy_rows(&background.inputs[2 * index + half], known..needed.max(known));
                }
                if let Some(keep) = keep.as_deref_mut() {
                    keep.inputs.push(inner.clone());
                }
                if half == 0 {
                    conv.forward::<TOGETHER, BLOCKS, FUSED>(
                        inner,
                        wanted,
                        width,
                        tiles,
                        |row, column, channel, lanes| {
                            let at = (row * width + column) * channels + channel;
                            middle[at..at + LANES].copy_from_slice(&lanes);
                        },
                    );
                } else {
                    conv.forward::<TOGETHER, BLOCKS, FUSED>(
                        inner,
                        wanted,
                        width,
                        tiles,
                        |row, column, channel, lanes| {
                            let at = (row * width + column) * channels + channel;
                            stream[at..at + LANES].iter_mut().zip(lanes).for_each(|(sum, lane)| *sum += lane);
                        },
                    );
                }
            }
            valid = second;
        }
        for row in 0..valid {
            let at = row * line..(row + 1) * line;
            self.norm.forward_cells(&stream[at.clone()], channels, &mut cells[at]);
        }
        *rows = valid;
    }

    /// Mean and maximum of each channel over all cells.
    #[inline(always)]
    fn pool(&self, shape: EncodingShape, background: Option<&Background>, scratch: &mut Scratch) {
        let (width, channels) = (self.width(), self.channels);
        let Scratch { cells, rows, pooled, .. } = scratch;
        let above = |numbers: &[f32]| numbers[*rows * width..][..width].to_vec();
        let (mut sums, mut peaks) = match background {
            Some(background) => (above(&background.sums), above(&background.peaks)),
            None => (vec![0.0; width], vec![0.0; width]),
        };
        for cell in cells[..*rows * shape.width * width].chunks_exact(width) {
            for ((sum, peak), &number) in sums.iter_mut().zip(&mut peaks).zip(cell) {
                *sum += number;
                *peak = peak.max(number);
            }
        }
        let count = shape.cells() as f32;
        pooled.clear();
        pooled.extend(sums[..channels].iter().map(|sum| sum / count));
        pooled.extend_from_slice(&peaks[..channels]);
    }
}

impl MlpTrunk {
    /// Fills in `scratch.pooled`.
    #[inline(always)]
    pub fn forward<const FUSED: bool>(&self, planes: &[f32], scratch: &mut Scratch) {
        let Scratch { pooled, stream, middle, .. } = scratch;
        self.stem.forward::<FUSED>(planes, stream);
        let width = self.stem.outputs();
        for (norm, layers) in &self.blocks {
            pooled.clear();
            pooled.resize(width, 0.0);
            norm.forward::<false>(stream, pooled);
            layers[0].forward::<FUSED>(pooled, middle);
            middle.truncate(width);
            middle.iter_mut().for_each(|number| *number = number.max(0.0));
            layers[1].forward::<FUSED>(middle, pooled);
            stream.iter_mut().zip(pooled.iter()).for_each(|(sum, number)| *sum += number);
        }
        pooled.clear();
        pooled.resize(width, 0.0);
        self.norm.forward::<true>(stream, pooled);
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
fn normalise(norm: &ChannelNorm, source: &[f32], rows: usize, width: usize, out: &mut Bordered) {
    let channels = out.channels;
    for row in 0..rows {
        let begin = out.at(row, 0);
        let line = &source[row * width * channels..][..width * channels];
        norm.forward_cells(line, channels, &mut out.numbers[begin..][..width * channels]);
    }
}
